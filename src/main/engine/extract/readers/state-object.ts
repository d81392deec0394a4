import { currencyOfCode } from "../amounts/currency.js";
import type { Availability, Candidate } from "../candidate.js";
import { availabilityOf, conditionOf } from "../schema-org/terms.js";
import { type AmountStyle, amountUnder } from "./state-amount.js";
import { isJson, type Json, lookUp, textAt } from "./state-lookup.js";

/** Reads what shop platforms call a product or a variant in the JSON that they leave in their pages. */

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
  "price",
  "prices",
  "pricing",
  "priceinfo",
  "pricedata",
  "prezzo",
  "prix",
  "preis",
  "pris",
  "precio",
  "preco",
  "cena",
  "unitprice",
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
  "pricewithoutreduction",
  "nonsalepricewithouttax",
  "rrpwithouttax",
  "pricebefore",
  "ordinariepris",
  "prixbarre",
  "prezzobarrato",
  "altepreis",
  "alterpreis",
  "precioanterior",
  "precode",
];
const nameNames = [
  "title",
  "name",
  "productname",
  "displayname",
  "producttitle",
  "itemname",
  "nome",
  "nom",
  "namn",
  "nombre",
  "titre",
  "titolo",
];
const stockNames = [
  "available",
  "instock",
  "isinstock",
  "isonstock",
  "isavailable",
  "availableforsale",
  "stockstatus",
  "availability",
  "availabilitystatus",
  "purchasable",
  "instocknow",
  "quantityavailable",
  "quantity",
  "inventory",
  "stock",
  "stockstate",
  "disponibile",
  "disponible",
  "ilager",
  "lagernd",
];
const nestedStockNames = [...stockNames, "status", "onhand", "level"];
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
  "kod",
  "asin",
  "skuid",
];
const optionNames = ["option1", "option2", "option3"];
const currencyNames = ["currency", "currencycode", "pricecurrency", "valuta", "devise", "moneda", "waehrung"];

export function stockOf(object: Json, names: readonly string[] = stockNames): Availability | null {
  return stockIn(lookUp(object, names));
}

function stockIn(value: unknown, depth = 0): Availability | null {
  if (typeof value === "boolean") return value ? "in" : "out";
  if (typeof value === "number") return value > 0 ? "in" : "out";
  if (typeof value === "string")
    return /^\d+$/.test(value) ? stockIn(Number(value)) : availabilityOf(value.replace(/[_\s]/g, ""));
  return isJson(value) && depth < 3 ? stockIn(lookUp(value, nestedStockNames), depth + 1) : null;
}

function variantName(object: Json): string | null {
  const options = optionNames.map((name) => textAt(object, [name])).filter((option) => option !== null);
  if (options.length > 0) return options.join(" / ");
  const attributes = lookUp(object, ["attributes", "selectedoptions", "optionvalues"]);
  const values = isJson(attributes) ? Object.values(attributes) : [];
  const named = values.filter((value) => typeof value === "string" && value !== "");
  return named.length > 0 ? named.join(" / ") : textAt(object, nameNames);
}

/** `priceUnit: "pence"`: what whole numbers of this object are. */
export function styleOf(object: Json, style: AmountStyle): AmountStyle {
  const unit = textAt(object, ["priceunit", "currencyunit", "amountunit"]);
  return unit !== null && /^(?:pence|cents?|minor)/i.test(unit) ? { ...style, isInCents: true } : style;
}

/** The price that an object names, or `null` where it names none. */
export function candidateOfObject(
  object: Json,
  path: string,
  style: AmountStyle,
  isVariant: boolean,
): Candidate | null {
  const now = amountUnder(object, nowNames, style);
  const stock = stockOf(object);
  if (now === null && stock === null) return null;
  const list = amountUnder(object, listNames, style)?.price ?? now?.list ?? null;
  const sku = textAt(object, ["sku"]);
  return {
    from: "embedded",
    path: `embedded:${path}.price`,
    price: now?.price ?? list,
    currency: now?.currency ?? currencyOfCode(textAt(object, currencyNames)),
    availability: stock,
    availabilityPath: stock === null ? null : `embedded:${path}.available`,
    condition: conditionOf(textAt(object, ["condition"])),
    listPrice: list !== null && now !== null && list > now.price ? list : null,
    seller: null,
    variant: isVariant ? variantName(object) : null,
    keys: keyNames.map((name) => textAt(object, [name])).filter((key) => key !== null),
    url: textAt(object, ["url", "canonicalurl"]),
    sku: isVariant ? sku : null,
  };
}

export function nameOf(object: Json): string | null {
  return textAt(object, nameNames);
}

const gtinShape = /^(?:\d{8}|\d{12,14})$/;

export function gtinOfObject(object: Json): string | null {
  const text = textAt(object, ["gtin", "gtin13", "gtin12", "ean", "ean13", "upc", "barcode"]);
  return text !== null && gtinShape.test(text) ? text : null;
}

/** The variants of a product, whatever the platform calls them. */
export function variantsIn(object: Json): Json[] {
  const master = lookUp(object, ["mastervariant"]);
  const first = isJson(master) ? [master] : [];
  const value = lookUp(object, [
    "variants",
    "variations",
    "skus",
    "productvariants",
    "children",
    "items",
    "farger",
  ]);
  if (Array.isArray(value))
    return [
      ...first,
      ...value.map((each) => (isJson(each) && isJson(each.node) ? each.node : each)).filter(isJson),
    ];
  if (isJson(value)) return [...first, ...Object.values(value).filter(isJson)];
  return first;
}
