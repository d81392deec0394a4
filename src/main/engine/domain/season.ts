import { DAY_MS } from "../../../shared/time.js";
import { clipSpans, type PriceSpan, totalDurationMs, weightedMedian } from "./step-series.js";

/** A week of the calendar in which a price was at its lowest, year after year. */
export interface Season {
  /** 1 to 12. */
  readonly month: number;
  /** Days 1 to 7, 8 to 14, 15 to 21, and the rest of the month. */
  readonly week: 1 | 2 | 3 | 4;
  /** In how many years it was the cheapest week… */
  readonly cheapest: number;
  /** …of those that are known. */
  readonly years: number;
}

const weeksPerYear = 48;
/** A year counts if the price of this share of it is known. */
const minKnown = 0.9;
/** A season is a low, not a ripple. */
const maxShareOfMedian = 0.95;
/** A price that is low for longer has no season. */
const maxWeeks = 4;

/** 0 is the first week of January. */
function weekAt(ms: number): number {
  const date = new Date(ms);
  return date.getUTCMonth() * 4 + Math.min(3, Math.floor((date.getUTCDate() - 1) / 7));
}

/** The same day some years before; February 29 becomes March 1. */
function yearsBefore(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}

/** The weeks in which a year's price was at its lowest; none if that is no season. */
function cheapestWeeks(year: readonly PriceSpan[]): ReadonlySet<number> {
  const lowest = year.reduce((low, { priceMinor }) => Math.min(low, priceMinor), Number.POSITIVE_INFINITY);
  const weeks = new Set<number>();
  if (lowest > (weightedMedian(year) ?? 0) * maxShareOfMedian) return weeks;
  for (const { fromMs, toMs, priceMinor } of year)
    if (priceMinor === lowest)
      for (let ms = fromMs; ms < toMs; ms = (Math.floor(ms / DAY_MS) + 1) * DAY_MS) weeks.add(weekAt(ms));
  return weeks.size > maxWeeks ? new Set() : weeks;
}

/** The years up to the present whose prices are known, the latest first. */
function knownYears(spans: readonly PriceSpan[], presentMs: number): (readonly PriceSpan[])[] {
  const known: (readonly PriceSpan[])[] = [];
  for (let toMs = presentMs; ; ) {
    const fromMs = yearsBefore(presentMs, known.length + 1);
    const year = clipSpans(spans, fromMs, toMs);
    if (totalDurationMs(year) < (toMs - fromMs) * minKnown || year.length === 0) return known;
    known.push(year);
    toMs = fromMs;
  }
}

/**
 * When a product was cheapest in more than half of the years up to the present. Expects observed or imported prices: an
 * archived copy says nothing of the days beside it. Of several such weeks, the next one counts. `null` without a season.
 */
export function findSeason(spans: readonly PriceSpan[], presentMs: number): Season | null {
  const years = knownYears(spans, presentMs).map(cheapestWeeks);
  const now = weekAt(presentMs);
  const nextFirst = Array.from({ length: weeksPerYear }, (_, i) => (now + i) % weeksPerYear);
  let best: { readonly week: number; readonly cheapest: number } | null = null;
  for (const week of nextFirst) {
    const cheapest = years.filter((weeks) => weeks.has(week)).length;
    if (cheapest > Math.max(years.length / 2, best?.cheapest ?? 0)) best = { week, cheapest };
  }
  if (best === null) return null;
  const { week, cheapest } = best;
  const inMonth = ((week % 4) + 1) as Season["week"];
  return { month: Math.floor(week / 4) + 1, week: inMonth, cheapest, years: years.length };
}
