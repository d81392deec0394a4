import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { targetBelow } from "../../../../../src/main/engine/operations/alerts/save-many-rules.js";

describe("targets in percent below a price", () => {
  it.each([
    [24_999, 10, 22_500],
    [129_900, 15, 110_500],
    [10_000, 10, 9_000],
    [4_999, 10, 4_500],
    [899, 10, 810],
    [20_000, 50, 10_000],
    [1, 95, 1],
  ])("the price %d less %d%% is the target %d", (price, percent, target) => {
    expect(targetBelow(price, percent)).toBe(target);
  });

  it("a target is below the price, at most 1 % off the exact amount, and reached by a drop of that percentage", () => {
    const price = fc.integer({ min: 100, max: 1e9 });
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 95 }), (priceMinor, percent) => {
        const exact = (priceMinor * (100 - percent)) / 100;
        const target = targetBelow(priceMinor, percent);
        expect(target).toBeLessThan(priceMinor);
        // Closer to the price than a round step, the target may have to be rounded down.
        if (priceMinor - exact > 100) expect(target).toBeGreaterThanOrEqual(exact - 1e-6);
        expect(target).toBeGreaterThan(exact * 0.99 - 1);
        expect(target).toBeLessThan(exact * 1.01 + 1);
        expect(Number.isInteger(target)).toBe(true);
      }),
    );
  });
});
