import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPriceSpans } from "../../../../src/main/engine/domain/best-price.js";
import { percentChange, recentPrices } from "../../../../src/main/engine/domain/recent-prices.js";
import { productStatistics } from "../../../../src/main/engine/domain/statistics.js";
import { clipSpans } from "../../../../src/main/engine/domain/step-series.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import { closePoints, naiveMerge, startMs } from "./points.js";

const now = Date.UTC(2026, 10, 21);

/** Points as `[days ago, price]`; 0 is out of stock. */
function offer(id: string, ...points: [number, number][]) {
  return {
    id,
    points: points.map(([daysAgo, price]) => ({
      atMs: now - daysAgo * DAY_MS,
      priceMinor: price === 0 ? 1 : price,
      availability: price === 0 ? (2 as const) : (1 as const),
    })),
  };
}

describe("recent prices", () => {
  it("recent prices are null without points", () => {
    const nothing = { current: null, yesterday: null, median30: null, lowest30: null, highest30: null };
    expect(recentPrices([], now)).toEqual(nothing);
    expect(recentPrices([offer("a")], now)).toEqual(nothing);
  });

  it("recent prices are the best prices of all offers in the last 30 days", () => {
    const a = offer("a", [90, 500], [40, 1_000], [10, 900], [0.5, 800]);
    const b = offer("b", [20, 950], [5, 2_000]);
    expect(recentPrices([a, b], now)).toEqual({
      current: 800,
      // The last change was half a day ago, so 24 hours ago the price was the previous one.
      yesterday: 900,
      median30: 950,
      lowest30: 800,
      highest30: 1_000,
    });
  });

  it("recent prices do not include a price for times out of stock", () => {
    expect(recentPrices([offer("a", [9, 900], [2, 0], [0.2, 700])], now)).toMatchObject({
      current: 700,
      yesterday: null,
    });
    expect(recentPrices([offer("a", [9, 900], [0.2, 0])], now)).toMatchObject({
      current: null,
      yesterday: 900,
    });
  });

  it("recent prices agree with the statistics of the whole history", () => {
    const offers = fc.array(closePoints, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 60 }), (lists, days) => {
        const nowMs = startMs + days * DAY_MS;
        const series = lists.map((points, id) => ({ id, points: naiveMerge([], points) }));
        const recent = recentPrices(series, nowMs);
        const stats = productStatistics(series, nowMs);
        expect(recent.median30).toBe(stats.median30);
        expect(recent.current).toBe(stats.current?.priceMinor ?? null);
        const month = clipSpans(bestPriceSpans(series, nowMs), nowMs - 30 * DAY_MS, nowMs);
        const prices = month.map(({ priceMinor }) => priceMinor).sort((a, b) => a - b);
        expect([recent.lowest30, recent.highest30]).toEqual([prices[0] ?? null, prices.at(-1) ?? null]);
      }),
    );
  });
});

it.each([
  [1_000, 1_000, 0],
  [1_000, 750, -25],
  [750, 1_000, 33.3],
  [100_000, 99_999, 0],
])("the change from %d to %d is %d percent", (from, to, percent) => {
  expect(percentChange(from, to)).toBe(percent);
});
