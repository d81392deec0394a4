import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utcDay } from "../../../../src/main/engine/domain/clock.js";
import {
  freshForMs,
  hasMissedFetch,
  isStale,
  joinSpans,
  missingWindows,
  pastSpan,
  type TimeSpan,
} from "../../../../src/main/engine/domain/service-freshness.js";

const dayMs = 86_400_000;
const nowMs = Date.parse("2026-06-15T12:00:00.000Z");
const today = Date.parse("2026-06-15");

describe("what was fetched", () => {
  it.each([
    ["offers", 3_599_999, false],
    ["offers", 3_600_000, true],
    ["product", dayMs - 1, false],
    ["product", dayMs, true],
    ["review", dayMs, true],
    // A clock that was ahead when it was fetched.
    ["offers", -1, true],
  ] as const)("as %s %i ms ago: old is %s", (kind, ageMs, expected) => {
    expect(isStale(kind, nowMs - ageMs, nowMs)).toBe(expected);
  });

  it("never, is missing", () => expect(isStale("offers", null, nowMs)).toBe(true));

  it("at a pulse that was missed, leaves a gap to catch up with", () => {
    const hourMs = 3_600_000;
    expect(hasMissedFetch(nowMs - hourMs, hourMs, nowMs)).toBe(false);
    expect(hasMissedFetch(nowMs - 2 * hourMs, hourMs, nowMs)).toBe(true);
    expect(hasMissedFetch(null, hourMs, nowMs)).toBe(false);
  });
});

const day = fc.integer({ min: -400, max: 3 });
const windows = fc.tuple(day, fc.nat(366)).map(([start, length]) => ({
  start: utcDay(today + start * dayMs),
  end: utcDay(today + (start + length) * dayMs),
}));
const spans = fc
  .tuple(fc.integer({ min: -400, max: 0 }), fc.integer({ min: 1, max: 400 * dayMs }))
  .map(([start, ms]): TimeSpan => {
    const fromMs = today + start * dayMs;
    return { fromMs, untilMs: Math.min(nowMs, fromMs + ms) };
  });

describe("a history's missing days", () => {
  it("together with what is there, cover all that is wanted, but for an hour", () => {
    fc.assert(
      fc.property(fc.option(spans), windows, (covered, wanted) => {
        const span = pastSpan(wanted, nowMs);
        const after = missingWindows(covered, wanted, nowMs)
          .flatMap((window) => pastSpan(window, nowMs) ?? [])
          .reduce<TimeSpan | null>((joined, fetched) => joinSpans(joined, fetched), covered);
        const missing = missingWindows(covered, wanted, nowMs);
        if (span === null) expect(missing).toEqual([]);
        else if (covered !== null && (covered.untilMs < span.fromMs || covered.fromMs > span.untilMs))
          expect(missing).toEqual([clipped(wanted)]);
        else {
          expect(after?.fromMs).toBeLessThanOrEqual(span.fromMs);
          expect(span.untilMs - (after?.untilMs ?? 0)).toBeLessThan(freshForMs.offers);
        }
      }),
    );
  });

  it("are no more than what is wanted", () => {
    fc.assert(
      fc.property(fc.option(spans), windows, (covered, wanted) => {
        const missing = missingWindows(covered, wanted, nowMs);
        expect(missing.length).toBeLessThanOrEqual(2);
        for (const { start, end } of missing) {
          expect(start >= wanted.start && end <= wanted.end && start <= end).toBe(true);
        }
      }),
    );
  });

  it("that were fetched are not missing any more", () => {
    fc.assert(
      fc.property(windows, (wanted) => {
        const span = pastSpan(wanted, nowMs);
        expect(missingWindows(span, wanted, nowMs)).toEqual([]);
      }),
    );
  });
});

/** What lies ahead is not asked for. */
function clipped({ start, end }: { start: string; end: string }) {
  return { start, end: end > utcDay(nowMs) ? utcDay(nowMs) : end };
}
