import { currencyOfCode } from "../amounts/currency.js";
import { parseAmount } from "../amounts/money.js";
import { isJson, type Json, lookUp, lookUpAll, textAt } from "./state-lookup.js";

/** How a page's program writes amounts. */
export interface AmountStyle {
  /** Whole numbers are cents, as in Shopify's pages. */
  readonly isInCents: boolean;
  /** What the page shows: a whole number a hundred times as large is the same in cents. */
  readonly shown: ReadonlySet<number>;
}

export interface Amount {
  readonly price: number;
  readonly currency: string | null;
  /** What it was before a discount that stands beside it. */
  readonly list: number | null;
}

const discountNames = ["discounted", "discountedprice", "saleprice", "specialprice", "finalprice"];
const valueNames = [
  "grossamount",
  "gross",
  "brutto",
  "sellingprice",
  "currentprice",
  "pricenow",
  "offerprice",
  "promoprice",
  "final",
  "attuale",
  "actuel",
  "aktuell",
  "current",
  "now",
  "withtax",
  "withouttax",
  "decimalvalue",
  "value",
  "amount",
  "raw",
  "price",
  "min",
  "formatted",
];
const listNames = [
  "compareat",
  "compareatprice",
  "regularprice",
  "listprice",
  "original",
  "originalprice",
  "was",
  "msrp",
  "barrato",
  "barre",
  "tachado",
  "streich",
  "alt",
];
const currencyNames = [
  "currencycode",
  "currency",
  "pricecurrency",
  "currencyiso",
  "valuta",
  "devise",
  "moneda",
];
const mostDepth = 4;

function plain(value: number | string, { isInCents, shown }: AmountStyle): number | null {
  const amount = parseAmount(value);
  if (amount === null) return null;
  const isWhole = /^\d+$/.test(String(value));
  const isShownInCents = isWhole && shown.has(amount / 100) && !shown.has(amount);
  return isWhole && (isInCents || isShownInCents) ? amount / 100 : amount;
}

/** Commerce tools' money: so many of the currency's smallest unit. */
function centAmount(value: Json): Amount | null {
  const cents = lookUp(value, ["centamount"]);
  if (typeof cents !== "number" || cents <= 0) return null;
  const digits = Number(lookUp(value, ["fractiondigits"]) ?? 2);
  return { price: cents / 10 ** digits, currency: currencyOfCode(textAt(value, currencyNames)), list: null };
}

/** The amount that a value names: a number, a text, money as an object, the first of a list of such. */
export function amountOf(value: unknown, style: AmountStyle, depth = 0): Amount | null {
  if (typeof value === "number" || typeof value === "string") {
    const price = plain(value, style);
    return price === null ? null : { price, currency: null, list: null };
  }
  if (depth > mostDepth) return null;
  if (Array.isArray(value)) return amountOf(value[0], style, depth + 1);
  return isJson(value) ? (centAmount(value) ?? amountWithin(value, style, depth)) : null;
}

/** Whole numbers of a unit that is told are of that unit. */
function styleWithin(value: Json, style: AmountStyle): AmountStyle {
  const isTold = lookUp(value, ["fractionaldigits", "fractiondigits", "decimalvalue"]) !== undefined;
  return isTold ? { ...style, isInCents: true } : style;
}

function amountWithin(value: Json, style: AmountStyle, depth: number): Amount | null {
  const own = styleWithin(value, style);
  const discounted = amountOf(lookUp(value, discountNames), own, depth + 1);
  const usual = amountOf(lookUp(value, valueNames), own, depth + 1);
  const before = amountOf(lookUp(value, listNames), own, depth + 1);
  const inner = discounted ?? usual;
  if (inner === null) return null;
  const list = before?.price ?? (discounted === null ? inner.list : (usual?.price ?? null));
  return {
    price: inner.price,
    currency: inner.currency ?? usual?.currency ?? currencyOfCode(textAt(value, currencyNames)),
    list: list !== null && list > inner.price ? list : null,
  };
}

/** The first amount under these names; what is 0 there, a sale price without a sale for one, is none. */
export function amountUnder(object: Json, names: readonly string[], style: AmountStyle): Amount | null {
  for (const value of lookUpAll(object, names)) {
    const amount = amountOf(value, style);
    if (amount !== null) return amount;
  }
  return null;
}
