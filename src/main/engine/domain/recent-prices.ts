import { DAY_MS } from "../../../shared/time.js";
import { bestPriceSpans, type OfferSeries } from "./best-price.js";
import { clipSpans, type PriceSpan, weightedMedian } from "./step-series.js";

/** Recent best prices in minor units; `null` if nothing was in stock. */
export interface RecentPrices {
  readonly current: number | null;
  /** 24 hours ago. */
  readonly yesterday: number | null;
  readonly median30: number | null;
}

function priceAt(spans: readonly PriceSpan[], atMs: number): number | null {
  return spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.priceMinor ?? null;
}

/** Expects the best prices of the last 30 days at least. */
export function recentPrices(spans: readonly PriceSpan[], nowMs: number): RecentPrices {
  const recent = clipSpans(spans, nowMs - 30 * DAY_MS, nowMs);
  const last = recent.at(-1);
  return {
    current: last?.toMs === nowMs ? last.priceMinor : null,
    yesterday: priceAt(recent, nowMs - DAY_MS),
    median30: weightedMedian(recent),
  };
}

/** Change from `from` to `to` in percent, with two decimals: whole percents are rounded from the change itself. */
export function percentChange(from: number, to: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round((to / from - 1) * 10_000) / 100 + 0;
}

/**
 * From the best price at `sinceMs`, or the first one known since then, in percent; null if that is over a year ago.
 * Joining is no change of a price: from then on, a shop's prices count with the others.
 */
export function changeSince(
  series: readonly OfferSeries<unknown>[],
  /** The best prices of the series, as `bestPriceSpans` returns them. */
  spans: readonly PriceSpan[],
  current: number,
  sinceMs: number,
  nowMs: number,
): number | null {
  if (sinceMs < nowMs - 365 * DAY_MS) return null;
  const joins = series.flatMap(({ points: [first] }) =>
    first !== undefined && first.atMs > sinceMs ? [first.atMs] : [],
  );
  if (joins.length === 0)
    return percentChange(clipSpans(spans, sinceMs, nowMs)[0]?.priceMinor ?? current, current);
  const starts = [sinceMs, ...[...new Set(joins)].sort((a, b) => a - b)];
  const factors = starts.map((fromMs, i) => {
    const known = series.filter(({ points: [first] }) => first !== undefined && first.atMs <= fromMs);
    const own = clipSpans(bestPriceSpans(known, nowMs), fromMs, starts[i + 1] ?? nowMs);
    return (own.at(-1)?.priceMinor ?? 1) / (own[0]?.priceMinor ?? 1);
  });
  return percentChange(
    1,
    factors.reduce((product, factor) => product * factor, 1),
  );
}
