import { expect, it } from "vitest";
import { maxOf, minOf } from "../../../src/shared/arrays.js";

it("the lowest and highest of 150,000 values are found, and none of no values", () => {
  const values = Array.from({ length: 150_000 }, (_, i) => i - 75_000);
  expect([minOf(values), maxOf(values)]).toEqual([-75_000, 74_999]);
  expect([minOf([]), maxOf(new Set<number>())]).toEqual([null, null]);
});
