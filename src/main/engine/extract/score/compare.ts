import type { Extraction } from "../extraction.js";
import type { Expectation } from "./expectation.js";

/** A field that was not found as expected. */
export interface Miss {
  readonly field: keyof Expectation;
  readonly expected: unknown;
  readonly found: unknown;
}

/** How one page was read, field by field. */
export interface PageScore {
  readonly judged: readonly (keyof Expectation)[];
  readonly misses: readonly Miss[];
}

type Field = Exclude<keyof Expectation, "candidates">;

function foundIn(extraction: Extraction, field: Field): unknown {
  const { status, product, offer } = extraction;
  switch (field) {
    case "status":
      return status;
    case "price":
    case "currency":
    case "availability":
    case "list_price":
    case "condition":
    case "seller":
      return offer?.[field] ?? null;
    case "title":
    case "brand":
    case "gtin":
    case "sku":
    case "mpn":
      return product?.[field] ?? null;
  }
}

/** White space and letter case are the page's taste; a barcode's leading zeros are padding. */
function folded(field: Field, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (field === "gtin") return value.replace(/^0+/, "");
  return value.replace(/\s+/g, " ").trim().toLowerCase();
}

function missOf(field: keyof Expectation, expect: Expectation, extraction: Extraction): Miss[] {
  if (field === "candidates") {
    const prices = extraction.candidates.map(({ price }) => price);
    const isAll = (expect.candidates ?? []).every((price) => prices.includes(price));
    return isAll ? [] : [{ field, expected: expect.candidates, found: prices }];
  }
  const expected = expect[field];
  const found = foundIn(extraction, field);
  return folded(field, expected) === folded(field, found) ? [] : [{ field, expected, found }];
}

/** Holds what was read against what a shopper reads. */
export function scorePage(expect: Expectation, extraction: Extraction): PageScore {
  const judged = (Object.keys(expect) as (keyof Expectation)[]).filter(
    (field) => expect[field] !== undefined,
  );
  return { judged, misses: judged.flatMap((field) => missOf(field, expect, extraction)) };
}
