import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Collection,
  collectionPattern,
  collectionText,
  nextCollectionMs,
  parseCollection,
} from "../../../src/shared/collection.js";
import { DAY_MS, HOUR_MS, weekdays } from "../../../src/shared/time.js";

afterEach(() => void vi.unstubAllEnvs());

function next(zone: string, collect: string, since: string): string {
  vi.stubEnv("TZ", zone);
  return new Date(nextCollectionMs(collect, Date.parse(since))).toISOString();
}

describe("the slots of a channel that collects alerts", () => {
  it.each([
    ["on the same day", "Europe/Berlin", "daily@18", "2026-11-28T10:00:00Z", "2026-11-28T17:00:00.000Z"],
    [
      "a day later, from the slot on",
      "Europe/Berlin",
      "daily@18",
      "2026-11-28T17:00:00Z",
      "2026-11-29T17:00:00.000Z",
    ],
    [
      "23 hours later in spring",
      "Europe/Berlin",
      "daily@18",
      "2026-03-28T17:00:00Z",
      "2026-03-29T16:00:00.000Z",
    ],
    [
      "25 hours later in autumn",
      "Europe/Berlin",
      "daily@18",
      "2026-10-24T16:00:00Z",
      "2026-10-25T17:00:00.000Z",
    ],
    [
      "at 3:00 where 2:00 is skipped",
      "Europe/Berlin",
      "daily@2",
      "2026-03-28T12:00:00Z",
      "2026-03-29T01:00:00.000Z",
    ],
    [
      "at the first of two 2:00",
      "Europe/Berlin",
      "daily@2",
      "2026-10-24T12:00:00Z",
      "2026-10-25T00:00:00.000Z",
    ],
    [
      "not at the second of two 2:00",
      "Europe/Berlin",
      "daily@2",
      "2026-10-25T00:30:00Z",
      "2026-10-26T01:00:00.000Z",
    ],
    [
      "on the weekday",
      "America/New_York",
      "weekly@mon@9",
      "2026-11-24T12:00:00Z",
      "2026-11-30T14:00:00.000Z",
    ],
    ["at a full local hour", "Asia/Kolkata", "hourly", "2026-11-24T12:10:00Z", "2026-11-24T12:30:00.000Z"],
  ] as const)("come %s (%s, %j)", (_when, zone, collect, since, expected) => {
    expect(next(zone, collect, since)).toBe(expected);
  });

  const collections: fc.Arbitrary<Collection> = fc.record({
    every: fc.constantFrom("hourly" as const, "daily" as const, "weekly" as const),
    weekday: fc.constantFrom(...weekdays),
    hour: fc.integer({ min: 0, max: 23 }),
  });
  const periodsMs = { "at-once": 0, hourly: HOUR_MS, daily: DAY_MS, weekly: 7 * DAY_MS };

  it.each([
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Africa/Cairo",
    "Australia/Lord_Howe",
  ])("in %s, each time has one slot after it, within a period and at the selected hour", (zone) => {
    vi.stubEnv("TZ", zone);
    const times = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });
    fc.assert(
      fc.property(
        collections,
        times,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (collection, sinceMs, part) => {
          const collect = collectionText(collection);
          const slotMs = nextCollectionMs(collect, sinceMs);
          expect(slotMs).toBeGreaterThan(sinceMs);
          expect(slotMs - sinceMs).toBeLessThanOrEqual(periodsMs[collection.every] + HOUR_MS);
          // No other slot lies between.
          const betweenMs = sinceMs + Math.floor((slotMs - sinceMs) * part);
          expect(nextCollectionMs(collect, betweenMs)).toBe(slotMs);
          const slot = new Date(slotMs);
          const skipped = new Date(slotMs - 1);
          const isSelected =
            collection.every === "hourly" ? slot.getMinutes() === 0 : slot.getHours() === collection.hour;
          const isAfterGap = skipped.getTimezoneOffset() !== slot.getTimezoneOffset();
          expect(isSelected || isAfterGap).toBe(true);
          if (collection.every === "weekly")
            expect(weekdays[(slot.getDay() + 6) % 7]).toBe(collection.weekday);
        },
      ),
    );
  });

  it("are read and written in the same notation", () => {
    for (const text of ["at-once", "hourly", "daily@0", "weekly@sun@23"]) {
      expect(text).toMatch(collectionPattern);
      expect(collectionText(parseCollection(text))).toBe(text);
    }
    for (const text of [
      "",
      "daily",
      "daily@24",
      "hourly@1",
      "weekly@18",
      "weekly@day@1",
      "daily@18@18",
      "xdaily@1",
    ])
      expect(text).not.toMatch(collectionPattern);
  });
});
