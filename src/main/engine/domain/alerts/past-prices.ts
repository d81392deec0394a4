import { DAY_MS } from "../../../../shared/time.js";
import { type PriceSpan, weightedMedian } from "../step-series.js";

/**
 * The best price until it reached its present value; that value's own time is not past, even if the history has it
 * already. Amounts in minor units; `null` without such prices.
 */
export interface PastPrices {
  /** Days since the first known price. */
  readonly days: number;
  /** The price before the present one, and until when it was in force; it may have sold out since. */
  readonly last: { readonly priceMinor: number; readonly untilMs: number } | null;
  /** The lowest price of the last `days` days, or of all if `null`. */
  lowest(days: number | null): number | null;
  highest(days: number | null): number | null;
  /** Weighted by time, the present price included. */
  median30(): number | null;
  /** When the price was last at or below `priceMinor`. Milliseconds UTC. */
  lastAsCheapMs(priceMinor: number): number | null;
  /** Whether the price has been above `priceMinor` since `sinceMs`. */
  hasExceededSince(priceMinor: number, sinceMs: number): boolean;
}

/** For another engine's event: its history is not available. */
export const unknownPast: PastPrices = {
  days: 0,
  last: null,
  lowest: () => null,
  highest: () => null,
  median30: () => null,
  lastAsCheapMs: () => null,
  hasExceededSince: () => false,
};

/** The present best price, and when the round began: its prices are not past. */
interface Present {
  readonly presentMinor: number | null;
  readonly fromMs: number;
  readonly nowMs: number;
}

/** How many spans are past: the present price may have been in force before the round, too. */
function countPast(spans: readonly PriceSpan[], { presentMinor, fromMs, nowMs }: Present): number {
  let count = spans.length;
  while (count > 0 && (spans[count - 1]?.fromMs ?? 0) >= fromMs) count--;
  let nextMs = spans[count]?.fromMs ?? Math.min(fromMs, nowMs);
  while (count > 0) {
    const span = spans[count - 1];
    if (span === undefined || span.priceMinor !== presentMinor || span.toMs < nextMs) break;
    nextMs = span.fromMs;
    count--;
  }
  return count;
}

/** Expects the spans of the best price up to `nowMs`, ascending; periods with nothing in stock have none. */
export function pastPrices(spans: readonly PriceSpan[], present: Present): PastPrices {
  const { nowMs, fromMs } = present;
  const first = spans[0];
  const past = spans.slice(0, countPast(spans, present));
  const last = past.at(-1);
  const extreme = (days: number | null, isBetter: (a: number, b: number) => boolean) => {
    const sinceMs = days === null ? Number.NEGATIVE_INFINITY : nowMs - days * DAY_MS;
    let found: number | null = null;
    for (const { priceMinor, toMs } of past)
      if (toMs > sinceMs && (found === null || isBetter(priceMinor, found))) found = priceMinor;
    return found;
  };
  return {
    days: first === undefined ? 0 : Math.floor((nowMs - first.fromMs) / DAY_MS),
    last: last === undefined ? null : { priceMinor: last.priceMinor, untilMs: Math.min(last.toMs, fromMs) },
    lowest: (days) => extreme(days, (a, b) => a < b),
    highest: (days) => extreme(days, (a, b) => a > b),
    median30: () => weightedMedianSince(spans, nowMs - 30 * DAY_MS),
    lastAsCheapMs: (priceMinor) => past.findLast((span) => span.priceMinor <= priceMinor)?.toMs ?? null,
    hasExceededSince: (priceMinor, sinceMs) =>
      past.some((span) => span.toMs > sinceMs && span.priceMinor > priceMinor),
  };
}

function weightedMedianSince(spans: readonly PriceSpan[], sinceMs: number): number | null {
  const first = spans.findIndex(({ toMs }) => toMs > sinceMs);
  if (first < 0) return null;
  return weightedMedian(
    spans.slice(first).map((span) => ({ ...span, fromMs: Math.max(span.fromMs, sinceMs) })),
  );
}
