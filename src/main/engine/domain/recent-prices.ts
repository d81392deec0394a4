import { DAY_MS } from "../../../shared/time.js";
import { bestPriceSpans, type OfferSeries } from "./best-price.js";
import { clipSpans, type PriceSpan, weightedMedian } from "./step-series.js";

/** Recent best prices in minor units; `null` if nothing was in stock. */
export interface RecentPrices {
  readonly current: number | null;
  /** 24 hours ago. */
  readonly yesterday: number | null;
  readonly median30: number | null;
  readonly lowest30: number | null;
  readonly highest30: number | null;
}

function priceAt(spans: readonly PriceSpan[], atMs: number): number | null {
  return spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.priceMinor ?? null;
}

/** Expects the points of the last 30 days and the one in force at their start. */
export function recentPrices<Id>(series: readonly OfferSeries<Id>[], nowMs: number): RecentPrices {
  const spans = clipSpans(bestPriceSpans(series, nowMs), nowMs - 30 * DAY_MS, nowMs);
  const prices = spans.map(({ priceMinor }) => priceMinor);
  const last = spans.at(-1);
  return {
    current: last?.toMs === nowMs ? last.priceMinor : null,
    yesterday: priceAt(spans, nowMs - DAY_MS),
    median30: weightedMedian(spans),
    lowest30: prices.length === 0 ? null : Math.min(...prices),
    highest30: prices.length === 0 ? null : Math.max(...prices),
  };
}

/** Change from `from` to `to` in percent, with one decimal. */
export function percentChange(from: number, to: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round((to / from - 1) * 1_000) / 10 + 0;
}
