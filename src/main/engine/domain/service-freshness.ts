import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from "./clock.js";

/** How long what a service told is taken for how things are, before it is asked again. */
export const freshForMs = {
  product: DAY_MS,
  offers: HOUR_MS,
  review: DAY_MS,
  deals: HOUR_MS,
  search: HOUR_MS,
} as const;

/** What a service does not know is not asked again for so long: a second attempt would cost as much as the first. */
export const missKeptMs = 10 * MINUTE_MS;

/** Whether something that was fetched at `fetchedMs` has to be fetched again; also where a clock was set back. */
export function isStale(kind: keyof typeof freshForMs, fetchedMs: number | null, nowMs: number): boolean {
  return fetchedMs === null || fetchedMs > nowMs || nowMs - fetchedMs >= freshForMs[kind];
}

/** A span of time: `fromMs` ≤ time < `untilMs`. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Both days inclusive, as the contract asks for a history. */
export interface DayWindow {
  readonly start: string;
  readonly end: string;
}

function touches(one: TimeSpan, other: TimeSpan): boolean {
  return one.fromMs <= other.untilMs && other.fromMs <= one.untilMs;
}

/** The time that a window of days covers, as far as it has passed; `null` where all of it lies ahead. */
export function spanOf({ start, end }: DayWindow, nowMs: number): TimeSpan | null {
  const fromMs = Date.parse(start);
  const untilMs = Math.min(Date.parse(end) + DAY_MS, nowMs);
  return untilMs <= fromMs ? null : { fromMs, untilMs };
}

/** What of a history still has to be fetched, so that all that is wanted is there and no day is paid for twice. */
export function missingWindows(covered: TimeSpan | null, wanted: DayWindow, nowMs: number): DayWindow[] {
  const span = spanOf(wanted, nowMs);
  if (span === null) return [];
  if (covered === null || !touches(covered, span)) return [windowOf(span)];
  const missing: DayWindow[] = [];
  if (span.fromMs < covered.fromMs) missing.push(windowOf({ fromMs: span.fromMs, untilMs: covered.fromMs }));
  if (span.untilMs - covered.untilMs >= freshForMs.offers)
    missing.push(windowOf({ fromMs: covered.untilMs, untilMs: span.untilMs }));
  return missing;
}

function windowOf({ fromMs, untilMs }: TimeSpan): DayWindow {
  return { start: utcDay(fromMs), end: utcDay(untilMs - 1) };
}

/** What is covered once `fetched` has come: both where they touch, else the span that reaches later. */
export function joinSpans(covered: TimeSpan | null, fetched: TimeSpan): TimeSpan {
  if (covered === null) return fetched;
  if (!touches(covered, fetched)) return fetched.untilMs >= covered.untilMs ? fetched : covered;
  return {
    fromMs: Math.min(covered.fromMs, fetched.fromMs),
    untilMs: Math.max(covered.untilMs, fetched.untilMs),
  };
}

/** A schedule's pulse that was missed: then what happened meanwhile has to be caught up with. */
export function hasBeenAway(fetchedMs: number | null, intervalMs: number, nowMs: number): boolean {
  return fetchedMs !== null && nowMs - fetchedMs > 1.5 * intervalMs;
}
