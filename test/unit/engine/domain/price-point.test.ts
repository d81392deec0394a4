import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  availabilityCodes,
  fromAvailabilityCode,
  isSameValue,
  mergeChangePoints,
  type PricePoint,
  toAvailabilityCode,
} from "../../../../src/main/engine/domain/price-point.js";
import { closePoints, naiveMerge } from "./points.js";

function point(atMs: number, priceMinor: number, availability: 0 | 1 | 2 = 1): PricePoint {
  return { atMs, priceMinor, availability };
}

describe("availability", () => {
  it.each(["in", "out", null] as const)("the availability %s survives storage", (availability) => {
    expect(fromAvailabilityCode(toAvailabilityCode(availability))).toBe(availability);
  });

  it("availability is unknown when it is not sent", () => {
    expect([undefined, null].map(toAvailabilityCode)).toEqual([
      availabilityCodes.unknown,
      availabilityCodes.unknown,
    ]);
  });

  it.each([
    [null, null, true],
    [null, point(1, 10), false],
    [point(1, 10), null, false],
    [point(1, 10), point(2, 10), true],
    [point(1, 10), point(1, 10, 2), false],
    [point(1, 10), point(1, 20), false],
  ])("%j and %j are the same value: %s", (one, other, expected) => {
    expect(isSameValue(one, other)).toBe(expected);
  });
});

it.each([
  ["nothing into nothing", [], [], []],
  ["the first points", [], [point(1, 10), point(2, 20)], [point(1, 10), point(2, 20)]],
  ["a repeat", [point(1, 10)], [point(2, 10)], [point(1, 10)]],
  ["a change of availability alone", [point(1, 10)], [point(2, 10, 2)], [point(1, 10), point(2, 10, 2)]],
  ["another price at the same instant", [point(1, 10)], [point(1, 20)], [point(1, 20)]],
  ["an older point of the same price", [point(5, 10)], [point(1, 10)], [point(1, 10)]],
  [
    "a point between",
    [point(1, 10), point(9, 10, 2)],
    [point(5, 20)],
    [point(1, 10), point(5, 20), point(9, 10, 2)],
  ],
  [
    "a point that makes the next one a repeat",
    [point(1, 10), point(9, 20)],
    [point(5, 20)],
    [point(1, 10), point(5, 20)],
  ],
])("merged points are right for %s", (_case, existing, added, expected) => {
  expect(mergeChangePoints(existing, added)).toEqual(expected);
});

it("merged points equal those of a plain list", () => {
  fc.assert(
    fc.property(closePoints, closePoints, (existing, added) => {
      const before = naiveMerge([], existing);
      expect(mergeChangePoints(before, added)).toEqual(naiveMerge(before, added));
    }),
  );
});
