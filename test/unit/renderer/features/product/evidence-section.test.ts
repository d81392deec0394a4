import { describe, expect, it } from "vitest";
import {
  distributionBars,
  monthBars,
  shopShares,
  tallest,
} from "../../../../../src/renderer/features/product/evidence-section.js";

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

  it("mark no price while the product is out of stock", () => {
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

const shops = (count: number, days = 30) =>
  Array.from({ length: count }, (_, index) => ({ retailer: `s${index}.example`, share: 100 / count, days }));

it("names the shops that had the best price, the others as one", () => {
  const shares = shopShares(shops(8));
  expect(shares.map(({ retailer }) => retailer)).toEqual([
    ...["s0.example", "s1.example", "s2.example", "s3.example", "s4.example"],
    null,
  ]);
  expect(shares.at(-1)?.share).toBe(37);
});

it("gives the last one its name where it is the only other", () => {
  expect(shopShares(shops(6)).at(-1)?.retailer).toBe("s5.example");
});

it("gives whole percents that add up to 100", () => {
  const exact = [55.4, 27.6, 10.5, 6.5].map((share, index) => ({
    retailer: `s${index}.example`,
    share,
    days: 30,
  }));
  const shares = shopShares(exact).map(({ share }) => share);
  expect(shares).toEqual([55, 28, 11, 6]);
  expect(shopShares(shops(3)).reduce((sum, { share }) => sum + share, 0)).toBe(100);
});

it("leaves out shops whose share rounds to nothing", () => {
  const [most, least] = shops(2);
  if (!most || !least) throw new Error("There are two shops.");
  const shares = shopShares([
    { ...most, share: 99.8 },
    { ...least, share: 0.2 },
  ]);
  expect(shares).toEqual([{ retailer: "s0.example", share: 100 }]);
});

it("claims nothing of less than a week", () => {
  expect(shopShares(shops(2, 3))).toEqual([]);
  expect(shopShares([])).toEqual([]);
});
