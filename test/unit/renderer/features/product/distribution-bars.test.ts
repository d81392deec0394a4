import { describe, expect, it } from "vitest";
import { distributionBars, tallest } from "../../../../../src/renderer/features/product/evidence-section.js";

const buckets = [
  { from: 40, to: 45, days: 1 },
  { from: 45, to: 50, days: 0 },
  { from: 50, to: 55, days: 200 },
  { from: 55, to: 60, days: 100 },
];

describe("the bars of a price distribution", () => {
  it("are as tall as their days, against the tallest", () => {
    const heights = distributionBars({ buckets, current: 3 }).map(({ height }) => height);
    expect(heights).toEqual([0.03, 0, 1, 0.5]);
  });

  it("mark the price of now, even where it has not been for a day", () => {
    const bars = distributionBars({ buckets, current: 1 });
    expect(bars.map(({ isCurrent }) => isCurrent)).toEqual([false, true, false, false]);
  });

  it("mark none while nobody has it", () => {
    expect(distributionBars({ buckets, current: null }).some(({ isCurrent }) => isCurrent)).toBe(false);
  });

  it("name the range of most days, the cheapest of equals", () => {
    const equal = buckets.map((bucket) => ({ ...bucket, days: 5 }));
    expect(tallest(distributionBars({ buckets, current: 0 }))).toMatchObject({ from: 50 });
    expect(tallest(distributionBars({ buckets: equal, current: 0 }))).toMatchObject({ from: 40 });
    expect(tallest([])).toBeNull();
  });
});

it("a distribution tells something after a week of prices", () => {
  const over = (days: number) => distributionBars({ buckets: [{ from: 1, to: 2, days }], current: 0 }).length;
  expect([over(6.9), over(7)]).toEqual([0, 1]);
});
