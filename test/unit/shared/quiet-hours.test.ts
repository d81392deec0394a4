import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { quietMinutesLeft, quietMsLeft } from "../../../src/shared/quiet-hours.js";

const night = { from: "22:00", to: "07:30" };

test.each([
  ["21:59", 0],
  ["22:00", 9 * 60 + 30],
  ["23:59", 7 * 60 + 31],
  ["00:00", 7 * 60 + 30],
  ["07:29", 1],
  ["07:30", 0],
  ["12:00", 0],
])("at %s, quiet hours across midnight have %i minutes left", (time, left) => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  expect(quietMinutesLeft(night, hours * 60 + minutes)).toBe(left);
});

test("quiet hours within a day end on the same day", () => {
  const nap = { from: "13:00", to: "14:00" };
  expect(quietMinutesLeft(nap, 13 * 60 + 15)).toBe(45);
  expect(quietMinutesLeft(nap, 14 * 60)).toBe(0);
});

test("quiet hours never begin if they are not set or begin and end at the same time", () => {
  expect(quietMinutesLeft({ from: "08:00", to: "08:00" }, 8 * 60)).toBe(0);
  expect(quietMsLeft(null, new Date())).toBe(0);
});

test("quiet hours end exactly on the minute", () => {
  const now = new Date(2026, 4, 4, 7, 29, 40, 500);
  expect(quietMsLeft(night, now)).toBe(19_500);
});

test.each([
  ["spring", "2026-03-28T22:00:00Z", "2026-03-29T05:30:00.000Z"],
  ["autumn", "2026-10-24T21:00:00Z", "2026-10-25T06:30:00.000Z"],
])("quiet hours end at their time of the day where clocks change in %s", (_season, now, end) => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const nowMs = Date.parse(now);
  expect(new Date(nowMs + quietMsLeft(night, new Date(nowMs))).toISOString()).toBe(end);
  vi.unstubAllEnvs();
});

test.each([
  ["2026-10-25T00:30:00Z", "2026-10-25T00:45:00.000Z"],
  ["2026-10-25T01:30:00Z", "2026-10-25T01:45:00.000Z"],
])("quiet hours at %s, in the hour that comes twice, end at %s", (now, end) => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const nowMs = Date.parse(now);
  const nap = { from: "02:00", to: "02:45" };
  expect(new Date(nowMs + quietMsLeft(nap, new Date(nowMs))).toISOString()).toBe(end);
  vi.unstubAllEnvs();
});

const minuteOfDay = fc.integer({ min: 0, max: 1_439 });
const text = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

test("quiet hours last exactly as many minutes of a day as set", () => {
  fc.assert(
    fc.property(minuteOfDay, minuteOfDay, (from, to) => {
      const hours = { from: text(from), to: text(to) };
      const quiet = Array.from({ length: 1_440 }, (_, minute) => quietMinutesLeft(hours, minute));
      expect(quiet.filter((left) => left > 0)).toHaveLength((to - from + 1_440) % 1_440);
      for (const [minute, left] of quiet.entries())
        if (left > 0) expect(quietMinutesLeft(hours, (minute + left) % 1_440)).toBe(0);
    }),
    { numRuns: 50 },
  );
});
