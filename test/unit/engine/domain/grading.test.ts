import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gradePrice, type PriceFigures } from "../../../../src/main/engine/domain/grading.js";

const worstFirst = ["F", "D-", "D", "D+", "C-", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"];

function gradeText(figures: Partial<PriceFigures>): string {
  const { letter, suffix } = gradePrice({
    priceMinor: 1_000,
    median30: 1_000,
    median365: 1_000,
    lowest: 500,
    daysOfHistory: 400,
    ...figures,
  });
  return letter + suffix;
}

/** Prices that are often equal or close to each other. */
const price = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 95, max: 105 }));
const median = fc.option(price, { nil: null });
const figures = fc.record({
  median30: median,
  median365: median,
  lowest: median,
  daysOfHistory: fc.nat(800),
});

describe("grades of prices (decision 22)", () => {
  it.each([
    ["at both medians", {}, "C"],
    ["at its lowest because it never moved", { lowest: 1_000 }, "C"],
    ["just over its lowest, which is the usual price", { priceMinor: 1_010, lowest: 1_000 }, "C"],
    ["10 % under both medians", { priceMinor: 900 }, "B"],
    ["10 % under both medians, at its lowest", { priceMinor: 900, lowest: 900 }, "A"],
    ["10 % under both medians, close to its lowest", { priceMinor: 900, lowest: 870 }, "A-"],
    ["a quarter under both medians", { priceMinor: 750 }, "A+"],
    ["10 % over both medians", { priceMinor: 1_100 }, "D"],
    ["a quarter over both medians", { priceMinor: 1_250 }, "F"],
    ["without medians", { median30: null, median365: null, lowest: null }, "C"],
    ["with 14 days of data", { priceMinor: 750, daysOfHistory: 14 }, "A+"],
    ["with 13 days of data, a letter lower", { priceMinor: 750, daysOfHistory: 13 }, "B+"],
    ["far over both medians with little data", { priceMinor: 1_250, daysOfHistory: 1 }, "F"],
  ])("the grade is right for a price %s", (_case, changed, grade) => {
    expect(gradeText(changed)).toBe(grade);
  });

  it("the grade is one of thirteen, with a value from 0 to 100", () => {
    fc.assert(
      fc.property(figures, price, (past, priceMinor) => {
        const { letter, suffix, value } = gradePrice({ ...past, priceMinor });
        expect(worstFirst).toContain(letter + suffix);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
      }),
    );
  });

  it("the grade never gets worse when the price is lower", () => {
    fc.assert(
      fc.property(figures, price, price, (past, a, b) => {
        const low = gradePrice({ ...past, priceMinor: Math.min(a, b) });
        const high = gradePrice({ ...past, priceMinor: Math.max(a, b) });
        expect(low.value).toBeGreaterThanOrEqual(high.value);
        expect(worstFirst.indexOf(low.letter + low.suffix)).toBeGreaterThanOrEqual(
          worstFirst.indexOf(high.letter + high.suffix),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
