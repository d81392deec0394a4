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
} from "../../../../src/main/engine/domain/upstream-freshness.js";
import { DAY_MS } from "../../../../src/shared/time.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");
const today = Date.parse("2026-06-15");

describe("data from an upstream", () => {
  it.each([
    ["offers", 3_599_999, false],
    ["offers", 3_600_000, true],
    ["product", DAY_MS - 1, false],
    ["product", DAY_MS, true],
    ["review", DAY_MS, true],
    // Fetched while the clock was ahead.
    ["offers", -1, true],
  ] as const)("upstream data of the kind %s, fetched %i ms ago, is stale: %s", (kind, ageMs, expected) => {
    expect(isStale(kind, nowMs - ageMs, nowMs)).toBe(expected);
  });

  it("upstream data is stale when it was never fetched", () =>
    expect(isStale("offers", null, nowMs)).toBe(true));

  it("upstream data has a gap to fill after a missed pulse", () => {
    const hourMs = 3_600_000;
    expect(hasMissedFetch(nowMs - hourMs, hourMs, nowMs)).toBe(false);
    expect(hasMissedFetch(nowMs - 2 * hourMs, hourMs, nowMs)).toBe(true);
    expect(hasMissedFetch(null, hourMs, nowMs)).toBe(false);
  });
});

const day = fc.integer({ min: -400, max: 3 });
const windows = fc.tuple(day, fc.nat(366)).map(([start, length]) => ({
  start: utcDay(today + start * DAY_MS),
  end: utcDay(today + (start + length) * DAY_MS),
}));
const spans = fc
  .tuple(fc.integer({ min: -400, max: 0 }), fc.integer({ min: 1, max: 400 * DAY_MS }))
  .map(([start, ms]): TimeSpan => {
    const fromMs = today + start * DAY_MS;
    return { fromMs, untilMs: Math.min(nowMs, fromMs + ms) };
  });

describe("missing days of a history", () => {
  it("missing days cover, together with the stored days, all but an hour of the requested window", () => {
    fc.assert(
      fc.property(fc.option(spans), windows, (covered, requested) => {
        const span = pastSpan(requested, nowMs);
        const after = missingWindows(covered, requested, nowMs)
          .flatMap((window) => pastSpan(window, nowMs) ?? [])
          .reduce<TimeSpan | null>((joined, fetched) => joinSpans(joined, fetched), covered);
        const missing = missingWindows(covered, requested, nowMs);
        if (span === null) expect(missing).toEqual([]);
        else if (covered !== null && (covered.untilMs < span.fromMs || covered.fromMs > span.untilMs))
          expect(missing).toEqual([clipped(requested)]);
        else {
          expect(after?.fromMs).toBeLessThanOrEqual(span.fromMs);
          expect(span.untilMs - (after?.untilMs ?? 0)).toBeLessThan(freshForMs.offers);
        }
      }),
    );
  });

  it("missing days lie within the requested window", () => {
    fc.assert(
      fc.property(fc.option(spans), windows, (covered, requested) => {
        const missing = missingWindows(covered, requested, nowMs);
        expect(missing.length).toBeLessThanOrEqual(2);
        for (const { start, end } of missing) {
          expect(start >= requested.start && end <= requested.end && start <= end).toBe(true);
        }
      }),
    );
  });

  it("no days are missing once the window was fetched", () => {
    fc.assert(
      fc.property(windows, (requested) => {
        const span = pastSpan(requested, nowMs);
        expect(missingWindows(span, requested, nowMs)).toEqual([]);
      }),
    );
  });
});

/** Future days are not requested. */
function clipped({ start, end }: { start: string; end: string }) {
  return { start, end: end > utcDay(nowMs) ? utcDay(nowMs) : end };
}
