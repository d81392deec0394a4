import { minOf } from "../../../shared/arrays.js";
import { DAY_MS } from "../../../shared/time.js";
import type { BestPriceHistory, BestPriceSpan } from "./best-price.js";
import {
  clipSpans,
  medianOfLastDays,
  type PriceSpan,
  totalDurationMs,
  weightedMedian,
} from "./step-series.js";

/** Statistics of a product's best price, in minor units, as far as it compares with the present one; `null` without data. */
export interface ProductStatistics<Id> {
  readonly current: BestPriceSpan<Id> | null;
  /** Of all time: where it was lower, the present price is no low. */
  readonly lowest: BestPriceSpan<Id> | null;
  /** Whether the price was not as low in the last 365 days. */
  readonly isLowestOld: boolean;
  readonly highest: BestPriceSpan<Id> | null;
  readonly median30: number | null;
  readonly median90: number | null;
  readonly months: readonly MonthlyMedian[];
  readonly cheapestMonth: number | null;
  readonly daysOfHistory: number;
}

/** Calendar month with the lowest median; needs a whole year of data, or a month without data might be cheaper. */
function cheapestMonth(months: readonly MonthlyMedian[], daysOfHistory: number): number | null {
  if (daysOfHistory < 365) return null;
  const [cheapest] = months.toSorted((a, b) => a.medianMinor - b.medianMinor);
  return cheapest?.month ?? null;
}

/** With a sign of 1 the lowest, with -1 the highest. Of several that are equal the latest, as in `priceRange`. */
function latestExtreme<Id>(spans: readonly BestPriceSpan<Id>[], sign: 1 | -1): BestPriceSpan<Id> | null {
  let best: BestPriceSpan<Id> | null = null;
  for (const span of spans) if (best === null || sign * (span.priceMinor - best.priceMinor) <= 0) best = span;
  return best;
}

export function productStatistics<Id>({
  series,
  spans,
  sinceMs,
  presentMs,
}: BestPriceHistory<Id>): ProductStatistics<Id> {
  const firstMs = minOf(series.flatMap(({ times: [first] }) => first ?? [])) ?? presentMs;
  const daysOfHistory = Math.floor((presentMs - Math.max(firstMs, sinceMs)) / DAY_MS);
  const last = spans.at(-1);
  const current = last?.toMs === presentMs ? last : null;
  const compared = clipSpans(spans, sinceMs, presentMs);
  const lowest = latestExtreme(spans, 1);
  const months = monthlyMedians(compared);
  return {
    current,
    lowest,
    isLowestOld: lowest !== null && lowest.toMs <= presentMs - 365 * DAY_MS,
    highest: latestExtreme(compared, -1),
    median30: medianOfLastDays(compared, 30, presentMs),
    median90: medianOfLastDays(compared, 90, presentMs),
    months,
    cheapestMonth: cheapestMonth(months, daysOfHistory),
    daysOfHistory,
  };
}

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

interface MonthlyMedian {
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
