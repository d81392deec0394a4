import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  batchProductCost,
  dealsCost,
  historyCost,
  offersCost,
  productsCost,
  reviewCost,
  schedulesCost,
} from "../../../../src/main/engine/domain/cost.js";

describe("credits (contract, section 8)", () => {
  it.each<[string, () => number, number]>([
    ["nothing found", () => productsCost(0), 0],
    ["one product", () => productsCost(1), 1],
    ["a hundred products", () => productsCost(100), 100],
    ["offers of none", () => offersCost(0, false), 0],
    ["offers of one", () => offersCost(1, false), 3],
    ["offers of two at one retailer", () => offersCost(2, true), 4],
    ["history of one for one day", () => historyCost(1, false, 1), 4],
    ["history of two for 30 days: days are charged once", () => historyCost(2, false, 30), 36],
    ["history of two at one retailer", () => historyCost(2, true, 30), 34],
    ["the longest history of one", () => historyCost(1, false, 367), 370],
    ["history without offers", () => historyCost(0, false, 367), 0],
    ["a review", () => reviewCost(true), 1],
    ["no review", () => reviewCost(false), 0],
    ["no deal", () => dealsCost(0), 1],
    ["one deal", () => dealsCost(1), 1],
    ["ten deals", () => dealsCost(10), 1],
    ["eleven deals", () => dealsCost(11), 2],
    ["a hundred deals", () => dealsCost(100), 10],
    ["a product of a batch", () => batchProductCost({ hasOffers: false, hasReview: false }), 1],
    ["a product of a batch with offers", () => batchProductCost({ hasOffers: true, hasReview: false }), 4],
    ["a product of a batch with a review", () => batchProductCost({ hasOffers: false, hasReview: true }), 2],
    ["a product of a batch with both", () => batchProductCost({ hasOffers: true, hasReview: true }), 5],
    ["schedules of seven products", () => schedulesCost(7), 7],
  ])("credits are charged for %s", (_case, cost, expected) => {
    expect(cost()).toBe(expected);
  });

  it("credits are whole and never fall when more is returned", () => {
    const count = fc.integer({ min: 0, max: 100 });
    const days = fc.integer({ min: 1, max: 367 });
    fc.assert(
      fc.property(count, days, fc.boolean(), (n, window, isLimited) => {
        for (const cost of [productsCost, dealsCost, (k: number) => historyCost(k, isLimited, window)]) {
          expect(Number.isInteger(cost(n))).toBe(true);
          expect(cost(n + 1)).toBeGreaterThanOrEqual(cost(n));
        }
        expect(offersCost(n, true)).toBeLessThanOrEqual(offersCost(n, false));
      }),
    );
  });
});
