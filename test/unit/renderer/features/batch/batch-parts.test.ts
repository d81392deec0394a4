import { expect, it } from "vitest";
import { batchParts } from "../../../../../src/renderer/features/batch/batch-parts.js";

function sizes(count: number): number[] {
  return batchParts(Array.from({ length: count }, (_, index) => `p${index}`)).map(({ length }) => length);
}

it("sends up to a hundred in one part", () => {
  expect(sizes(0)).toEqual([]);
  expect(sizes(1)).toEqual([1]);
  expect(sizes(100)).toEqual([100]);
});

it("shares out more than a hundred evenly, so that each part is a job", () => {
  expect(sizes(101)).toEqual([51, 50]);
  expect(sizes(250)).toEqual([84, 84, 82]);
  expect(Math.min(...sizes(1_001))).toBeGreaterThan(20);
});

it("keeps the order", () => {
  const list = Array.from({ length: 120 }, (_, index) => `p${index}`);
  expect(batchParts(list).flat()).toEqual(list);
});
