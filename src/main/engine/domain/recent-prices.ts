import { DAY_MS } from "../../../shared/time.js";
import type { BestPriceHistory } from "./best-price.js";
import { clipSpans, type PriceSpan, weightedMedian } from "./step-series.js";

type History = Pick<BestPriceHistory<unknown>, "spans" | "sinceMs" | "presentMs">;

/** Recent best prices in minor units; `null` if nothing was in stock, or does not compare. */
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
export function recentPrices({ spans, sinceMs, presentMs }: History): RecentPrices {
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
