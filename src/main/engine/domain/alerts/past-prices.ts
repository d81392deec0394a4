import { DAY_MS } from "../../../../shared/time.js";
import { clipSpans, type PriceSpan } from "../step-series.js";

/** The spans before the current price was reached; the history may already include the current price. */
function spansBeforeCurrentRun(
  spans: readonly PriceSpan[],
  priceMinor: number,
  nowMs: number,
): readonly PriceSpan[] {
  let end = spans.length;
  let nextMs = nowMs;
  for (; end > 0; end--) {
    const span = spans[end - 1];
    if (span === undefined || span.priceMinor !== priceMinor || span.toMs < nextMs) break;
    nextMs = span.fromMs;
  }
  return spans.slice(0, end);
}

/**
 * The best price before `priceMinor` became the best one; null if that was more than a day ago: an older one is no news.
 * `rivalMinor` is the best price at the other shops.
 */
export function bestPriceBefore(
  spans: readonly PriceSpan[],
  priceMinor: number,
  rivalMinor: number | null,
  nowMs: number,
): number | null {
  if (rivalMinor === priceMinor) return priceMinor;
  if (rivalMinor !== null && rivalMinor < priceMinor) return null;
  const before = spansBeforeCurrentRun(spans, priceMinor, nowMs).at(-1);
  return before !== undefined && before.toMs > nowMs - DAY_MS ? before.priceMinor : null;
}

/** The lowest price of the last `days` (`null` for all time) before the current one; `null` without history. */
export function lowestBefore(
  spans: readonly PriceSpan[],
  priceMinor: number,
  days: number | null,
  nowMs: number,
): number | null {
  const before = spansBeforeCurrentRun(spans, priceMinor, nowMs);
  const considered = days === null ? before : clipSpans(before, nowMs - days * DAY_MS, nowMs);
  return considered.reduce<number | null>(
    (low, span) => (low === null || span.priceMinor < low ? span.priceMinor : low),
    null,
  );
}

export function highestPrice(spans: readonly PriceSpan[]): number | null {
  return spans.length === 0 ? null : Math.max(...spans.map(({ priceMinor }) => priceMinor));
}

/** Whether the best price has stayed at or below a threshold since `sinceMs`; being out of stock breaks that. */
export function hasStayedAtOrBelow(
  spans: readonly PriceSpan[],
  thresholdMinor: number,
  sinceMs: number,
  nowMs: number,
): boolean {
  const within = clipSpans(spans, sinceMs, nowMs).filter(({ priceMinor }) => priceMinor <= thresholdMinor);
  const heldMs = within.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return heldMs >= nowMs - sinceMs;
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
