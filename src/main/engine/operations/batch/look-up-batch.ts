import type { BatchResult, BatchSummary } from "../../../../shared/contract/batch.js";
import type { BatchInclude } from "../../db/batch/batch-job.js";
import { returnableOffers } from "../../db/prices/offer.js";
import { reviewOfProduct } from "../../db/products/review.js";
import type { ReadDb } from "../../db/store.js";
import { batchProductCost } from "../../domain/cost.js";
import { toContractOffer } from "../products/read-offers.js";
import { withMatch } from "../products/read-products.js";
import { resolveIdentifier } from "../products/resolve-identifiers.js";

/** One identifier's result, and what its product costs unless it was charged before. */
export interface BatchFinding {
  readonly productId: number | null;
  readonly result: BatchResult;
  readonly credits: number;
}

export function lookUpIdentifier(
  db: ReadDb,
  identifier: string,
  include: readonly BatchInclude[],
): BatchFinding {
  // White space around an identifier is ignored, but the result returns it as sent.
  const found = resolveIdentifier(db, identifier.trim());
  const includesOffers = include.includes("offers");
  const includesReviews = include.includes("reviews");
  if (found === null) {
    const extras = {
      ...(includesOffers ? { offers: [] } : {}),
      ...(includesReviews ? { review: null } : {}),
    };
    const result: BatchResult = { identifier, status: "not_found", product: null, ...extras };
    return { productId: null, result, credits: 0 };
  }
  const offers = (includesOffers ? returnableOffers(db, found.id, null) : []).map((offer) =>
    toContractOffer(offer, []),
  );
  const review = includesReviews ? reviewOfProduct(db, found.id) : null;
  return {
    productId: found.id,
    result: {
      identifier,
      status: "found",
      product: withMatch(found),
      ...(includesOffers ? { offers } : {}),
      ...(includesReviews ? { review } : {}),
    },
    credits: batchProductCost({ hasOffers: offers.length > 0, hasReview: review !== null }),
  };
}

export function lookUpIdentifiers(
  db: ReadDb,
  {
    identifiers,
    include,
  }: { readonly identifiers: readonly string[]; readonly include: readonly BatchInclude[] },
): BatchFinding[] {
  return identifiers.map((identifier) => lookUpIdentifier(db, identifier, include));
}

/** The credits for these findings: once for each product, none for those in `charged` (decision 23). */
export function findingsCost(findings: readonly BatchFinding[], charged: ReadonlySet<number>): number {
  const counted = new Set(charged);
  let credits = 0;
  for (const finding of findings) {
    if (finding.productId === null || counted.has(finding.productId)) continue;
    counted.add(finding.productId);
    credits += finding.credits;
  }
  return credits;
}

export function summarizeResults(results: readonly BatchResult[]): BatchSummary {
  const found = results.filter(({ status }) => status === "found").length;
  return { total: results.length, found, not_found: results.length - found };
}
