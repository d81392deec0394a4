import { DAY_MS } from "../../../../shared/time.js";
import { noPoints, type PointColumns } from "../best-price.js";
import { type PriceSpan, weightedMedian } from "../step-series.js";

/**
 * The best price until it reached its present value; that value's own time is not past, even if the history has it
 * already. Amounts in minor units; `null` without such prices.
 */
export interface PastPrices {
  /** Days since the first known price that compares. */
  readonly days: number;
  /** The price before the present one, and until when it was in force; it may have sold out since. */
  readonly last: { readonly priceMinor: number; readonly untilMs: number } | null;
  /** The lowest price of the last `days` days, or of all if `null`; `null` if none of these compares. */
  lowest(days: number | null): number | null;
  highest(days: number | null): number | null;
  /** Weighted by time, the present price included. */
  median30(): number | null;
  /** When the price was last at or below `priceMinor`. Milliseconds UTC. */
  lastAsCheapMs(priceMinor: number): number | null;
  /** Whether the price has been above `priceMinor` since `sinceMs`. */
  hasExceededSince(priceMinor: number, sinceMs: number): boolean;
}

/** The present best price, and when the round began: its prices are not past. */
interface Present {
  readonly presentMinor: number | null;
  readonly fromMs: number;
  readonly nowMs: number;
  /** See `comparableSince`. */
  readonly sinceMs?: number;
}

/** How many steps are past: the present price may have been in force before the round, too. */
function countPast({ times, prices }: PointColumns, { presentMinor, fromMs }: Present): number {
  let count = times.length;
  while (count > 0 && (times[count - 1] ?? 0) >= fromMs) count--;
  while (count > 0 && prices[count - 1] === presentMinor) count--;
  return count;
}

/** Expects the steps of the best price up to `nowMs`. Reads from the end, and no further than a question needs. */
export function pastPrices(steps: PointColumns, present: Present): PastPrices {
  const { times, prices } = steps;
  const { nowMs, fromMs, sinceMs: comparedMs = 0 } = present;
  const count = countPast(steps, present);
  const endOf = (index: number) => Math.min(times[index + 1] ?? nowMs, index < count ? fromMs : nowMs);
  /** The last past step that is in force after `sinceMs` and matches. */
  const findLast = (sinceMs: number, matches: (priceMinor: number) => boolean): number => {
    let i = count - 1;
    let untilMs = endOf(i);
    for (; i >= 0 && untilMs > sinceMs; i--) {
      const price = prices[i] ?? Number.POSITIVE_INFINITY;
      if (price < Number.POSITIVE_INFINITY && matches(price)) return i;
      untilMs = times[i] ?? sinceMs;
    }
    return -1;
  };
  const windowMs = (days: number | null) => (days === null ? 0 : nowMs - days * DAY_MS);
  const extreme = (sinceMs: number, extremeOf: (a: number, b: number) => number) => {
    let found: number | null = null;
    findLast(sinceMs, (price) => {
      found = extremeOf(found ?? price, price);
      return false;
    });
    return found;
  };
  const last = findLast(comparedMs, () => true);
  const first = times[0];
  return {
    days: first === undefined ? 0 : Math.floor((nowMs - Math.max(first, comparedMs)) / DAY_MS),
    last: last < 0 ? null : { priceMinor: prices[last] ?? 0, untilMs: endOf(last) },
    // Where it was lower by other terms, the present price is no low.
    lowest: (days) => (last < 0 ? null : extreme(windowMs(days), Math.min)),
    highest: (days) => extreme(Math.max(comparedMs, windowMs(days)), Math.max),
    median30: () => weightedMedian(spansSince(steps, Math.max(comparedMs, windowMs(30)), nowMs)),
    lastAsCheapMs: (priceMinor) => {
      const index = findLast(Number.NEGATIVE_INFINITY, (price) => price <= priceMinor);
      return index < 0 ? null : endOf(index);
    },
    hasExceededSince: (priceMinor, sinceMs) => findLast(sinceMs, (price) => price > priceMinor) >= 0,
  };
}

/** For another engine's event: its history is not available. */
export const unknownPast = pastPrices(noPoints, { presentMinor: null, fromMs: 0, nowMs: 0 });

function spansSince({ times, prices }: PointColumns, sinceMs: number, nowMs: number): PriceSpan[] {
  const spans: PriceSpan[] = [];
  for (let i = times.length - 1; i >= 0; i--) {
    const toMs = times[i + 1] ?? nowMs;
    const priceMinor = prices[i] ?? Number.POSITIVE_INFINITY;
    if (toMs <= sinceMs) break;
    if (priceMinor < Number.POSITIVE_INFINITY)
      spans.push({ fromMs: Math.max(sinceMs, times[i] ?? 0), toMs, priceMinor });
  }
  return spans;
}
