import { DAY_MS } from "../../../shared/time.js";
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
 * From the best price at `sinceMs`, or the first one known since then, in percent; null if that is over a year ago. A
 * cheaper shop that joined since then counts as any other change of the best price.
 */
export function changeSince(
  spans: readonly PriceSpan[],
  current: number,
  sinceMs: number,
  nowMs: number,
): number | null {
  if (sinceMs < nowMs - 365 * DAY_MS) return null;
  return percentChange(clipSpans(spans, sinceMs, nowMs)[0]?.priceMinor ?? current, current);
}
