import { DAY_MS } from "../../../shared/time.js";

/** A price in force from `fromMs` until `toMs`. */
export interface PriceSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly priceMinor: number;
}

/** The index of the first span that matches, by bisection: all later ones match, too. */
function firstIndex<S>(spans: readonly S[], matches: (span: S) => boolean): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const span = spans[middle];
    if (span !== undefined && matches(span)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The parts of spans, ascending, that lie within a window. */
export function clipSpans<S extends PriceSpan>(
  spans: readonly S[],
  fromMs: number,
  toMs: number,
): readonly S[] {
  const start = firstIndex(spans, (span) => span.toMs > fromMs);
  const end = Math.max(
    start,
    firstIndex(spans, (span) => span.fromMs >= toMs),
  );
  const isCut = (span: S | undefined) => span !== undefined && (span.fromMs < fromMs || span.toMs > toMs);
  // A copy of 150,000 spans takes milliseconds.
  if (start === 0 && end === spans.length && !isCut(spans[0]) && !isCut(spans[end - 1])) return spans;
  const clipped = spans.slice(start, end);
  for (const index of [0, clipped.length - 1]) {
    const span = clipped[index];
    if (span !== undefined)
      clipped[index] = { ...span, fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) };
  }
  return clipped;
}

export function totalDurationMs(spans: readonly PriceSpan[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

/** The prices below which each share (0 to 1, ascending) of the time was spent; empty without spans. */
export function weightedQuantiles(spans: readonly PriceSpan[], shares: readonly number[]): number[] {
  // Added up by price before sorting, because 150,000 spans have a few thousand prices.
  const indexes = new Map<number, number>();
  const heldMs: number[] = [];
  for (const { fromMs, toMs, priceMinor } of spans) {
    const index = indexes.get(priceMinor) ?? heldMs.length;
    if (index === heldMs.length) indexes.set(priceMinor, index);
    heldMs[index] = (heldMs[index] ?? 0) + toMs - fromMs;
  }
  const totalMs = heldMs.reduce((sum, ms) => sum + ms, 0);
  const quantiles: number[] = [];
  let seenMs = 0;
  for (const [priceMinor, index] of [...indexes].sort(([a], [b]) => a - b)) {
    seenMs += heldMs[index] ?? 0;
    while (quantiles.length < shares.length && seenMs >= (shares[quantiles.length] ?? 1) * totalMs)
      quantiles.push(priceMinor);
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
