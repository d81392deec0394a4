import { expect, it } from "vitest";
import { comparableOffers } from "../../../../../src/main/engine/domain/best-price.js";
import { availabilityCodes } from "../../../../../src/main/engine/domain/price-point.js";
import { priceRange } from "../../../../../src/main/engine/domain/price-range.js";
import {
  clipSpans,
  medianOfLastDays,
  type PriceSpan,
} from "../../../../../src/main/engine/domain/step-series.js";
import { evaluatePrice } from "../../../../../src/main/engine/domain/verdict.js";
import { getMarket, type SampleOffer } from "../../../../../src/main/engine/sources/sample/market.js";
import { changesBetween, lastChangeAt } from "../../../../../src/main/engine/sources/sample/price-curve.js";
import { maxOf, minOf } from "../../../../../src/shared/arrays.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { historyOf } from "../../domain/points.js";

const historyDays = 730;
const firstMs = Date.UTC(2026, 10, 28, 9);
const dates = [
  ...Array.from({ length: 20 }, (_, i) => firstMs + i * 37 * DAY_MS),
  // In the seasonal sales.
  ...[Date.UTC(2027, 6, 14), Date.UTC(2027, 10, 26), Date.UTC(2028, 6, 14), Date.UTC(2028, 10, 26)],
];
const lastMs = Math.max(...dates);

/** The best prices of a product's new offers, from two years before the first date. */
function bestPrices(offers: readonly SampleOffer[]): readonly PriceSpan[] {
  const inDollars = offers.filter(
    ({ isTrusted, isValid, currency }) => isTrusted && isValid && currency === "USD",
  );
  const startMs = firstMs - historyDays * DAY_MS;
  const series = comparableOffers(inDollars).map(({ id, curve }) => ({
    id,
    points: [lastChangeAt(curve, startMs), ...changesBetween(curve, startMs, lastMs)].map(
      ({ atMs, priceMinor, isOut }) => ({
        atMs,
        priceMinor,
        availability: availabilityCodes[isOut ? "out" : "in"],
      }),
    ),
  }));
  return historyOf(series, lastMs).spans;
}

/** `null` if it is sold out. */
function gradeAt(spans: readonly PriceSpan[], nowMs: number) {
  const known = clipSpans(spans, nowMs - historyDays * DAY_MS, nowMs);
  const last = known.at(-1);
  if (last?.toMs !== nowMs) return null;
  const { priceMinor } = last;
  const prices = known.map((span) => span.priceMinor);
  const year = priceRange(clipSpans(known, nowMs - 365 * DAY_MS, nowMs), historyDays);
  if (year === null) return null;
  const past = {
    median30: medianOfLastDays(known, 30, nowMs),
    year,
    lowestEver: minOf(prices) ?? 0,
    isLowestOld: false,
    highestEver: maxOf(prices) ?? 0,
    daysOfHistory: historyDays,
  };
  const { grade, isLowestEver } = evaluatePrice(past, { priceMinor, bestMinor: priceMinor, targets: [] });
  return { grade: grade ?? "", isLowest: isLowestEver };
}

/** Shares of a market's products on one day, in percent. */
function spreadAt(market: readonly (readonly PriceSpan[])[], nowMs: number) {
  const grades = market.map((spans) => gradeAt(spans, nowMs));
  const graded = grades.filter((each) => each !== null);
  const share = (pattern: RegExp) =>
    (100 * graded.filter(({ grade }) => pattern.test(grade)).length) / graded.length;
  return {
    day: new Date(nowMs).toISOString().slice(0, 10),
    great: share(/^A\+?$/),
    good: share(/^(A-|B)/),
    fair: share(/^C/),
    poor: share(/^[DF]/),
    lowest: (100 * graded.filter(({ isLowest }) => isLowest).length) / graded.length,
    soldOut: (100 * grades.filter((each) => each === null).length) / grades.length,
  };
}

/** Percent of the products: the least and the most. */
const bands = {
  great: [3, 22],
  good: [14, 40],
  fair: [33, 60],
  poor: [11, 28],
  lowest: [0, 7],
  soldOut: [0.5, 10],
} as const;
const shares = Object.keys(bands) as (keyof typeof bands)[];

it("are spread as in a real market on any day", () => {
  const everySecond = getMarket().products.filter((_, index) => index % 2 === 0);
  const market = everySecond.map(({ offers }) => bestPrices(offers));
  const spreads = dates.map((date) => spreadAt(market, date));
  for (const { day, ...spread } of spreads)
    for (const name of shares) {
      expect(spread[name], `${name} on ${day}`).toBeGreaterThanOrEqual(bands[name][0]);
      expect(spread[name], `${name} on ${day}`).toBeLessThanOrEqual(bands[name][1]);
    }
  const average = (name: keyof typeof bands) =>
    spreads.reduce((sum, spread) => sum + spread[name], 0) / spreads.length;
  expect(Math.abs(average("great") - 10)).toBeLessThan(3);
  // A price above its usual range, which is the middle half of the days: a quarter of the time at most.
  expect(Math.abs(average("poor") - 19)).toBeLessThan(4);
});
