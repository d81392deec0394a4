import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPriceHistory } from "../../../../src/main/engine/domain/best-price.js";
import { productStatistics } from "../../../../src/main/engine/domain/statistics.js";
import { priceVerdict } from "../../../../src/main/engine/domain/verdict.js";
import { verdictFact } from "../../../../src/shared/app/statistics.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import { closePoints, naiveMerge, startMs } from "./points.js";

const now = Date.UTC(2026, 10, 21);

/** The verdict on one offer with these prices, as `[days ago, price]`; 0 is out of stock. */
function verdictFor(...points: [number, number][]) {
  const series = points.map(([daysAgo, price]) => ({
    atMs: now - daysAgo * DAY_MS,
    priceMinor: price === 0 ? 1_000 : price,
    availability: price === 0 ? (2 as const) : (1 as const),
  }));
  return priceVerdict(productStatistics(bestPriceHistory([{ id: "a", points: series }], now)));
}

describe("verdicts", () => {
  it("the verdict is none while the product is out of stock", () => {
    expect(verdictFor([100, 10_000], [1, 0])).toMatchObject({ kind: "none", grade: null });
    expect(verdictFor()).toMatchObject({ kind: "none", grade: null });
  });

  it.each([
    [13, "Only 13 days of history: too little to say whether $123.45 is a good price."],
    [0.5, "Less than a day of history: too little to say whether $123.45 is a good price."],
    [1, "Only 1 day of history: too little to say whether $123.45 is a good price."],
  ])("the verdict admits to only %d days of data", (days, reason) => {
    const facts = [
      { kind: "price", price: 123.45, currency: "USD" },
      { kind: "thin", days: Math.floor(days) },
    ];
    expect(verdictFor([days, 12_345])).toEqual({ kind: "thin", grade: null, reason, facts });
  });

  it("the verdict states the figures of a good price", () => {
    expect(verdictFor([400, 100_000], [2, 75_000])).toEqual({
      kind: "good",
      grade: "A+",
      reason:
        "$750.00 is 25% under its 30-day median of $1,000.00; 25% under its 365-day median of $1,000.00; the lowest price seen so far.",
      facts: [
        { kind: "price", price: 750, currency: "USD" },
        { kind: "against_median", days: 30, median: 1_000, percent: 25 },
        { kind: "against_median", days: 365, median: 1_000, percent: 25 },
        { kind: "lowest_so_far" },
      ],
    });
  });

  it("the verdict states the figures of a fair price, and leaves out a missing year", () => {
    expect(verdictFor([60, 90_000], [50, 100_000])).toEqual({
      kind: "fair",
      grade: "C",
      reason: "$1,000.00 is at its 30-day median of $1,000.00; the lowest seen was $900.00.",
      facts: [
        { kind: "price", price: 1_000, currency: "USD" },
        { kind: "against_median", days: 30, median: 1_000, percent: 0 },
        { kind: "lowest_was", price: 900 },
      ],
    });
  });

  it("the verdict states the figures of a bad price", () => {
    expect(verdictFor([400, 100_000], [2, 130_000])).toMatchObject({
      kind: "wait",
      grade: "F",
      reason: expect.stringContaining("30% over its 30-day median of $1,000.00"),
    });
  });

  it("the verdict is always one complete sentence", () => {
    fc.assert(
      fc.property(fc.array(closePoints, { maxLength: 3 }), fc.nat(500), (lists, days) => {
        const series = lists.map((points, id) => ({ id, points: naiveMerge([], points) }));
        const history = bestPriceHistory(series, startMs + (31 + days) * DAY_MS);
        const verdict = priceVerdict(productStatistics(history));
        expect(verdict.reason).toMatch(/^[A-Z$].*\.$/);
        expect(verdict.reason).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(verdict.facts[0]?.kind).toBe(verdict.kind === "none" ? "no_price" : "price");
        expect(verdict.facts.every((fact) => verdictFact.safeParse(fact).success)).toBe(true);
        expect(verdict.grade === null).toBe(verdict.kind === "none" || verdict.kind === "thin");
      }),
    );
  });
});
