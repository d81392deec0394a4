import { machineAmount } from "../amounts/amount.js";
import { currencyOfCode } from "../amounts/currency.js";
import type { Availability, Candidate } from "../candidate.js";
import { availabilityOf } from "../schema-org/terms.js";

/** Reads what shop platforms call a product or a variant in the JSON that they leave in their pages. */

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `sale_price`, `salePrice` and `SalePrice` are one name. */
function fold(name: string): string {
  return name.replace(/[_\-\s]/g, "").toLowerCase();
}

const nowNames = [
  "saleprice",
  "specialprice",
  "finalprice",
  "discountedprice",
  "discountprice",
  "currentprice",
  "pricenow",
  "nowprice",
  "sellingprice",
  "offerprice",
  "promoprice",
  "displayprice",
  "priceamount",
  "withouttax",
  "unitprice",
  "price",
  "prices",
  "amount",
];
const listNames = [
  "compareatprice",
  "listprice",
  "regularprice",
  "originalprice",
  "wasprice",
  "oldprice",
  "strikeprice",
  "msrp",
  "rrp",
  "baseprice",
  "displayregularprice",
  "regularpriceamount",
  "nonsalepricewithouttax",
  "rrpwithouttax",
  "pricebefore",
];
const valueNames = [
  "withouttax",
  "withtax",
  "value",
  "amount",
  "current",
  "now",
  "raw",
  "price",
  "centamount",
  "min",
  "formatted",
];
const nameNames = ["title", "name", "productname", "displayname", "producttitle"];
const stockNames = [
  "available",
  "instock",
  "isinstock",
  "isavailable",
  "availableforsale",
  "stockstatus",
  "availability",
  "availabilitystatus",
  "purchasable",
  "instocknow",
  "quantityavailable",
  "quantity",
];
const keyNames = [
  "id",
  "sku",
  "variantid",
  "variationid",
  "productid",
  "idproductattribute",
  "gtin",
  "ean",
  "upc",
  "barcode",
  "mpn",
  "itemid",
  "handle",
  "asin",
  "skuid",
];
const optionNames = ["option1", "option2", "option3"];

function lookUp(object: Json, names: readonly string[]): unknown {
  for (const name of names)
    for (const [key, value] of Object.entries(object))
      if (fold(key) === name && value !== null && value !== undefined && value !== "") return value;
  return undefined;
}

export function textAt(object: Json, names: readonly string[]): string | null {
  const value = lookUp(object, names);
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : null;
}

/** Where amounts are whole cents, as Shopify's are in its pages. */
export interface AmountStyle {
  readonly isInCents: boolean;
}

interface Amount {
  readonly price: number;
  readonly currency: string | null;
}

function amountOf(value: unknown, style: AmountStyle, depth = 0): Amount | null {
  if (typeof value === "number" || typeof value === "string") return plainAmount(value, style);
  if (!isJson(value) || depth > 3) return null;
  const cents = lookUp(value, ["centamount"]);
  if (typeof cents === "number") {
    const digits = Number(lookUp(value, ["fractiondigits"]) ?? 2);
    return { price: cents / 10 ** digits, currency: currencyOfCode(textAt(value, ["currencycode"])) };
  }
  const inner = amountOf(lookUp(value, [...nowNames.slice(0, 8), ...valueNames]), style, depth + 1);
  const currency = currencyOfCode(textAt(value, ["currencycode", "currency", "pricecurrency"]));
  return inner === null ? null : { price: inner.price, currency: inner.currency ?? currency };
}

function plainAmount(value: number | string, { isInCents }: AmountStyle): Amount | null {
  const amount = machineAmount(value);
  if (amount === null) return null;
  const isCents = isInCents && /^\d+$/.test(String(value));
  return { price: isCents ? amount / 100 : amount, currency: null };
}

export function stockOf(object: Json): Availability | null {
  const value = lookUp(object, stockNames);
  if (typeof value === "boolean") return value ? "in" : "out";
  if (typeof value === "number") return value > 0 ? "in" : "out";
  if (typeof value === "string")
    return /^\d+$/.test(value)
      ? Number(value) > 0
        ? "in"
        : "out"
      : availabilityOf(value.replace(/[_\s]/g, ""));
  return isJson(value) ? stockOf(value) : null;
}

function variantName(object: Json): string | null {
  const options = optionNames.map((name) => textAt(object, [name])).filter((option) => option !== null);
  if (options.length > 0) return options.join(" / ");
  const attributes = lookUp(object, ["attributes", "selectedoptions", "optionvalues"]);
  const values = isJson(attributes) ? Object.values(attributes) : [];
  const named = values.filter((value) => typeof value === "string" && value !== "");
  return named.length > 0 ? named.join(" / ") : textAt(object, nameNames);
}

/** The price that an object names, or `null` where it names none. */
export function candidateOfObject(
  object: Json,
  path: string,
  style: AmountStyle,
  isVariant: boolean,
): Candidate | null {
  const now = amountOf(lookUp(object, nowNames), style);
  const stock = stockOf(object);
  if (now === null && stock === null) return null;
  const list = amountOf(lookUp(object, listNames), style);
  return {
    from: "embedded",
    path: `embedded:${path}.price`,
    price: now?.price ?? list?.price ?? null,
    currency: now?.currency ?? currencyOfCode(textAt(object, ["currency", "currencycode", "pricecurrency"])),
    availability: stock,
    availabilityPath: stock === null ? null : `embedded:${path}.available`,
    condition: null,
    listPrice: list !== null && now !== null && list.price > now.price ? list.price : null,
    seller: null,
    variant: isVariant ? variantName(object) : null,
    keys: keyNames.map((name) => textAt(object, [name])).filter((key) => key !== null),
    url: textAt(object, ["url", "canonicalurl"]),
  };
}

export function nameOf(object: Json): string | null {
  return textAt(object, nameNames);
}

/** The variants of a product, whatever the platform calls them. */
export function variantsIn(object: Json): Json[] {
  const value = lookUp(object, ["variants", "variations", "skus", "productvariants", "children", "items"]);
  if (Array.isArray(value))
    return value.map((each) => (isJson(each) && isJson(each.node) ? each.node : each)).filter(isJson);
  if (isJson(value)) return Object.values(value).filter(isJson);
  return [];
}
