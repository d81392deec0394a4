import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPriceSpans } from "../../../../src/main/engine/domain/best-price.js";
import type { PricePoint } from "../../../../src/main/engine/domain/price-point.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import { closePoints, naiveMerge, startMs } from "./points.js";

const codes = { in: 1, out: 2, unknown: 0 } as const;

/** Points as `[time, price, availability]`. */
function series(id: string, ...points: [number, number, keyof typeof codes][]) {
  return {
    id,
    points: points.map(
      ([atMs, priceMinor, word]): PricePoint => ({
        atMs,
        priceMinor,
        availability: codes[word],
      }),
    ),
  };
}

/** Spans as `id from-to price`. */
function formatSpans(nowMs: number, ...list: ReturnType<typeof series>[]): string[] {
  return bestPriceSpans(list, nowMs).map(
    ({ id, fromMs, toMs, priceMinor }) => `${id} ${fromMs}-${toMs} ${priceMinor}`,
  );
}

describe("the best price over time", () => {
  it("the best price has no span without offers or points", () => {
    expect(formatSpans(100)).toEqual([]);
    expect(formatSpans(100, series("a"))).toEqual([]);
  });

  it("the best price follows the price of a single offer", () => {
    expect(formatSpans(100, series("a", [10, 500, "in"], [40, 450, "in"]))).toEqual([
      "a 10-40 500",
      "a 40-100 450",
    ]);
  });

  it("the best price belongs to the cheapest offer, and stays with the first of equals", () => {
    const a = series("a", [10, 500, "in"], [50, 480, "in"]);
    const b = series("b", [20, 480, "in"], [80, 600, "in"]);
    expect(formatSpans(100, a, b)).toEqual(["a 10-20 500", "b 20-50 480", "a 50-100 480"]);
  });

  it("the best price has gaps while out of stock, and counts unknown stock as available", () => {
    const a = series("a", [10, 500, "in"], [30, 500, "out"], [60, 550, "unknown"]);
    expect(formatSpans(100, a)).toEqual(["a 10-30 500", "a 60-100 550"]);
  });

  it("the best price joins spans across changes that do not affect it", () => {
    const a = series("a", [10, 500, "in"]);
    const b = series("b", [20, 900, "in"], [30, 800, "in"], [40, 800, "out"]);
    expect(formatSpans(100, a, b)).toEqual(["a 10-100 500"]);
  });

  it("the best price has no span for changes at the same instant or at the present time", () => {
    const a = series("a", [10, 500, "in"]);
    const b = series("b", [10, 400, "in"], [100, 300, "in"]);
    expect(formatSpans(100, a, b)).toEqual(["b 10-100 400"]);
  });

  it("the best price ends now, even if a clock that was ahead has left future points", () => {
    const a = series("a", [10, 500, "in"], [150, 400, "in"], [200, 300, "in"]);
    expect(formatSpans(100, a)).toEqual(["a 10-100 500"]);
    expect(formatSpans(160, a)).toEqual(["a 10-150 500", "a 150-160 400"]);
  });

  it("the best price is the lowest price in stock at every instant", () => {
    const offers = fc.array(closePoints, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(offers, (lists) => {
        const all = lists.map((points, id) => ({ id, points: naiveMerge([], points) }));
        const spans = bestPriceSpans(all, startMs + 31 * DAY_MS);
        for (let day = 0; day < 31; day++) {
          const at = startMs + day * DAY_MS + 1;
          const current = all
            .map(({ points }) => points.findLast(({ atMs }) => atMs <= at))
            .filter((point) => point !== undefined && point.availability !== codes.out)
            .map((point) => point?.priceMinor ?? 0);
          const span = spans.find(({ fromMs, toMs }) => fromMs <= at && at < toMs);
          expect(span?.priceMinor ?? null).toBe(current.length === 0 ? null : Math.min(...current));
        }
      }),
    );
  });
});
