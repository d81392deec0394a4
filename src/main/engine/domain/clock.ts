import { DAY_MS } from "../../../shared/time.js";

/** Milliseconds since 1970, UTC. Tests and `serve --clock` shift it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that reads `startMs` now and runs at normal speed. */
export function clockFrom(startMs: number): Clock {
  const offset = startMs - Date.now();
  return { now: () => Date.now() + offset };
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** The instant at which the clocks of a time zone show a time, given as if it were in UTC. */
export type WallClock = (wallMs: number) => number;

/** Of the two instants when clocks are set back, the first; a time that they skip counts as if they had not. */
export function wallClock(timeZone: string): WallClock {
  // Swedish is close to ISO 8601.
  const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const offsetAt = (ms: number) =>
    Date.parse(`${format.format(ms).replace(" ", "T")}Z`) - Math.floor(ms / 1_000) * 1_000;
  const offsetsOfDays = new Map<number, number>();
  const offsetOn = (day: number) => {
    const offset = offsetsOfDays.get(day) ?? offsetAt(day * DAY_MS);
    offsetsOfDays.set(day, offset);
    return offset;
  };
  return (wallMs) => {
    const day = Math.floor(wallMs / DAY_MS);
    const before = wallMs - offsetOn(day - 1);
    const after = wallMs - offsetOn(day + 2);
    if (before === after || offsetAt(before) === wallMs - before) return before;
    return offsetAt(after) === wallMs - after ? after : before;
  };
}

/** The time zone of this computer. */
export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
