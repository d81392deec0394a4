import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPriceOf } from "../../../../../../src/renderer/features/product/history/best-price.js";
import {
  nextChange,
  previousChange,
} from "../../../../../../src/renderer/features/product/history/price-series.js";
import {
  allOf,
  comparableLines,
  groupByShop,
  hasShared,
  membersOf,
  noChoice,
  onlyOne,
  shownLines,
  toggled,
} from "../../../../../../src/renderer/features/product/history/shown-lines.js";
import { anyPoints, line } from "./lines.js";

const ids = (lines: readonly { readonly id: string }[]) => lines.map(({ id }) => id);

describe("which lines are shown", () => {
  const used = { ...line("used", [0, 5]), isNew: false };
  const series = [line("a", [0, 10]), line("b", [0, 11]), used];

  it("is the new ones at first, or all where there is none", () => {
    expect(ids(shownLines(series, noChoice))).toEqual(["a", "b"]);
    expect(ids(shownLines([used], noChoice))).toEqual(["used"]);
  });

  it("never lets a used one make the best price of a new product", () => {
    expect(ids(comparableLines(series))).toEqual(["a", "b"]);
    expect(ids(comparableLines([used]))).toEqual(["used"]);
  });

  it("changes one at a time, also for one that comes later", () => {
    const choice = toggled(series, toggled(series, noChoice, "a"), "used");
    expect(ids(shownLines(series, choice))).toEqual(["b", "used"]);
    expect(ids(shownLines([...series, line("late", [5, 9])], choice))).toEqual(["b", "used", "late"]);
  });

  it("is only one, all as before when it is asked again, and all", () => {
    const only = onlyOne(series, toggled(series, noChoice, "used"), "b");
    expect(ids(shownLines(series, only))).toEqual(["b"]);
    expect(ids(shownLines(series, onlyOne(series, only, "b")))).toEqual(["a", "b"]);
    expect(ids(shownLines(series, allOf(series)))).toEqual(["a", "b", "used"]);
  });
});

const at = (retailer: string, id: string, isNew = true) => ({ ...line(id, [0, 10]), retailer, isNew });
const label = ({ retailer }: { retailer: string }, count: number) => `${retailer} ${count}`;

it("takes several offers of a shop together, and leaves used ones apart", () => {
  const series = [at("x", "1"), at("y", "2"), at("x", "3"), at("x", "4", false)];
  const grouped = groupByShop(series, label);
  expect(grouped.map((each) => each.label)).toEqual(["x 2", "2", "4"]);
  expect(grouped.map((each) => ids(membersOf(each, series)))).toEqual([["1", "3"], ["2"], ["4"]]);
  expect(hasShared(series)).toBe(true);
  expect(hasShared(grouped.slice(1))).toBe(false);
});

it("has the best price of its offers at any time, or none while all are out of stock", () => {
  fc.assert(
    fc.property(anyPoints(), anyPoints(), (one, other) => {
      const series = [
        { ...at("x", "1"), points: one },
        { ...at("x", "2"), points: other },
      ];
      // So old that no shop joins early.
      const firstMs = Number.NEGATIVE_INFINITY;
      expect(bestPriceOf(groupByShop(series, label), firstMs)).toEqual(bestPriceOf(series, firstMs));
    }),
  );
});

describe("from change to change", () => {
  it("goes to the next one and comes back, and passes what is no change", () => {
    const series = [line("a", [10, 5], [20, 5], [30, 6], [50, 6]), line("b", [15, 9], [30, 8], [50, 8])];
    expect(nextChange(series, 10)).toBe(15);
    expect(nextChange(series, 15)).toBe(30);
    expect(nextChange(series, 30)).toBeNull();
    expect(previousChange(series, 50)).toBe(30);
    expect(previousChange(series, 30)).toBe(15);
    expect(previousChange(series, 12.5)).toBe(10);
    expect(previousChange(series, 10)).toBeNull();
  });

  it("comes by every change of every line, once", () => {
    fc.assert(
      fc.property(anyPoints(), anyPoints(), (one, other) => {
        const series = [
          { ...line("a"), points: one },
          { ...line("b"), points: other },
        ];
        const found: number[] = [];
        for (let atMs = nextChange(series, -1e6); atMs !== null; atMs = nextChange(series, atMs))
          found.push(atMs);
        const back: number[] = [];
        for (let atMs = previousChange(series, 1e6); atMs !== null; atMs = previousChange(series, atMs))
          back.push(atMs);
        expect(back.toReversed()).toEqual(found);
        expect(found.length).toBeLessThanOrEqual(one.length + other.length);
        expect(found[0]).toBe(Math.min(one[0]?.atMs ?? 0, other[0]?.atMs ?? 0));
      }),
    );
  });
});
