import { bestPriceSpans, type OfferSeries } from "./best-price.js";
import { DAY_MS } from "./clock.js";
import { clipSpans, type Span, weightedMedian } from "./step-series.js";

/** How the best price has behaved of late; minor units, `null` where nothing could be bought. */
export interface RecentPrices {
  readonly current: number | null;
  /** What it was 24 hours ago. */
  readonly yesterday: number | null;
  readonly median30: number | null;
  readonly lowest30: number | null;
  readonly highest30: number | null;
}

function priceAt(spans: readonly Span[], atMs: number): number | null {
  return spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.priceMinor ?? null;
}

/** From points of the last 30 days, and what was in force when those began. */
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

/** How much more `to` is than `from`, in percent with one decimal; negative where it is less. */
export function percentMore(from: number, to: number): number {
  // Adding nothing turns a negative zero into zero.
  return Math.round((to / from - 1) * 1_000) / 10 + 0;
}
