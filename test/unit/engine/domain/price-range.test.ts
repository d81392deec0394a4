import { describe, expect, it } from "vitest";
import { priceRange } from "../../../../src/main/engine/domain/price-range.js";

/** Spans of these lengths and prices, one after the other. */
function spans(...parts: [length: number, priceMinor: number][]) {
  let fromMs = 0;
  return parts.map(([length, priceMinor]) => {
    const span = { fromMs, toMs: fromMs + length, priceMinor };
    fromMs = span.toMs;
    return span;
  });
}

describe("the range of a price", () => {
  it("the range of a price is null when there was none", () => {
    expect(priceRange([], 400)).toBeNull();
  });

  it("the usual range is the middle half of the time, whatever the extremes", () => {
    const range = priceRange(spans([5, 100], [30, 600], [30, 620], [30, 650], [5, 9_000]), 365);
    expect(range?.usual).toEqual({ lowMinor: 600, highMinor: 650 });
    expect([range?.lowest.priceMinor, range?.highest.priceMinor]).toEqual([100, 9_000]);
  });

  it("a low that was reached twice counts from its last time", () => {
    expect(priceRange(spans([5, 100], [5, 300], [5, 100], [5, 300], [5, 200]), 365)).toMatchObject({
      lowest: { fromMs: 10 },
      highest: { fromMs: 15 },
    });
  });

  it("no price is usual before there are two weeks of history", () => {
    expect(priceRange(spans([5, 100], [5, 300]), 13)).toMatchObject({
      lowest: { priceMinor: 100 },
      highest: { priceMinor: 300 },
      usual: null,
    });
    expect(priceRange(spans([5, 100], [5, 300]), 14)?.usual).toEqual({ lowMinor: 100, highMinor: 300 });
  });
});
