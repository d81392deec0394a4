/** A value that held from `fromMs` until `toMs`. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly priceMinor: number;
}

/** The parts of spans that lie within a window. */
export function clipSpans(spans: readonly Span[], fromMs: number, toMs: number): Span[] {
  const clipped: Span[] = [];
  for (const span of spans) {
    const from = Math.max(span.fromMs, fromMs);
    const to = Math.min(span.toMs, toMs);
    if (to > from) clipped.push({ fromMs: from, toMs: to, priceMinor: span.priceMinor });
  }
  return clipped;
}

/** The price that held for half of the time or less is below, for the other half above; `null` without spans. */
export function weightedMedian(spans: readonly Span[]): number | null {
  if (spans.length === 0) return null;
  const ascending = [...spans].sort((a, b) => a.priceMinor - b.priceMinor);
  const total = ascending.reduce((sum, span) => sum + span.toMs - span.fromMs, 0);
  let seen = 0;
  for (const span of ascending) {
    seen += span.toMs - span.fromMs;
    if (seen * 2 >= total) return span.priceMinor;
  }
  return ascending.at(-1)?.priceMinor ?? null;
}
