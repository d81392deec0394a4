import { expect, it } from "vitest";
import { RecentQueries } from "../../../../../src/main/engine/operations/upstreams/read-through.js";

it("recent requests are remembered until they expire or are cleared", () => {
  const recent = new RecentQueries();
  recent.remember("kettle", 100);
  expect([recent.has("kettle", 99), recent.has("kettle", 100), recent.has("lamp", 0)]).toEqual([
    true,
    false,
    false,
  ]);
  recent.remember("kettle", 200);
  expect(recent.has("kettle", 150)).toBe(true);
  recent.clear();
  expect(recent.has("kettle", 150)).toBe(false);
});

it("recent requests are limited to some thousands, of which the oldest is dropped first", () => {
  const recent = new RecentQueries();
  for (let i = 0; i < 5_001; i++) recent.remember(`product-${i}`, 100);
  expect(recent.has("product-0", 0)).toBe(false);
  expect(recent.has("product-1", 0)).toBe(true);
  expect(recent.has("product-5000", 0)).toBe(true);
});
