import { limits } from "../limits.js";
import { remembered } from "../remembered.js";
import { isJson, type Json } from "../schema-org/lenient-json.js";
import table from "../words/state-keys.json" with { type: "json" };

/** Tells what the keys of a program's objects mean by the words that they consist of. */

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

type WordKind = keyof typeof table;

/** Words by what they say of a key; `ownPrices` name a price without a word for it. */
const wordsByKind = Object.fromEntries(
  Object.entries(table).map(([kind, all]) => [kind, new Set(all.split(" "))]),
) as unknown as Record<WordKind, ReadonlySet<string>>;
const vocabulary = new Set(Object.values(wordsByKind).flatMap((kind) => [...kind]));

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

function has(words: readonly string[], kind: WordKind): boolean {
  return words.some((word) => wordsByKind[kind].has(word));
}

function consistsOf(words: readonly string[], ...kinds: readonly WordKind[]): boolean {
  return words.every((word) => kinds.some((kind) => wordsByKind[kind].has(word)));
}

/** A word that is unknown may make it the price of anything: a month, a kilo, the shipping. */
function roleOf(words: readonly string[]): PriceRole | null {
  if (words.length === 0 || !consistsOf(words, "price", "sale", "list", "net", "neutral")) return null;
  if (has(words, "list")) return "list";
  if (has(words, "sale")) return "sale";
  return has(words, "net") ? "net" : "plain";
}

function factOf(words: readonly string[]): Fact | null {
  const is = (kind: WordKind, ...beside: readonly WordKind[]) =>
    has(words, kind) && consistsOf(words, kind, ...beside);
  if (is("name", "own")) return "name";
  if (is("gtin")) return "gtin";
  if (is("id", "own")) return "id";
  if (is("brand", "name")) return "brand";
  if (is("currency", "own")) return "currency";
  if (is("stock", "stockPart", "denial") || is("denial", "stockPart")) return "stock";
  if (is("url", "own")) return "url";
  return is("option") ? "option" : null;
}

function limitOf(words: readonly string[]): KeyMeaning["limit"] {
  if (words.includes("country") || words.includes("region")) return "country";
  if (has(words, "group")) return "group";
  return words.length > 0 && consistsOf(words, "quantity") ? "quantity" : null;
}

function meaningOfWords(words: readonly string[]): KeyMeaning {
  const role = roleOf(words);
  return {
    price: has(words, "price") || has(words, "ownPrices") ? role : null,
    withinPrice: role,
    isInCents: words.includes("cents"),
    fact: factOf(words),
    holdsVariants: has(words, "variant") && consistsOf(words, "variant", "own"),
    isWithinStock: has(words, "stockPart") && consistsOf(words, "stock", "stockPart"),
    isDenial: has(words, "denial"),
    limit: limitOf(words),
    isPart: has(words, "price") || consistsOf(words, "own", "variant", "part"),
    isAside: has(words, "aside"),
  };
}

const maxKnown = 10_000;
const maxKeyLength = 60;

function saysNothing(meaning: KeyMeaning): boolean {
  return Object.values(meaning).every((value) => value === null || value === false);
}

/** `null` for a key that means nothing here. */
const meaningOf = remembered<KeyMeaning | null>(maxKnown, (key) => {
  const found = key.length > maxKeyLength ? null : meaningOfWords(wordsOfKey(key));
  return found === null || saysNothing(found) ? null : found;
});

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
  const text =
    typeof value === "string" || typeof value === "number" ? String(value).slice(0, limits.value).trim() : "";
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
