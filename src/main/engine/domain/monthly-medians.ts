import { DAY_MS } from "../../../shared/time.js";
import { type PriceSpan, totalDurationMs, weightedMedian } from "./step-series.js";

/** Start of the UTC month after the one that contains `ms`. */
function startOfNextMonthMs(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function spansByMonth(spans: readonly PriceSpan[]): Map<number, PriceSpan[]> {
  const months = new Map<number, PriceSpan[]>();
  let monthSpans: PriceSpan[] = [];
  let monthEndMs = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    const { fromMs, toMs, priceMinor } = span;
    for (let from = fromMs; from < toMs; from = Math.min(toMs, monthEndMs)) {
      if (from >= monthEndMs) {
        const month = new Date(from).getUTCMonth() + 1;
        monthSpans = months.get(month) ?? [];
        months.set(month, monthSpans);
        monthEndMs = startOfNextMonthMs(from);
      }
      const isWhole = from === fromMs && toMs <= monthEndMs;
      monthSpans.push(isWhole ? span : { fromMs: from, toMs: Math.min(toMs, monthEndMs), priceMinor });
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
export function monthlyMedians(spans: readonly PriceSpan[]): MonthlyMedian[] {
  return [...spansByMonth(spans)]
    .map(([month, monthSpans]) => ({
      month,
      medianMinor: weightedMedian(monthSpans) ?? 0,
      days: totalDurationMs(monthSpans) / DAY_MS,
    }))
    .sort((a, b) => a.month - b.month);
}
