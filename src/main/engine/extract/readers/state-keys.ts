/** What the keys of a program's objects mean, told by the whole words that they consist of. */

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an amount is to a shopper: reduced, what it costs, what it costs without tax, what it cost before. */
export type PriceRole = "sale" | "plain" | "net" | "list";

/** Facts that a key may name besides amounts. */
export type Fact = "name" | "id" | "gtin" | "brand" | "url" | "currency" | "stock" | "option";

export interface KeyMeaning {
  /** As a key of a product; `null` if it names no price. */
  readonly price: PriceRole | null;
  /** As a key of an object that is a price, where `value` or `original` are enough. */
  readonly withinPrice: PriceRole | null;
  readonly isInCents: boolean;
  readonly fact: Fact | null;
  /** Whether a list or an object under it holds the product's variants. */
  readonly holdsVariants: boolean;
  /** As a key of an object that is a product's stock. */
  readonly isWithinStock: boolean;
  /** Whether it says that something is sold out, so that `false` means in stock. */
  readonly isDenial: boolean;
  /** Restricts an entry of a price list. */
  readonly limit: "country" | "group" | "quantity" | null;
  /** Holds a part of the product that has its price, unlike its shipping or a service. */
  readonly isPart: boolean;
  /** Holds other products than the page's. */
  readonly isAside: boolean;
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

const priceWords = setOf("price pricing");
const saleWords = setOf("sale special final discounted current selling");
const listWords = setOf("list regular original was old base compare strike msrp rrp reduction non");
const netWords = setOf("without net");
/** Words that name a price without a word for it. */
const ownPrices = setOf("msrp special");
const neutralWords = setOf("product item display formatted value amount info with tax gross at cents");

const nameWords = setOf("name title");
const idWords = setOf("id sku mpn handle slug");
const gtinWords = setOf("gtin ean upc barcode");
const brandWords = setOf("brand vendor manufacturer");
const currencyWords = setOf("currency");
const urlWords = setOf("url");
const ownWords = setOf("product item variant variation sku attribute display code iso price canonical");
const stockWords = setOf("available availability stock quantity inventory");
const stockPartWords = setOf("is in on for sale status qty");
const denialWords = setOf("out sold");
const optionWords = setOf("option attributes selected");
const variantWords = setOf("variant variation sku children item master");
const groupWords = setOf("customer group tier channel");
const quantityWords = setOf("quantity qty minimum min");
const partWords = setOf("offer selected");
const asideWords = setOf(
  "related recommended recommendations upsell crosssell cross bundle cart accessories",
);

const vocabulary = new Set(
  [
    [...priceWords, ...saleWords, ...listWords, ...netWords, ...neutralWords],
    [...nameWords, ...idWords, ...gtinWords, ...brandWords, ...currencyWords, ...ownWords],
    [...stockWords, ...stockPartWords, ...denialWords, ...optionWords, ...variantWords],
    [...groupWords, ...quantityWords, ...partWords, ...asideWords],
  ].flat(),
);

/** Compounds without a sign of where their words begin: `saleprice`, `instock`, `productname`. */
const compound = /^(.+?)(price|stock|name|title)$/;

/** `sale_price`, `salePrice` and `SalePrices` as their words. */
function wordsOfKey(key: string): string[] {
  const parts = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/\p{L}+/gu);
  return (parts ?? []).flatMap((part) => {
    const word = vocabulary.has(part) ? part : part.replace(/(?<=..)s$/, "");
    const [, first, last] = compound.exec(word) ?? [];
    return first === undefined || last === undefined ? [word] : [first, last];
  });
}

function has(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word));
}

function consistsOf(words: readonly string[], ...sets: readonly ReadonlySet<string>[]): boolean {
  return words.every((word) => sets.some((set) => set.has(word)));
}

/** A word that is unknown may make it the price of anything: a month, a kilo, the shipping. */
function roleOf(words: readonly string[]): PriceRole | null {
  if (words.length === 0 || !consistsOf(words, priceWords, saleWords, listWords, netWords, neutralWords))
    return null;
  if (has(words, listWords)) return "list";
  if (has(words, saleWords)) return "sale";
  return has(words, netWords) ? "net" : "plain";
}

function factOf(words: readonly string[]): Fact | null {
  const is = (kind: ReadonlySet<string>, ...beside: readonly ReadonlySet<string>[]) =>
    has(words, kind) && consistsOf(words, kind, ...beside);
  if (is(nameWords, ownWords)) return "name";
  if (is(gtinWords)) return "gtin";
  if (is(idWords, ownWords)) return "id";
  if (is(brandWords, nameWords)) return "brand";
  if (is(currencyWords, ownWords)) return "currency";
  if (is(stockWords, stockPartWords, denialWords) || is(denialWords, stockPartWords)) return "stock";
  if (is(urlWords, ownWords)) return "url";
  return is(optionWords) ? "option" : null;
}

function limitOf(words: readonly string[]): KeyMeaning["limit"] {
  if (words.includes("country") || words.includes("region")) return "country";
  if (has(words, groupWords)) return "group";
  return words.length > 0 && consistsOf(words, quantityWords) ? "quantity" : null;
}

function meaningOfWords(words: readonly string[]): KeyMeaning {
  const role = roleOf(words);
  return {
    price: has(words, priceWords) || has(words, ownPrices) ? role : null,
    withinPrice: role,
    isInCents: words.includes("cents"),
    fact: factOf(words),
    holdsVariants: has(words, variantWords) && consistsOf(words, variantWords, ownWords),
    isWithinStock: has(words, stockPartWords) && consistsOf(words, stockWords, stockPartWords),
    isDenial: has(words, denialWords),
    limit: limitOf(words),
    isPart: has(words, priceWords) || consistsOf(words, ownWords, variantWords, partWords),
    isAside: has(words, asideWords),
  };
}

const known = new Map<string, KeyMeaning | null>();
const maxKnown = 10_000;
const maxKeyLength = 60;

function saysNothing(meaning: KeyMeaning): boolean {
  return Object.values(meaning).every((value) => value === null || value === false);
}

/** `null` for a key that means nothing here. Programs use the same keys again and again. */
function meaningOf(key: string): KeyMeaning | null {
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const found = key.length > maxKeyLength ? null : meaningOfWords(wordsOfKey(key));
  const meaning = found === null || saysNothing(found) ? null : found;
  if (known.size >= maxKnown) known.clear();
  known.set(key, meaning);
  return meaning;
}

export interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly meaning: KeyMeaning;
}

const entries = new WeakMap<Json, readonly Entry[]>();

/** An object's values whose keys mean something; `null` and the empty text say nothing. */
export function entriesOf(object: Json): readonly Entry[] {
  const cached = entries.get(object);
  if (cached !== undefined) return cached;
  const made: Entry[] = [];
  for (const key in object) {
    const value = object[key];
    if (value === null || value === undefined || value === "") continue;
    const meaning = meaningOf(key);
    if (meaning !== null) made.push({ key, value, meaning });
  }
  entries.set(object, made);
  return made;
}

/** Whether what is under a key belongs to the product around it. */
export function isPart(key: string): boolean {
  return meaningOf(key)?.isPart === true;
}

/** Whether a product's price, or other products, are all that a key can hold. */
export function isApart(key: string): boolean {
  const meaning = meaningOf(key);
  return meaning !== null && (meaning.isAside || meaning.price !== null);
}

function plainText(value: unknown): string | null {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" ? null : text;
}

/** A text; of an object that stands for one its name, of one with a text for each language the first. */
export function textOf(value: unknown): string | null {
  if (!isJson(value)) return plainText(value);
  const named = plainText(value.name ?? value.title ?? value.type ?? value.value ?? value.label);
  if (named !== null) return named;
  const [language, text] = Object.entries(value)[0] ?? [];
  return language !== undefined && /^[a-z]{2}(?:[-_][A-Z]{2})?$/.test(language) ? plainText(text) : null;
}

/** The texts under the keys that name a fact. */
export function textsOf(object: Json, fact: Fact): string[] {
  const texts: string[] = [];
  for (const { value, meaning } of entriesOf(object)) {
    const text = meaning.fact === fact ? textOf(value) : null;
    if (text !== null) texts.push(text);
  }
  return texts;
}
