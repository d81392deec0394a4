import fc from "fast-check";
import { expect, it } from "vitest";
import type { PricePoint } from "../../../../src/main/engine/domain/price-point.js";
import { productStatistics } from "../../../../src/main/engine/domain/statistics.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import { closePoints, historyOf, naiveMerge, startMs } from "./points.js";

const now = Date.UTC(2026, 10, 21);

/** Points as `[days ago, price]`, in stock. */
function offer(id: string, ...points: [number, number][]) {
  return {
    id,
    points: points.map(
      ([daysAgo, priceMinor]): PricePoint => ({
        atMs: now - daysAgo * DAY_MS,
        priceMinor,
        availability: 1,
      }),
    ),
  };
}

function statisticsOf<Id>(series: Parameters<typeof historyOf<Id>>[0], nowMs = now) {
  return productStatistics(historyOf(series, nowMs));
}

it("statistics are null without points", () => {
  expect(statisticsOf([offer("a")])).toEqual({
    current: null,
    lowest: null,
    isLowestOld: false,
    highest: null,
    median30: null,
    median90: null,
    months: [],
    cheapestMonth: null,
    daysOfHistory: 0,
  });
});

it("statistics are correct for two offers over 100 days", () => {
  const a = offer("a", [100, 1_000], [60, 800], [50, 1_000]);
  const b = offer("b", [40, 900], [10, 1_200]);
  const stats = statisticsOf([a, b]);
  expect(stats.current).toMatchObject({ id: "a", priceMinor: 1_000, fromMs: now - 10 * DAY_MS });
  expect(stats.lowest).toMatchObject({ id: "a", priceMinor: 800, fromMs: now - 60 * DAY_MS });
  // Of equal prices, the latest.
  expect(stats.highest).toMatchObject({ id: "a", priceMinor: 1_000, fromMs: now - 10 * DAY_MS });
  // 30 days: 20 at 900, 10 at 1000. 90 days: 10 at 800, 30 at 900, 50 at 1000.
  expect(stats).toMatchObject({ median30: 900, median90: 1_000 });
  expect(stats.daysOfHistory).toBe(100);
});

it("statistics have no current price when nothing is in stock", () => {
  const soldOut = offer("a", [50, 1_000]);
  soldOut.points.push({ atMs: now - DAY_MS, priceMinor: 1_000, availability: 2 });
  const stats = statisticsOf([soldOut]);
  expect(stats).toMatchObject({ current: null, median30: 1_000 });
});

it("statistics name the cheapest month only after a whole year", () => {
  const june = Math.round((now - Date.UTC(2026, 5, 1)) / DAY_MS);
  const points: [number, number][] = [
    [365, 1_000],
    [june, 800],
    [june - 30, 1_000],
  ];
  expect(statisticsOf([offer("a", ...points)]).cheapestMonth).toBe(6);
  expect(statisticsOf([offer("a", [364, 1_000], ...points.slice(1))]).cheapestMonth).toBeNull();
});

it.each([
  ["a second", 1_000],
  ["a year", 365 * DAY_MS],
])("statistics include the newest price if the reader's clock is %s behind it", (_name, ms) => {
  const history = [offer("a", [400, 1_000], [100, 900], [0, 800]), offer("b", [200, 1_100])];
  const stats = statisticsOf(history, now - ms);
  expect(stats).toEqual(statisticsOf(history, now + 1));
  expect(stats.current).toMatchObject({ id: "a", priceMinor: 800 });
  expect(stats).toMatchObject({ lowest: { priceMinor: 800 }, daysOfHistory: 400, median90: 900 });
});

it("statistics have medians between the lowest and the highest price", () => {
  const offers = fc.array(closePoints, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(offers, fc.integer({ min: 1, max: 400 }), (lists, days) => {
      const series = lists.map((points, id) => ({ id, points: naiveMerge([], points) }));
      const stats = statisticsOf(series, startMs + 31 * DAY_MS + days * DAY_MS);
      const { lowest, highest, current } = stats;
      const within = [stats.median30, stats.median90, current?.priceMinor ?? null];
      for (const each of within.filter((price) => price !== null)) {
        expect(each).toBeGreaterThanOrEqual(lowest?.priceMinor ?? Infinity);
        expect(each).toBeLessThanOrEqual(highest?.priceMinor ?? 0);
      }
    }),
  );
});
