import { DAY_MS, HOUR_MS } from "../../../../shared/time.js";
import type { Viewport } from "./viewport.js";

export interface TimeTick {
  readonly atMs: number;
  /** A new day among hours, a new year among days and months: what the labels around it leave out. */
  readonly isTurn: boolean;
  readonly unit: Unit;
}

type Unit = "hour" | "day" | "month" | "year";

interface Step {
  readonly unit: Unit;
  readonly count: number;
  readonly roughMs: number;
}

const steps: readonly Step[] = [
  ...[1, 2, 3, 6, 12].map((count) => ({ unit: "hour" as const, count, roughMs: count * HOUR_MS })),
  ...[1, 2, 7, 14].map((count) => ({ unit: "day" as const, count, roughMs: count * DAY_MS })),
  ...[1, 2, 3, 6].map((count) => ({ unit: "month" as const, count, roughMs: count * 30.4 * DAY_MS })),
  ...[1, 2, 5, 10, 25, 100].map((count) => ({ unit: "year" as const, count, roughMs: count * 365 * DAY_MS })),
];

const coarsest: Step = { unit: "year", count: 1_000, roughMs: 365_000 * DAY_MS };

/** The `n`-th tick from a round time at or before `start`, on the reader's own clock and calendar. */
function tickAt({ unit, count }: Step, start: Date, n: number): Date {
  const year = start.getFullYear();
  const month = start.getMonth();
  const day = start.getDate();
  switch (unit) {
    case "hour":
      return new Date(year, month, day, n * count);
    case "day":
      // Weeks begin on Monday, whatever day it is; steps of two days begin where they may.
      return new Date(year, month, day - (count >= 7 ? (start.getDay() + 6) % 7 : 0) + n * count);
    case "month":
      return new Date(year, month - (month % count) + n * count, 1);
    case "year":
      return new Date(year - (year % count) + n * count, 0, 1);
  }
}

function isTurn(unit: Unit, at: Date, before: Date | undefined): boolean {
  if (unit === "hour") return at.getHours() === 0;
  if (unit === "year") return false;
  return before === undefined ? false : at.getFullYear() !== before.getFullYear();
}

/** Round times within the viewport, at most `most` of them, each with what its label has to say. */
export function timeTicks(viewport: Viewport, most: number): TimeTick[] {
  const spanMs = viewport.endMs - viewport.startMs;
  const step = steps.find(({ roughMs }) => spanMs / roughMs <= Math.max(1, most - 1)) ?? coarsest;
  const start = new Date(viewport.startMs);
  const ticks: TimeTick[] = [];
  let before: Date | undefined;
  for (let n = 0; ; n++) {
    const at = tickAt(step, start, n);
    if (at.getTime() > viewport.endMs) return ticks;
    // Where clocks go forward, an hour is there twice.
    if (at.getTime() >= viewport.startMs && at.getTime() !== before?.getTime())
      ticks.push({ atMs: at.getTime(), isTurn: isTurn(step.unit, at, before), unit: step.unit });
    before = at;
  }
}
