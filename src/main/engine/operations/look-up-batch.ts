import type { BatchResult, BatchSummary } from "../../../shared/contract/batch.js";
import type { Offer } from "../../../shared/contract/offer.js";
import type { BatchInclude } from "../db/batch-job.js";
import { returnableOffers } from "../db/offer.js";
import { reviewOf } from "../db/review.js";
import type { ReadDb } from "../db/store.js";
import { batchProductCost } from "../domain/cost.js";
import { toContractOffer } from "./read-offers.js";
import { withMatch } from "./read-products.js";
import { resolveIdentifier } from "./resolve-identifiers.js";

/** One identifier's result, and the cost of its product if not charged already. */
export interface BatchFinding {
  readonly productId: number | null;
  readonly result: BatchResult;
  readonly credits: number;
}

function offersOf(db: ReadDb, productId: number): Offer[] {
  return returnableOffers(db, productId, null).map((offer) => toContractOffer(offer, []));
}

export function lookUpOne(db: ReadDb, identifier: string, include: readonly BatchInclude[]): BatchFinding {
  // White space around an identifier is ignored, but the result returns it as sent.
  const found = resolveIdentifier(db, identifier.trim());
  const withOffers = include.includes("offers");
  const withReviews = include.includes("reviews");
  if (found === null) {
    const extras = { ...(withOffers ? { offers: [] } : {}), ...(withReviews ? { review: null } : {}) };
    const result: BatchResult = { identifier, status: "not_found", product: null, ...extras };
    return { productId: null, result, credits: 0 };
  }
  const offers = withOffers ? offersOf(db, found.id) : [];
  const review = withReviews ? reviewOf(db, found.id) : null;
  return {
    productId: found.id,
    result: {
      identifier,
      status: "found",
      product: withMatch(found),
      ...(withOffers ? { offers } : {}),
      ...(withReviews ? { review } : {}),
    },
    credits: batchProductCost({ hasOffers: offers.length > 0, hasReview: review !== null }),
  };
}

/** The credits for these findings. Each product counts once, unless it is in `charged` (decision 23). */
export function costOfFindings(findings: readonly BatchFinding[], charged: ReadonlySet<number>): number {
  const seen = new Set(charged);
  let credits = 0;
  for (const finding of findings) {
    if (finding.productId === null || seen.has(finding.productId)) continue;
    seen.add(finding.productId);
    credits += finding.credits;
  }
  return credits;
}

export function summarise(results: readonly BatchResult[]): BatchSummary {
  const found = results.filter(({ status }) => status === "found").length;
  return { total: results.length, found, not_found: results.length - found };
}
