/** Credits by the contract's cost table, section 8. All pure arithmetic; charging is the pipeline's. */

export const costs = {
  perProduct: 1,
  perProductWithOffers: 3,
  perProductWithRetailerOffers: 2,
  perReview: 1,
  perProductScheduled: 1,
  dealsPerCredit: 10,
} as const;

/** A product is charged once however many identifiers led to it (decision 12). */
export function productsCost(distinctProducts: number): number {
  return distinctProducts * costs.perProduct;
}

export function offersCost(productsWithOffers: number, isLimitedToRetailer: boolean): number {
  return (
    productsWithOffers *
    (isLimitedToRetailer ? costs.perProductWithRetailerOffers : costs.perProductWithOffers)
  );
}

/** The per-day part counts both ends of the window (decision 16), once a request, and only where offers are found. */
export function historyCost(productsWithOffers: number, isLimitedToRetailer: boolean, days: number): number {
  return productsWithOffers === 0 ? 0 : offersCost(productsWithOffers, isLimitedToRetailer) + days;
}

export function reviewCost(hasReview: boolean): number {
  return hasReview ? costs.perReview : 0;
}

/** One credit per ten deals begun, at least one even where none is returned (decisions 21 and 41). */
export function dealsCost(returned: number): number {
  return Math.max(1, Math.ceil(returned / costs.dealsPerCredit));
}

/** What a product of a batch adds: 1, 3 more with offers that were asked for, 1 more with such a review. */
export function batchProductCost(found: {
  readonly hasOffers: boolean;
  readonly hasReview: boolean;
}): number {
  return (
    costs.perProduct +
    (found.hasOffers ? costs.perProductWithOffers : 0) +
    (found.hasReview ? costs.perReview : 0)
  );
}

export function schedulesCost(distinctProducts: number): number {
  return distinctProducts * costs.perProductScheduled;
}
