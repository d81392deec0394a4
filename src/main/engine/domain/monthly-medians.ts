import { DAY_MS } from "./clock.js";
import { durationMs, type Span, weightedMedian } from "./step-series.js";

/** Start of the UTC month after the one that contains `ms`. */
function nextMonth(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function spansByMonth(spans: readonly Span[]): Map<number, Span[]> {
  const months = new Map<number, Span[]>();
  for (const { fromMs, toMs, priceMinor } of spans) {
    for (let from = fromMs; from < toMs; ) {
      const to = Math.min(toMs, nextMonth(from));
      const month = new Date(from).getUTCMonth() + 1;
      const known = months.get(month) ?? [];
      months.set(month, known);
      known.push({ fromMs: from, toMs: to, priceMinor });
      from = to;
    }
  }
  return months;
}

export interface MonthlyMedian {
  /** Calendar month, 1 to 12, across all years. */
  readonly month: number;
  readonly medianMinor: number;
  readonly days: number;
}

/** The median of each calendar month with data, in calendar order. */
export function monthlyMedians(spans: readonly Span[]): MonthlyMedian[] {
  return [...spansByMonth(spans)]
    .map(([month, own]) => ({
      month,
      medianMinor: weightedMedian(own) ?? 0,
      days: durationMs(own) / DAY_MS,
    }))
    .sort((a, b) => a.month - b.month);
}
