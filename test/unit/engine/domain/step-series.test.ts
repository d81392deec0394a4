import fc from "fast-check";
import { expect, it } from "vitest";
import { clipSpans, type PriceSpan, weightedMedian } from "../../../../src/main/engine/domain/step-series.js";

function span(fromMs: number, toMs: number, priceMinor: number): PriceSpan {
  return { fromMs, toMs, priceMinor };
}

const spans = fc.array(
  fc
    .tuple(fc.nat(100), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1_000 }))
    .map(([from, length, price]) => span(from, from + length, price)),
  { maxLength: 20 },
);

it.each([
  ["before the window", [span(0, 10, 1)], []],
  ["after the window", [span(20, 30, 1)], []],
  ["around the window", [span(0, 30, 1)], [span(10, 20, 1)]],
  ["inside the window", [span(12, 15, 1)], [span(12, 15, 1)]],
  [
    "across the window's start and end",
    [span(0, 12, 1), span(12, 30, 2)],
    [span(10, 12, 1), span(12, 20, 2)],
  ],
])("spans %s are clipped to it", (_where, whole, clipped) => {
  expect(clipSpans(whole, 10, 20)).toEqual(clipped);
});

it.each([
  ["no spans", [], null],
  ["one price", [span(0, 10, 700)], 700],
  ["a long and a short price", [span(0, 10, 700), span(10, 15, 100)], 700],
  ["two equally long prices, of which it is the lower", [span(0, 10, 700), span(10, 20, 900)], 700],
  ["three equally long prices", [span(0, 1, 900), span(1, 2, 100), span(2, 3, 500)], 500],
  ["a price that came back", [span(0, 4, 900), span(4, 10, 100), span(10, 14, 900)], 900],
])("the time-weighted median is right for %s", (_case, list, median) => {
  expect(weightedMedian(list)).toBe(median);
});

it("the time-weighted median equals the middle one of equally long slices", () => {
  fc.assert(
    fc.property(spans, (list) => {
      const slices = list.flatMap(({ fromMs, toMs, priceMinor }) =>
        Array.from({ length: toMs - fromMs }, () => priceMinor),
      );
      const middle = slices.toSorted((a, b) => a - b)[Math.ceil(slices.length / 2) - 1];
      expect(weightedMedian(list)).toBe(middle ?? null);
    }),
  );
});
