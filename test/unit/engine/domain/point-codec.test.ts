import fc from "fast-check";
import { expect, it } from "vitest";
import {
  lowestInBlock,
  packNextPoint,
  packPoints,
  unpackPoints,
} from "../../../../src/main/engine/domain/point-codec.js";
import type { PricePoint } from "../../../../src/main/engine/domain/price-point.js";
import { startMs, wildPoints } from "./points.js";

function pack(points: readonly PricePoint[]): Buffer {
  return packPoints(points, points[0]?.atMs ?? 0);
}

it("packed points are unpacked unchanged", () => {
  fc.assert(
    fc.property(wildPoints, (points) => {
      expect(unpackPoints(pack(points), points[0]?.atMs ?? 0)).toEqual(points);
    }),
    { numRuns: 500 },
  );
});

it("packed points contain the lowest price that was not out of stock", () => {
  fc.assert(
    fc.property(wildPoints, fc.nat(50), (points, index) => {
      const untilMs = points[index]?.atMs ?? Number.MAX_SAFE_INTEGER;
      const available = points.filter(({ atMs, availability }) => availability !== 2 && atMs < untilMs);
      const lowest = available.map(({ priceMinor }) => priceMinor).sort((a, b) => a - b)[0] ?? null;
      expect(lowestInBlock(pack(points), points[0]?.atMs ?? 0, untilMs)).toBe(lowest);
    }),
  );
});

it("packed points have the same bytes whether packed together or one by one", () => {
  fc.assert(
    fc.property(wildPoints, (points) => {
      const [first] = points;
      fc.pre(first !== undefined);
      let bytes = pack([first]);
      points.slice(1).forEach((point, i) => {
        bytes = Buffer.concat([bytes, packNextPoint(point, points[i] ?? first)]);
      });
      expect(bytes).toEqual(pack(points));
    }),
  );
});

it("packed points take at most five bytes for a daily step of a few dollars", () => {
  const days = Array.from(
    { length: 100 },
    (_, i): PricePoint => ({
      atMs: startMs + i * 86_400_000,
      priceMinor: 20_000 + (i % 2) * 500,
      availability: 1,
    }),
  );
  expect(pack(days).length).toBeLessThanOrEqual(5 * days.length);
});

it("packed points are rejected when truncated within a point", () => {
  const bytes = pack([
    { atMs: startMs, priceMinor: 1e12, availability: 1 },
    { atMs: startMs + 1, priceMinor: 1, availability: 2 },
  ]);
  const first = unpackPoints(
    bytes.subarray(0, pack([{ atMs: startMs, priceMinor: 1e12, availability: 1 }]).length),
    startMs,
  );
  expect(first).toHaveLength(1);
  for (const length of [1, 2, bytes.length - 1])
    expect(() => unpackPoints(bytes.subarray(0, length), startMs)).toThrow(RangeError);
});
