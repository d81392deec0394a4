import { describe, expect, it } from "vitest";
import { monthBars } from "../../../../../src/renderer/features/product/evidence-section.js";

const year = (medians: readonly number[]) =>
  medians.map((median, index) => ({ month: index + 1, median, days: 30 }));

describe("the bars of the months", () => {
  it("hang down where a month is cheaper than the average one, and stand up where it is dearer", () => {
    const bars = monthBars(year([80, 120, 100]), 1);
    expect(bars.slice(0, 3).map(({ percent, reach }) => [Math.round(percent), reach])).toEqual([
      [-20, expect.closeTo(-1)],
      [20, expect.closeTo(1)],
      [0, 0],
    ]);
  });

  it("are twelve, with nothing where nothing is known", () => {
    const bars = monthBars(year([80, 120]), null);
    expect(bars).toHaveLength(12);
    expect(bars[2]).toEqual({ month: 3, median: null, percent: 0, reach: 0, isCheapest: false });
  });

  it("mark the cheapest month alone", () => {
    const marked = monthBars(year([90, 80, 100]), 2).filter(({ isCheapest }) => isCheapest);
    expect(marked.map(({ month }) => month)).toEqual([2]);
  });

  it("are on one scale, so that months of one product compare with those of another", () => {
    const [first] = monthBars(year([90, 110]), null);
    expect(first?.reach).toBeCloseTo(-0.5);
  });

  it("do not make a price that hardly moves look wild", () => {
    const [first] = monthBars(year([99, 101]), null);
    expect(first?.reach).toBeCloseTo(-0.05);
  });

  it("stay flat without any data", () => {
    expect(monthBars([], null).every(({ reach }) => reach === 0)).toBe(true);
  });
});
