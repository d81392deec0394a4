import { DAY_MS } from "../../../shared/time.js";
import { bestPriceSpans, type OfferSeries } from "./best-price.js";
import type { PricePoint } from "./price-point.js";
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
 * From the best price when the product was added, or the first one known since then; null if that is over a year ago.
 * A shop that joins later counts as if it had sold at its first price all along: joining is no change of a price.
 */
export function changeSinceAdded(
  series: readonly OfferSeries<unknown>[],
  /** The best prices of the series, as `bestPriceSpans` returns them. */
  spans: readonly PriceSpan[],
  current: number,
  addedMs: number,
  nowMs: number,
): number | null {
  if (addedMs < nowMs - 365 * DAY_MS) return null;
  const hasJoined = series.some(({ points: [first] }) => first !== undefined && first.atMs > addedMs);
  const backdated = () => series.map(({ id, points }) => ({ id, points: backdate(points, addedMs) }));
  const [first] = clipSpans(hasJoined ? bestPriceSpans(backdated(), nowMs) : spans, addedMs, nowMs);
  return percentChange(first?.priceMinor ?? current, current);
}

function backdate(points: readonly PricePoint[], atMs: number): readonly PricePoint[] {
  const [first, ...others] = points;
  return first === undefined || first.atMs <= atMs ? points : [{ ...first, atMs }, ...others];
}
