import { maxOf, minOf } from "../../../../shared/extremes.js";
import { DAY_MS } from "../../../../shared/time.js";
import { type PriceSpan, totalDurationMs } from "../step-series.js";

/** The spans before the current price was reached; the history may already include the current price. */
function spansBeforeCurrentRun(
  spans: readonly PriceSpan[],
  priceMinor: number,
  nowMs: number,
): readonly PriceSpan[] {
  const last = spans.findLastIndex(
    (span, i) => span.priceMinor !== priceMinor || span.toMs < (spans[i + 1]?.fromMs ?? nowMs),
  );
  return spans.slice(0, last + 1);
}

/**
 * The best price before `priceMinor` became the best one; null if that was more than a day ago: an older one is no news.
 * `rivalMinor` is the best price at the other shops, none of which is cheaper.
 */
export function bestPriceBefore(
  spans: readonly PriceSpan[],
  priceMinor: number,
  rivalMinor: number | null,
  nowMs: number,
): number | null {
  if (rivalMinor === priceMinor) return priceMinor;
  const before = spansBeforeCurrentRun(spans, priceMinor, nowMs).at(-1);
  return before !== undefined && before.toMs > nowMs - DAY_MS ? before.priceMinor : null;
}

/** The lowest price before the current one; `null` without history. */
export function lowestBefore(spans: readonly PriceSpan[], priceMinor: number, nowMs: number): number | null {
  return minOf(spansBeforeCurrentRun(spans, priceMinor, nowMs).map((span) => span.priceMinor));
}

/** 0 without history. */
export function highestPrice(spans: readonly PriceSpan[]): number {
  return maxOf(spans.map(({ priceMinor }) => priceMinor)) ?? 0;
}

/** Whether the best price has been at or below a threshold for `durationMs`; being out of stock breaks that. */
export function hasStayedAtOrBelow(
  spans: readonly PriceSpan[],
  thresholdMinor: number,
  durationMs: number,
): boolean {
  const within = spans.filter(({ priceMinor }) => priceMinor <= thresholdMinor);
  return totalDurationMs(within) >= durationMs;
}

/** When the price was last this low before it was reached again; `null` if never. */
export function lastAsCheapMs(spans: readonly PriceSpan[], priceMinor: number, nowMs: number): number | null {
  const before = spansBeforeCurrentRun(spans, priceMinor, nowMs);
  return before.findLast((span) => span.priceMinor <= priceMinor)?.toMs ?? null;
}

export function daysOfHistory(spans: readonly PriceSpan[], nowMs: number): number {
  const first = spans[0];
  return first === undefined ? 0 : Math.floor((nowMs - first.fromMs) / DAY_MS);
}
