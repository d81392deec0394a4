/** Costs in credits (contract §8). */

export const costs = {
  perProduct: 1,
  perProductWithOffers: 3,
  perProductWithRetailerOffers: 2,
  perReview: 1,
  perProductScheduled: 1,
  dealsPerCredit: 10,
} as const;

/** A product is charged once, however many identifiers match it (decision 12). */
export function productsCost(distinctProducts: number): number {
  return distinctProducts * costs.perProduct;
}

export function offersCost(productsWithOffers: number, isLimitedToRetailer: boolean): number {
  return (
    productsWithOffers *
    (isLimitedToRetailer ? costs.perProductWithRetailerOffers : costs.perProductWithOffers)
  );
}

/** `days` counts both ends of the window; charged once per request, and only if offers are found (decision 16). */
export function historyCost(productsWithOffers: number, isLimitedToRetailer: boolean, days: number): number {
  return productsWithOffers === 0 ? 0 : offersCost(productsWithOffers, isLimitedToRetailer) + days;
}

export function reviewCost(hasReview: boolean): number {
  return hasReview ? costs.perReview : 0;
}

/** One credit per ten deals or part thereof, at least one even if none is returned (decisions 21 and 41). */
export function dealsCost(dealCount: number): number {
  return Math.max(1, Math.ceil(dealCount / costs.dealsPerCredit));
}

/** Cost of one product in a batch; offers and review count if they were requested and found. */
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
