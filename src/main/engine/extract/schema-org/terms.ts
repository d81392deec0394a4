import type { Availability, Condition, Ordering } from "../candidate.js";
import table from "../words/schema-org.json" with { type: "json" };
import { localName, type Thing, textOf } from "./thing.js";

export const productTypes: ReadonlySet<string> = new Set(table.products.split(" "));

export const aggregateTypes: ReadonlySet<string> = new Set(["aggregateoffer"]);

/** Whether a shopper can order it now, even if it is delivered later. */
const availabilities = new Map<string, Availability>([
  ...table.inStock.split(", ").map((name) => [name, "in"] as const),
  ...table.outOfStock.split(", ").map((name) => [name, "out"] as const),
]);

/** `https://schema.org/InStock`, `InStock`, `in stock`; `null` if the text says neither. */
export function availabilityOf(text: string | null): Availability | null {
  if (text === null) return null;
  const trimmed = text.trim().toLowerCase();
  return availabilities.get(localName(trimmed)) ?? availabilities.get(trimmed) ?? null;
}

/** `https://schema.org/PreOrder`; `null` for goods that are in stock, or not for sale. */
export function orderingOf(text: string | null): Ordering | null {
  const name = localName(text?.trim().toLowerCase() ?? "");
  if (name === "instoreonly") return "store";
  if (name === "preorder" || name === "presale") return "preorder";
  return name === "backorder" || name === "backordered" ? "backorder" : null;
}

export function conditionOf(text: string | null): Condition | null {
  if (text === null) return null;
  const name = localName(text)
    .replace(/condition$/, "")
    .replace(/[\s_-]/g, "");
  if (/^(?:brand)?new$/.test(name)) return "new";
  if (/^(?:(?:certified)?refurbished|renewed|reconditioned)$/.test(name)) return "refurbished";
  return /^(?:used|damaged|preowned|secondhand|openbox)/.test(name) ? "used" : null;
}

/** What an address or a selection may name it by. */
export function keysOf(thing: Thing): string[] {
  const named = ["sku", "mpn", "productid", "identifier"].map((name) => textOf(thing, name));
  return [...named, gtinOf(thing), thing.id].filter((key) => key !== null);
}

/** The first GTIN that a thing states, digits only. */
export function gtinOf(thing: Thing): string | null {
  const text = textOf(thing, "gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn", "ean", "upc", "barcode");
  const digits = text?.replace(/^(?:urn:gtin:|isbn[:\s]*)/i, "").replace(/[\s-]/g, "") ?? "";
  return /^(?:\d{8}|\d{12,14}|\d{9}[\dXx])$/.test(digits) ? digits : null;
}
