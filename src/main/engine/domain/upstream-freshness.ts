import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../shared/time.js";

/** How long data from an upstream counts as fresh. */
export const freshForMs = {
  product: DAY_MS,
  offers: HOUR_MS,
  review: DAY_MS,
  deals: HOUR_MS,
  search: HOUR_MS,
} as const;

/** How long a miss is cached: a second request would cost as much as the first. */
export const missCacheMs = 10 * MINUTE_MS;

/** Whether data needs a refetch. A fetch time in the future counts as stale: the clock was set back. */
export function isStale(kind: keyof typeof freshForMs, fetchedMs: number | null, nowMs: number): boolean {
  return fetchedMs === null || fetchedMs > nowMs || nowMs - fetchedMs >= freshForMs[kind];
}

/** Whether at least one scheduled fetch was missed, so that the history in between must be caught up. */
export function hasMissedFetch(fetchedMs: number | null, intervalMs: number, nowMs: number): boolean {
  return fetchedMs !== null && nowMs - fetchedMs > 1.5 * intervalMs;
}
