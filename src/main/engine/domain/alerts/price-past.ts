import { DAY_MS } from "../clock.js";
import { clipSpans, type Span, weightedMedian } from "../step-series.js";

/** What came before the present run of a price, which has perhaps been entered already. */
function spansBefore(spans: readonly Span[], priceMinor: number, nowMs: number): readonly Span[] {
  let end = spans.length;
  let nextMs = nowMs;
  for (; end > 0; end--) {
    const span = spans[end - 1];
    if (span === undefined || span.priceMinor !== priceMinor || span.toMs < nextMs) break;
    nextMs = span.fromMs;
  }
  return spans.slice(0, end);
}

/** The lowest price of the last `days` (of all time, with `null`) before the present one; `null` without any. */
export function lowestBefore(
  spans: readonly Span[],
  priceMinor: number,
  days: number | null,
  nowMs: number,
): number | null {
  const before = spansBefore(spans, priceMinor, nowMs);
  const counted = days === null ? before : clipSpans(before, nowMs - days * DAY_MS, nowMs);
  return counted.reduce<number | null>(
    (low, span) => (low === null || span.priceMinor < low ? span.priceMinor : low),
    null,
  );
}

export function highestOf(spans: readonly Span[]): number | null {
  return spans.length === 0 ? null : Math.max(...spans.map(({ priceMinor }) => priceMinor));
}

export function median30Of(spans: readonly Span[], nowMs: number): number | null {
  return weightedMedian(clipSpans(spans, nowMs - 30 * DAY_MS, nowMs));
}

/** Whether one could have bought at or below a price at every moment since `sinceMs`. */
export function hasHeld(spans: readonly Span[], barMinor: number, sinceMs: number, nowMs: number): boolean {
  const within = clipSpans(spans, sinceMs, nowMs).filter(({ priceMinor }) => priceMinor <= barMinor);
  const heldMs = within.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return heldMs >= nowMs - sinceMs;
}

/** When it was last as cheap as this; `null` where it never was. */
export function lastAsCheap(spans: readonly Span[], priceMinor: number, nowMs: number): number | null {
  const before = spansBefore(spans, priceMinor, nowMs);
  return before.findLast((span) => span.priceMinor <= priceMinor)?.toMs ?? null;
}

export function daysKnown(spans: readonly Span[], nowMs: number): number {
  const first = spans[0];
  return first === undefined ? 0 : Math.floor((nowMs - first.fromMs) / DAY_MS);
}
