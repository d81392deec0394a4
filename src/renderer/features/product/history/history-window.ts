import { DAY_MS } from "../../../../shared/time.js";

export type Range = "30d" | "90d" | "1y" | "all";

export const rangeDays = { "30d": 30, "90d": 90, "1y": 365 } as const;

/** The contract's longest window. */
const windowDaysMax = 366;

export interface Segment {
  readonly start: string;
  readonly end: string;
}

export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** How many days back a range reaches. `all` goes as far as the history does. */
export function daysOf(range: Range, daysOfHistory: number): number {
  return range === "all" ? Math.max(rangeDays["1y"], Math.ceil(daysOfHistory)) : rangeDays[range];
}

/** A history that fills less of its range than this is shown as long as it is. */
const leastFilled = 1 / 3;
/** What is known begins a little after the edge. */
const marginShare = 1.15;

/**
 * When what is shown begins: with the range, or with the history where that is far shorter; a day or two in the corner
 * of an empty quarter would show nothing. `firstMs` is the first price that is known, null where there is none.
 */
export function startOf(range: Range, daysOfHistory: number, nowMs: number, firstMs: number | null): number {
  const rangeMs = daysOf(range, daysOfHistory) * DAY_MS;
  const knownMs = firstMs === null ? rangeMs : nowMs - firstMs;
  if (knownMs >= rangeMs * leastFilled) return nowMs - rangeMs;
  return nowMs - Math.max(DAY_MS, knownMs * marginShare);
}

/**
 * The windows that cover the last `days`, the newest first: 90 days, the rest of the year, then years, so that a longer
 * range asks only for the days that it adds. The first is never shorter than 90 days, because its answer serves the shorter range as well.
 */
export function segmentsFor(days: number, today: string): Segment[] {
  const todayMs = Date.parse(today);
  const segments: Segment[] = [];
  let from = 0;
  let to: number = rangeDays["90d"];
  for (;;) {
    segments.push({ start: utcDay(todayMs - to * DAY_MS), end: utcDay(todayMs - from * DAY_MS) });
    if (to >= days) return segments;
    from = to + 1;
    to = to < rangeDays["1y"] ? rangeDays["1y"] : Math.min(days, to + windowDaysMax);
  }
}
