import { DAY_MS } from "../../../shared/time.js";
import type { BestPriceHistory } from "./best-price.js";
import { clipSpans, type PriceSpan, weightedMedian } from "./step-series.js";

type History = Pick<BestPriceHistory<unknown>, "spans" | "sinceMs" | "presentMs">;

function priceAt(spans: readonly PriceSpan[], atMs: number): number | null {
  return spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.priceMinor ?? null;
}

/**
 * The best prices now, 24 hours ago and in the middle of 30 days, in minor units; `null` if nothing was in stock, or does
 * not compare. Expects the best prices of these days at least.
 */
export function recentPrices({ spans, sinceMs, presentMs }: History) {
  const recent = clipSpans(spans, Math.max(sinceMs, presentMs - 30 * DAY_MS), presentMs);
  const last = recent.at(-1);
  return {
    current: last?.toMs === presentMs ? last.priceMinor : null,
    yesterday: priceAt(recent, presentMs - DAY_MS),
    median30: weightedMedian(recent),
  };
}

/** Change from `from` to `to` in percent, with two decimals: whole percents are rounded from the change itself. */
export function percentChange(from: number, to: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round((to / from - 1) * 10_000) / 100 + 0;
}

/**
 * From the best price at `fromMs`, or the first one known since then, in percent; null if that is over a year ago, or does
 * not compare. A cheaper shop that joined since then counts as any other change of the best price.
 */
export function changeSince(
  { spans, sinceMs, presentMs }: History,
  current: number,
  fromMs: number,
): number | null {
  if (fromMs < Math.max(sinceMs, presentMs - 365 * DAY_MS)) return null;
  return percentChange(clipSpans(spans, fromMs, presentMs)[0]?.priceMinor ?? current, current);
}
