import fc from "fast-check";
import { expect, it } from "vitest";
import {
  estimateBatchSeconds,
  isBatchJobExpired,
  movingAverageMs,
} from "../../../../src/main/engine/domain/batch-times.js";

it("the estimate is a whole number of seconds, at least one", () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.double({ min: 0, max: 1_000, noNaN: true }), (identifiers, msEach) => {
      const seconds = estimateBatchSeconds(identifiers, msEach);
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
    }),
  );
});

it("the estimate grows with the number of identifiers and the time for each", () => {
  expect(estimateBatchSeconds(100, 50)).toBe(5);
  expect(estimateBatchSeconds(200, 50)).toBe(10);
  expect(estimateBatchSeconds(100, 100)).toBe(10);
});

it("the estimate moves only partly towards the latest measurement", () => {
  expect(movingAverageMs(null, 8)).toBe(8);
  expect(movingAverageMs(8, 8)).toBe(8);
  const [slower, faster] = [movingAverageMs(8, 16), movingAverageMs(8, 4)];
  expect(slower).toBeGreaterThan(8);
  expect(slower).toBeLessThan(16);
  expect(faster).toBeLessThan(8);
});

it("a batch job expires after seven days", () => {
  const week = 7 * 24 * 3_600_000;
  expect(isBatchJobExpired(0, week - 1)).toBe(false);
  expect(isBatchJobExpired(0, week)).toBe(true);
});
