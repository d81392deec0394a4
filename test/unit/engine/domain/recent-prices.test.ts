import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changeSince,
  percentChange,
  recentPrices,
} from "../../../../src/main/engine/domain/recent-prices.js";
import { productStatistics } from "../../../../src/main/engine/domain/statistics.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import { closePoints, historyOf, naiveMerge, startMs } from "./points.js";

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

function recent(...offers: ReturnType<typeof offer>[]) {
  return recentPrices(historyOf(offers, now));
}

describe("recent prices", () => {
  it("recent prices are null without points", () => {
    expect(recent()).toEqual({ current: null, yesterday: null, median30: null });
    expect(recent(offer("a"))).toEqual({ current: null, yesterday: null, median30: null });
  });

  it("recent prices are the best prices of all offers in the last 30 days", () => {
    const a = offer("a", [90, 500], [40, 1_000], [10, 900], [0.5, 800]);
    const b = offer("b", [20, 950], [5, 2_000]);
    expect(recent(a, b)).toEqual({
      current: 800,
      // The last change was half a day ago, so 24 hours ago the price was the previous one.
      yesterday: 900,
      median30: 950,
    });
  });

  it("recent prices do not include a price for times out of stock", () => {
    expect(recent(offer("a", [9, 900], [2, 0], [0.2, 700]))).toMatchObject({
      current: 700,
      yesterday: null,
    });
    expect(recent(offer("a", [9, 900], [0.2, 0]))).toMatchObject({
      current: null,
      yesterday: 900,
    });
  });

  it.each([
    ["a second", 1_000],
    ["a year", 365 * DAY_MS],
  ])("recent prices include the newest one if the reader's clock is %s behind it", (_name, ms) => {
    const history = historyOf([offer("a", [60, 1_000], [20, 900], [0, 800])], now - ms);
    expect(recentPrices(history)).toEqual({ current: 800, yesterday: 900, median30: 900 });
    expect(changeSince(history, 800, now - 40 * DAY_MS)).toBe(-20);
  });

  it("recent prices agree with the statistics of the whole history", () => {
    const offers = fc.array(closePoints, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 60 }), (lists, days) => {
        const nowMs = startMs + days * DAY_MS;
        const series = lists.map((points, id) => ({ id, points: naiveMerge([], points) }));
        const history = historyOf(series, nowMs);
        const { median30, current } = recentPrices(history);
        const stats = productStatistics(history);
        expect(median30).toBe(stats.median30);
        expect(current).toBe(stats.current?.priceMinor ?? null);
      }),
    );
  });
});

it.each([
  [1_000, 1_000, 0],
  [1_000, 750, -25],
  [750, 1_000, 33.33],
  [100_000, 99_999, 0],
])("the change from %d to %d is %d percent", (from, to, percent) => {
  expect(percentChange(from, to)).toBe(percent);
});

describe("the change since a product was added", () => {
  const since = (...offers: ReturnType<typeof offer>[]) => {
    const history = historyOf(offers, now);
    return changeSince(history, history.spans.at(-1)?.priceMinor ?? 0, now - 10 * DAY_MS);
  };
  const fallen = offer("a", [10, 2_400], [5, 1_800]);

  it.each([
    ["counts from the price on that day", [fallen], -25],
    ["stays when a dearer shop joins", [fallen, offer("b", [2, 2_200])], -25],
    ["counts the price of a cheaper shop that joins", [fallen, offer("b", [2, 1_500])], -37.5],
    ["follows a cheaper shop", [fallen, offer("b", [2, 1_500], [1, 1_200])], -50],
    ["does not count a price that another shop undercuts", [fallen, offer("b", [2, 2_200], [1, 2_000])], -25],
  ])("%s", (_case, offers, change) => {
    expect(since(...offers)).toBe(change);
  });
});
