import fc from "fast-check";
import { expect, it } from "vitest";
import { evaluatePrice, recentMedian } from "../../../../src/main/engine/domain/quality.js";
import { DAY_MS, MINUTE_MS } from "../../../../src/shared/time.js";
import { startMs } from "./points.js";

const now = startMs;
const tenMinutes = 10 * MINUTE_MS;

function seenBefore(priceMinor: number, agoMs: number) {
  return { priceMinor, firstSeenMs: now - agoMs };
}

it.each([
  ["is rejected at 0", 0, 1_000, null, "reject"],
  ["is rejected below 0", -1, null, null, "reject"],
  ["is rejected at 0 even when seen twice", 0, 1_000, seenBefore(0, tenMinutes), "reject"],
  ["is accepted without a past", 999_999, null, null, "accept"],
  ["is accepted at the median", 1_000, 1_000, null, "accept"],
  ["is accepted at exactly five times the median", 5_000, 1_000, null, "accept"],
  ["is quarantined just above five times the median", 5_001, 1_000, null, "quarantine"],
  ["is accepted at exactly a fifth of the median", 200, 1_000, null, "accept"],
  ["is quarantined just below a fifth of the median", 199, 1_000, null, "quarantine"],
  ["is quarantined as an outlier seen again immediately", 199, 1_000, seenBefore(199, 0), "quarantine"],
  [
    "is quarantined as an outlier seen again too early",
    199,
    1_000,
    seenBefore(199, tenMinutes - 1),
    "quarantine",
  ],
  [
    "is accepted as an outlier seen again after ten minutes",
    199,
    1_000,
    seenBefore(199, tenMinutes),
    "accept",
  ],
  ["is quarantined as another outlier than before", 198, 1_000, seenBefore(199, tenMinutes), "quarantine"],
  ["is accepted near the median while an outlier waits", 900, 1_000, seenBefore(199, 0), "accept"],
] as const)("an observed price %s", (_case, price, median, suspect, verdict) => {
  expect(evaluatePrice(price, now, median, suspect)).toBe(verdict);
});

it("an observed price is accepted at first sight exactly within a factor of five of the median", () => {
  const price = fc.integer({ min: 1, max: 1e9 });
  fc.assert(
    fc.property(price, price, (seen, median) => {
      const isWithin = BigInt(seen) <= 5n * BigInt(median) && 5n * BigInt(seen) >= BigInt(median);
      expect(evaluatePrice(seen, now, median, null)).toBe(isWithin ? "accept" : "quarantine");
    }),
  );
});

function point(daysAgo: number, priceMinor: number) {
  return { atMs: now - daysAgo * DAY_MS, priceMinor, availability: 1 } as const;
}

it.each([
  ["no points", [], null],
  ["one point long ago", [point(400, 700)], 700],
  ["one point this instant", [point(0, 700)], 700],
  ["a price that held longer than another", [point(30, 700), point(10, 900)], 700],
  ["a price that held shorter than another", [point(30, 700), point(20, 900)], 900],
  ["an expensive month before these 30 days", [point(90, 9_900), point(29, 700)], 700],
  ["the price in force when the 30 days began", [point(90, 9_900), point(14, 700)], 9_900],
])("the 30-day median is right for %s", (_case, points, median) => {
  expect(recentMedian(points, now)).toBe(median);
});
