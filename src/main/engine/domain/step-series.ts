import { DAY_MS } from "../../../shared/time.js";

/** A price in force from `fromMs` until `toMs`. */
export interface PriceSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly priceMinor: number;
}

/** The parts of spans that lie within a window. */
export function clipSpans<S extends PriceSpan>(spans: readonly S[], fromMs: number, toMs: number): S[] {
  const clipped: S[] = [];
  for (const span of spans) {
    const from = Math.max(span.fromMs, fromMs);
    const to = Math.min(span.toMs, toMs);
    if (to > from) clipped.push({ ...span, fromMs: from, toMs: to });
  }
  return clipped;
}

export function totalDurationMs(spans: readonly PriceSpan[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

/** Median price, weighted by time in force; `null` without spans. */
export function weightedMedian(spans: readonly PriceSpan[]): number | null {
  if (spans.length === 0) return null;
  const ascending = [...spans].sort((a, b) => a.priceMinor - b.priceMinor);
  const totalMs = ascending.reduce((sum, span) => sum + span.toMs - span.fromMs, 0);
  let seenMs = 0;
  for (const span of ascending) {
    seenMs += span.toMs - span.fromMs;
    if (seenMs * 2 >= totalMs) return span.priceMinor;
  }
  return ascending.at(-1)?.priceMinor ?? null;
}

export function medianOfLastDays(spans: readonly PriceSpan[], days: number, nowMs: number): number | null {
  return weightedMedian(clipSpans(spans, nowMs - days * DAY_MS, nowMs));
}
