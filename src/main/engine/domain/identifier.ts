import type { MatchField } from "../../../shared/contract/product.js";
import { parseAsin } from "./asin.js";
import { parseBarcode } from "./gtin.js";
import { asinInUrl, looksLikeUrl, normaliseProductUrl } from "./product-url.js";

/** Fields with an exact, normalised key. The numbers are stored; never renumber them. */
export const identifierKinds = { barcode: 1, service_id: 2, asin: 3, url: 4, model: 5, mpn: 6 } as const;
export type ExactField = keyof typeof identifierKinds;

/** One exact lookup, and the match field to report if it succeeds. */
export interface ExactProbe {
  readonly kind: ExactField;
  readonly key: string;
  readonly by: MatchField;
}

export interface LookupPlan {
  /** In the order of decision 11; the first with a match wins. */
  readonly probes: readonly ExactProbe[];
  /** Whether to fall back to full text if no probe matches. */
  readonly shouldSearchName: boolean;
}

const emptyPlan: LookupPlan = { probes: [], shouldSearchName: false };
const productKeyPattern = /^product\/[^/\s]+\/[^/\s]+$/;

/** Models and MPNs are compared whole, ignoring case and the amount of white space. */
export function normaliseCode(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase();
}

function urlProbes(text: string): ExactProbe[] {
  const key = normaliseProductUrl(text);
  if (key === null) return [];
  const asin = asinInUrl(text);
  const probes: ExactProbe[] = [{ kind: "url", key, by: "url" }];
  // A marketplace URL reports a match by `url`, even if its ASIN found the product (decision 43).
  if (asin !== null) probes.push({ kind: "asin", key: asin, by: "url" });
  return probes;
}

/** Plans the lookups for an identifier from its shape alone (decision 11). */
export function planLookup(identifier: string): LookupPlan {
  const text = identifier.trim();
  if (text === "") return emptyPlan;
  if (looksLikeUrl(text)) return { probes: urlProbes(text), shouldSearchName: false };
  const barcode = parseBarcode(text);
  if (barcode.kind === "bad-check-digit") return emptyPlan;
  const probes: ExactProbe[] = [];
  if (barcode.kind === "gtin") probes.push({ kind: "barcode", key: barcode.gtin14, by: "barcode" });
  if (productKeyPattern.test(text)) probes.push({ kind: "service_id", key: text, by: "service_id" });
  const asin = parseAsin(text);
  if (asin !== null) probes.push({ kind: "asin", key: asin, by: "asin" });
  const code = normaliseCode(text);
  probes.push({ kind: "model", key: code, by: "model" }, { kind: "mpn", key: code, by: "mpn" });
  // A well-formed barcode or ASIN that is absent from the catalogue yields no match (contract §7 rule 3): searching
  // for its digits as a name would return another product's price.
  return {
    probes,
    shouldSearchName: barcode.kind === "not-a-barcode" && asin === null && !productKeyPattern.test(text),
  };
}
