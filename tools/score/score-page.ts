import type { Extraction } from "../../src/main/engine/extract/extraction.js";
import { assertNever } from "../../src/shared/assert-never.js";
import type { Expectation } from "./expectation.js";

/** A field whose extracted value differs from the expected one. */
export interface Mismatch {
  readonly field: keyof Expectation;
  readonly expected: unknown;
  readonly found: unknown;
}

/** The score of one page. `tidemark score --json` prints it. */
export interface PageScore {
  /** The fields that were compared; named as in the JSON output. */
  readonly judged: readonly (keyof Expectation)[];
  readonly misses: readonly Mismatch[];
}

type ValueField = Exclude<keyof Expectation, "candidates" | "conditions">;

function foundValue({ status, product, offer }: Extraction, field: ValueField): unknown {
  switch (field) {
    case "status":
      return status;
    case "price":
    case "currency":
    case "availability":
    case "list_price":
    case "lowest_30_days":
    case "shipping":
    case "condition":
    case "seller":
      return offer?.[field] ?? null;
    case "title":
    case "brand":
    case "gtin":
    case "sku":
    case "mpn":
      return product?.[field] ?? null;
    default:
      return assertNever(field);
  }
}

/** Ignores white space and letter case, and the leading zeros of barcodes, which are padding. */
function normalize(field: ValueField, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (field === "gtin") return value.replace(/^0+/, "");
  return value.replace(/\s+/g, " ").trim().toLowerCase();
}

function compareField(field: keyof Expectation, expect: Expectation, extraction: Extraction): Mismatch[] {
  if (field === "candidates") {
    const prices = extraction.candidates.map(({ price }) => price);
    const hasAll = (expect.candidates ?? []).every((price) => prices.includes(price));
    return hasAll ? [] : [{ field, expected: expect.candidates, found: prices }];
  }
  if (field === "conditions") {
    const found = (extraction.offer?.conditions ?? []).map(({ kind, price }) => ({ kind, price }));
    const isSame = JSON.stringify(found) === JSON.stringify(expect.conditions);
    return isSame ? [] : [{ field, expected: expect.conditions, found }];
  }
  const expected = expect[field];
  const found = foundValue(extraction, field);
  return normalize(field, expected) === normalize(field, found) ? [] : [{ field, expected, found }];
}

/** Compares an extraction with the expected values. */
export function scorePage(expect: Expectation, extraction: Extraction): PageScore {
  const judged = (Object.keys(expect) as (keyof Expectation)[]).filter(
    (field) => expect[field] !== undefined,
  );
  return { judged, misses: judged.flatMap((field) => compareField(field, expect, extraction)) };
}

/** What a reading does to a shopper, the best first. */
export const outcomes = ["right", "no stock", "asked", "nothing", "false stock", "wrong number"] as const;
export type Outcome = (typeof outcomes)[number];

/** How a page's price is read, with its currency; null where that is right. */
function priceOutcome(
  { price, currency = null }: Expectation,
  { status, offer }: Extraction,
): Outcome | null {
  const read = status === "found" ? (offer?.price ?? null) : null;
  if (price === undefined || read === price) {
    if (read === null || currency === null || offer?.currency === currency) return null;
    return offer?.currency === null ? "asked" : "wrong number";
  }
  if (read !== null) return "wrong number";
  return status === "ambiguous" ? "asked" : "nothing";
}

/** How a page's price and stock are read. A wrong currency is a wrong number, one that is not told must be asked. */
export function outcomeOf(expect: Expectation, extraction: Extraction): Outcome {
  const { availability = null } = expect;
  const stock = extraction.offer?.availability ?? null;
  const outcome = priceOutcome(expect, extraction);
  if (outcome !== null) return outcome;
  if (availability === null || stock === availability) return "right";
  return stock === null ? "no stock" : "false stock";
}
