import { expect, it } from "vitest";
import { hasMissedFetch, isStale } from "../../../../src/main/engine/domain/upstream-freshness.js";
import { DAY_MS } from "../../../../src/shared/time.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");

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
