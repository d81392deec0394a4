import { expect, it } from "vitest";
import { quickTargets } from "../../../../../src/renderer/features/product/target-control.js";

it("proposes two steps down and the lowest price so far", () => {
  expect(quickTargets(229.99, 171.99)).toEqual([
    { price: 218, percent: 5 },
    { price: 206, percent: 10 },
    { price: 171.99, percent: null },
  ]);
});

it("proposes three steps where it has never been cheaper", () => {
  expect(quickTargets(9.99, 9.99).map(({ price }) => price)).toEqual([9.49, 8.99, 7.99]);
});

it("proposes nothing twice", () => {
  expect(quickTargets(100, 90).map(({ price, percent }) => [price, percent])).toEqual([
    [95, 5],
    [80, 20],
    [90, null],
  ]);
});

it("proposes nothing without a price", () => {
  expect(quickTargets(null, 50)).toEqual([]);
});
