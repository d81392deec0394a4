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

/** The prices below which each share (0 to 1, ascending) of the time was spent; empty without spans. */
export function weightedQuantiles(spans: readonly PriceSpan[], shares: readonly number[]): number[] {
  const ascending = [...spans].sort((a, b) => a.priceMinor - b.priceMinor);
  const totalMs = totalDurationMs(ascending);
  const quantiles: number[] = [];
  let seenMs = 0;
  for (const span of ascending) {
    seenMs += span.toMs - span.fromMs;
    while (quantiles.length < shares.length && seenMs >= (shares[quantiles.length] ?? 1) * totalMs)
      quantiles.push(span.priceMinor);
  }
  return quantiles;
}

/** Median price, weighted by time in force; `null` without spans. */
export function weightedMedian(spans: readonly PriceSpan[]): number | null {
  return weightedQuantiles(spans, [0.5])[0] ?? null;
}

export function medianOfLastDays(spans: readonly PriceSpan[], days: number, nowMs: number): number | null {
  return weightedMedian(clipSpans(spans, nowMs - days * DAY_MS, nowMs));
}
