import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type TimeTick,
  timeLabels,
  timeTicks,
} from "../../../../../../src/renderer/features/product/history/axes.js";
import { DAY_MS, MINUTE_MS } from "../../../../../../src/shared/time.js";

const at = (year: number, month: number, day: number, hour = 0) =>
  new Date(year, month - 1, day, hour).getTime();
const labels = (startMs: number, endMs: number, most: number, locale = "en-US") => [
  ...timeLabels(timeTicks({ startMs, endMs }, most), locale).values(),
];

const start = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });
const span = fc.integer({ min: 10 * MINUTE_MS, max: 20 * 365 * DAY_MS });

function isRound(at: Date, unit: TimeTick["unit"]): boolean {
  if (at.getSeconds() !== 0 || unit === "minute") return at.getSeconds() === 0;
  if (at.getMinutes() !== 0 || unit === "hour") return at.getMinutes() === 0;
  return at.getHours() === 0 && (unit === "day" || at.getDate() === 1);
}

describe("ticks of the time axis", () => {
  it("are in sight, in order, round, and not too many", () => {
    fc.assert(
      fc.property(start, span, fc.integer({ min: 2, max: 14 }), (startMs, spanMs, most) => {
        const viewport = { startMs, endMs: startMs + spanMs };
        const ticks = timeTicks(viewport, most);
        const times = ticks.map(({ atMs }) => atMs);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times.length).toBeLessThanOrEqual(most + 1);
        for (const { atMs, unit } of ticks) {
          const date = new Date(atMs);
          expect(atMs).toBeGreaterThanOrEqual(viewport.startMs);
          expect(atMs).toBeLessThanOrEqual(viewport.endMs);
          expect(isRound(date, unit)).toBe(true);
        }
      }),
    );
  });

  it("stay at their times while the viewport moves by days", () => {
    fc.assert(
      fc.property(
        start,
        fc.integer({ min: 5, max: 90 }),
        fc.integer({ min: 1, max: 5 }),
        (startMs, days, moved) => {
          const spanMs = days * DAY_MS;
          const endMs = startMs + spanMs;
          const movedMs = startMs + moved * DAY_MS;
          const timesFrom = (fromMs: number) =>
            timeTicks({ startMs: fromMs, endMs: fromMs + spanMs }, 8)
              .map(({ atMs }) => atMs)
              .filter((atMs) => atMs >= movedMs && atMs <= endMs);
          expect(timesFrom(movedMs)).toEqual(timesFrom(startMs));
        },
      ),
    );
  });

  it("are there at all in any stretch of ten minutes or more", () => {
    fc.assert(
      fc.property(start, span, (startMs, spanMs) => {
        expect(timeTicks({ startMs, endMs: startMs + spanMs }, 8).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("labels of the time axis", () => {
  it("are Mondays over months, months over a year, and the year where it turns", () => {
    expect(labels(at(2026, 3, 1), at(2026, 4, 10), 8)).toEqual([
      "Mar 2",
      "Mar 9",
      "Mar 16",
      "Mar 23",
      "Mar 30",
      "Apr 6",
    ]);
    expect(labels(at(2025, 10, 20), at(2026, 4, 10), 8)).toEqual(["Nov", "Dec", "2026", "Feb", "Mar", "Apr"]);
  });

  it("are minutes in a product's first hour, with the day where it turns", () => {
    const lateMs = at(2026, 3, 1, 23) + 52 * MINUTE_MS;
    expect(labels(lateMs, lateMs + 12 * MINUTE_MS, 8, "de-DE")).toEqual([
      "23:52",
      "23:54",
      "23:56",
      "23:58",
      "2. März",
      "0:02",
      "0:04",
    ]);
  });

  it("are hours close by, with the day where it turns", () => {
    expect(labels(at(2026, 3, 1, 20), at(2026, 3, 2, 8), 5, "de-DE")).toEqual([
      "21:00",
      "2. März",
      "3:00",
      "6:00",
    ]);
  });
});
