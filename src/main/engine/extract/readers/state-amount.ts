import { maxOf } from "../../../../shared/arrays.js";
import { type CurrencyHints, currencyOfCode } from "../amounts/currency.js";
import { parseAmount } from "../amounts/money.js";
import { isJson, type Json } from "../schema-org/lenient-json.js";
import { entriesOf, type PriceRole, textOf, textsOf } from "./state-keys.js";

/** How a page's program writes amounts, and what the page says of the shopper that it is for. */
export interface AmountStyle {
  /** Whole numbers are cents, as in Shopify's pages. */
  readonly isInCents: boolean;
  /** What the page shows: a whole number a hundred times as large is the same in cents. */
  readonly shown: ReadonlySet<number>;
  readonly hints: CurrencyHints;
}

type Place = "price" | "withinPrice";

export interface Amount {
  readonly price: number;
  readonly currency: string | null;
  /** What it was before a discount that stands beside it. */
  readonly list: number | null;
  /** A whole number that is taken as it is, because nothing says that it is in cents. */
  readonly mayBeCents?: boolean;
}

const maxDepth = 5;
const maxEntries = 50;

function isWhole(value: unknown): boolean {
  return (typeof value === "number" || typeof value === "string") && /^\d+$/.test(String(value));
}

function plainAmount(value: number | string, { isInCents, shown }: AmountStyle): Amount[] {
  const amount = parseAmount(value);
  if (amount === null) return [];
  const isShownPlain = shown.has(amount) && !shown.has(amount / 100);
  if (!isWhole(value)) return [{ price: amount, currency: null, list: null }];
  const isCents = isInCents && !isShownPlain;
  return [{ price: isCents ? amount / 100 : amount, currency: null, list: null, mayBeCents: !isCents }];
}

/** commercetools' money: so many of the currency's smallest unit. */
function centAmount(value: Json): Amount[] | null {
  const { centAmount: cents, fractionDigits: digits = 2 } = value;
  if (typeof cents !== "number" || typeof digits !== "number") return null;
  const price = parseAmount(cents / 10 ** digits);
  return price === null ? [] : [{ price, currency: currencyIn(value), list: null }];
}

export function currencyIn(object: Json): string | null {
  for (const text of textsOf(object, "currency")) {
    const code = currencyOfCode(text);
    if (code !== null) return code;
  }
  return null;
}

/** The prices of a map from currencies to amounts, as entries of a price list. */
function entriesByCurrency(value: Json): Json[] {
  return Object.entries(value)
    .filter(([key]) => /^[A-Z]{3}$/.test(key) && currencyOfCode(key) !== null)
    .slice(0, maxEntries)
    .map(([currency, amount]) => ({ currency, amount }));
}

/** The amounts that a value may mean: of a number, a text or money as an object one, of a price list several. */
export function amountsOf(value: unknown, style: AmountStyle, depth = 0): Amount[] {
  if (typeof value === "number" || typeof value === "string") return plainAmount(value, style);
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return amountsOfList(value.slice(0, maxEntries), style, depth + 1);
  if (!isJson(value)) return [];
  const byCurrency = entriesByCurrency(value);
  if (byCurrency.length > 0) return amountsOfList(byCurrency, style, depth + 1);
  return centAmount(value) ?? amountsIn(value, "withinPrice", style, depth + 1);
}

/** Whether the page shows a hundredth of the whole number under a price's key, and not the number itself. */
function isShownInCents(object: Json, place: Place, shown: ReadonlySet<number>): boolean {
  return entriesOf(object).some(
    ({ value, meaning }) =>
      meaning[place] !== null &&
      isWhole(value) &&
      shown.has(Number(value) / 100) &&
      !shown.has(Number(value)),
  );
}

/** Whole numbers of a unit that is stated are of that unit: `priceUnit: "pence"`, a number of fraction digits. */
export function styleOf(object: Json, style: AmountStyle, place: Place = "price"): AmountStyle {
  const { priceUnit, fractionalDigits, fractionDigits, decimalValue } = object;
  const isStated = (fractionalDigits ?? fractionDigits ?? decimalValue) != null;
  const unit = textOf(priceUnit) ?? "";
  const isInCents =
    isStated || /^(?:pence|cents?|minor)/i.test(unit) || isShownInCents(object, place, style.shown);
  return isInCents ? { ...style, isInCents } : style;
}

/** Different prices; one without its decimal point, a hundred or a thousand times another, is the same. */
function distinct(amounts: readonly Amount[]): Amount[] {
  const prices = new Set(amounts.map(({ price }) => price));
  return amounts.filter(
    ({ price }, i) =>
      amounts.findIndex((each) => each.price === price) === i &&
      !prices.has(price / 100) &&
      !prices.has(price / 1_000),
  );
}

/** The amounts that an object's keys name, `price` on a product or `value` within a price; the most specific role wins. */
export function amountsIn(object: Json, place: Place, given: AmountStyle, depth = 0): Amount[] {
  if (!entriesOf(object).some(({ meaning }) => meaning[place] !== null)) return [];
  const style = styleOf(object, given, place);
  const byRole: Record<PriceRole, Amount[]> = { sale: [], plain: [], net: [], list: [] };
  for (const { value, meaning } of entriesOf(object)) {
    const role = meaning[place];
    if (role === null) continue;
    const own = amountsOf(value, meaning.isInCents ? { ...style, isInCents: true } : style, depth);
    for (const amount of own) byRole[role].push(amount);
  }
  const { sale, plain, net, list } = byRole;
  const now = [sale, plain, net, list].find((amounts) => amounts.length > 0) ?? [];
  const before = [...list, ...(now === sale ? plain : [])];
  const currency = currencyIn(object);
  return shownOf(distinct(now), style.shown).map((amount) => ({
    price: amount.price,
    currency: amount.currency ?? currency,
    list: amount.list ?? before.find(({ price }) => price > amount.price)?.price ?? null,
    mayBeCents: amount.mayBeCents === true,
  }));
}

/** Of the same price written in several ways, those that the page shows. */
function shownOf(amounts: readonly Amount[], shown: ReadonlySet<number>): readonly Amount[] {
  const own = amounts.filter(({ price }) => shown.has(price));
  return own.length > 0 ? own : amounts;
}

/** Whether an entry of a price list is for any shopper who buys one. */
function isForAnyone(entry: Json): boolean {
  return entriesOf(entry).every(({ value, meaning: { limit } }) => {
    if (limit === "group") return value === false || value === 0;
    return limit !== "quantity" || Number(value) <= 1;
  });
}

function countryOf(entry: Json): string | null {
  const value = entriesOf(entry).find(({ meaning }) => meaning.limit === "country")?.value;
  return typeof value === "string" ? value.toLowerCase() : null;
}

/** The entries for the country that the page names; where it names none of theirs, those for any country, else all. */
function forCountry(entries: readonly Json[], { host, regions }: CurrencyHints): readonly Json[] {
  if (entries.every((entry) => countryOf(entry) === null)) return entries;
  for (const group of [[host.split(".").at(-1) ?? ""], ...regions()]) {
    const local = entries.filter((entry) => group.includes(countryOf(entry) ?? ""));
    // A group that names several of them comes from the list itself.
    if (new Set(local.map(countryOf)).size === 1) return local;
  }
  const general = entries.filter((entry) => countryOf(entry) === null);
  return general.length > 0 ? general : entries;
}

/** The amounts in the currency that the page names most often: a price list names each of its own once. */
function inCurrency(amounts: readonly Amount[], { stated }: CurrencyHints): readonly Amount[] {
  const counts = amounts.map(({ currency }) => stated.filter((code) => code === currency).length);
  const max = maxOf(counts);
  return amounts.filter((_, i) => counts[i] === max);
}

/** What a shopper may pay of a price list; entries that still differ are all returned, so that other evidence decides. */
function amountsOfList(list: readonly unknown[], style: AmountStyle, depth: number): Amount[] {
  const entries = list.filter(isJson).filter(isForAnyone);
  const plain = list.filter((each) => !isJson(each)).flatMap((each) => amountsOf(each, style, depth));
  const local = forCountry(entries, style.hints).flatMap((entry) => amountsOf(entry, style, depth));
  return distinct(inCurrency([...plain, ...local], style.hints));
}
