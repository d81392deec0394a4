import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../shared/time.js";
import { utcDay } from "./clock.js";

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

/** A span of time: `fromMs` ≤ time < `untilMs`. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Both days inclusive, as in the contract's history request. */
export interface DayWindow {
  readonly start: string;
  readonly end: string;
}

function touches(one: TimeSpan, other: TimeSpan): boolean {
  return one.fromMs <= other.untilMs && other.fromMs <= one.untilMs;
}

/** The part of a window that has passed; `null` if the window lies in the future. */
export function pastSpan({ start, end }: DayWindow, nowMs: number): TimeSpan | null {
  const fromMs = Date.parse(start);
  const untilMs = Math.min(Date.parse(end) + DAY_MS, nowMs);
  return untilMs <= fromMs ? null : { fromMs, untilMs };
}

/** The parts of a history left to fetch, so that no day is paid for twice. */
export function missingWindows(covered: TimeSpan | null, wanted: DayWindow, nowMs: number): DayWindow[] {
  const span = pastSpan(wanted, nowMs);
  if (span === null) return [];
  if (covered === null || !touches(covered, span)) return [toDayWindow(span)];
  const missing: DayWindow[] = [];
  if (span.fromMs < covered.fromMs)
    missing.push(toDayWindow({ fromMs: span.fromMs, untilMs: covered.fromMs }));
  if (span.untilMs - covered.untilMs >= freshForMs.offers)
    missing.push(toDayWindow({ fromMs: covered.untilMs, untilMs: span.untilMs }));
  return missing;
}

function toDayWindow({ fromMs, untilMs }: TimeSpan): DayWindow {
  return { start: utcDay(fromMs), end: utcDay(untilMs - 1) };
}

/** The coverage after a fetch: both spans joined if they touch, otherwise the one that ends later. */
export function joinSpans(covered: TimeSpan | null, fetched: TimeSpan): TimeSpan {
  if (covered === null) return fetched;
  if (!touches(covered, fetched)) return fetched.untilMs >= covered.untilMs ? fetched : covered;
  return {
    fromMs: Math.min(covered.fromMs, fetched.fromMs),
    untilMs: Math.max(covered.untilMs, fetched.untilMs),
  };
}

/** Whether at least one scheduled fetch was missed, so that the history in between must be caught up. */
export function hasMissedFetch(fetchedMs: number | null, intervalMs: number, nowMs: number): boolean {
  return fetchedMs !== null && nowMs - fetchedMs > 1.5 * intervalMs;
}
