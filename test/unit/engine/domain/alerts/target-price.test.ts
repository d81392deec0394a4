import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { targetBelow } from "../../../../../src/main/engine/operations/alerts/save-many-rules.js";

describe("targets in percent below a price", () => {
  it.each([
    [11_900, 10, "EUR", 10_710],
    [24_999, 10, "USD", 22_500],
    [129_900, 15, "USD", 110_415],
    [4_999, 10, "USD", 4_500],
    [899, 10, "USD", 810],
    [20_000, 50, "USD", 10_000],
    [1, 95, "USD", 1],
    [12_990, 10, "KWD", 11_691],
    [498_000, 15, "JPY", 423_300],
    [498_500, 15, "JPY", 423_800],
    [10_000, 1, "JPY", 9_900],
    [1_000, 1, "JPY", 900],
  ])("the price %d less %d%% in %s is the target %d", (price, percent, currency, target) => {
    expect(targetBelow(price, percent, currency)).toBe(target);
  });

  it("a target is below the price, less than one unit above the exact amount, and reached by a drop of that percentage", () => {
    const price = fc.integer({ min: 100, max: 1e7 });
    const currency = fc.constantFrom(["USD", 1] as const, ["JPY", 100] as const);
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 95 }), currency, (units, percent, [code, unit]) => {
        const priceMinor = units * unit;
        const exact = (priceMinor * (100 - percent)) / 100;
        const target = targetBelow(priceMinor, percent, code);
        expect(target).toBeLessThan(priceMinor);
        expect(target).toBeGreaterThanOrEqual(exact - 1e-6);
        expect(target).toBeLessThan(exact + unit);
        expect(target % unit).toBe(0);
      }),
    );
  });
});
