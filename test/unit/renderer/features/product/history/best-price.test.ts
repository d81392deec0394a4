import { describe, expect, it } from "vitest";
import {
  bestPriceOf,
  findExtremes,
} from "../../../../../../src/renderer/features/product/history/best-price.js";
import type { PriceSeries } from "../../../../../../src/renderer/features/product/history/price-series.js";
import { line } from "./lines.js";

const whole = { startMs: 0, endMs: 100 };

const pairs = (series: readonly PriceSeries[]) =>
  bestPriceOf(series, 0, 100).map(({ atMs, price }) => [atMs, price]);

describe("the best price over time", () => {
  it("is the lowest of the prices that hold", () => {
    expect(
      pairs([line("a", [0, 10], [20, 12], [30, 12]), line("b", [0, 11], [10, 9], [20, 11], [30, 11])]),
    ).toEqual([
      [0, 10],
      [10, 9],
      [20, 11],
      [30, 11],
    ]);
  });

  it("leaves out what is out of stock", () => {
    expect(pairs([line("a", [0, 10], [10, 5, "out"]), line("b", [0, 12])])).toEqual([
      [0, 10],
      [10, 12],
    ]);
  });

  it("is nothing while nobody has the product", () => {
    expect(pairs([line("a", [0, 10], [10, 10, "out"], [20, 11])])).toEqual([
      [0, 10],
      [10, null],
      [20, 11],
    ]);
  });
});

describe("the beginning of the window", () => {
  it("claims nothing until every older offer has told its price", () => {
    expect(pairs([line("a", [0, 50]), line("b", [10, 9], [90, 8])])).toEqual([
      [10, 9],
      [90, 8],
    ]);
  });

  it("does not wait for an offer that was first listed later", () => {
    expect(pairs([line("a", [0, 50]), line("b", [60, 9])])).toEqual([
      [0, 50],
      [60, 9],
    ]);
  });
});

describe("lowest and highest", () => {
  it("marks where each was first reached", () => {
    const best = bestPriceOf([line("a", [0, 12], [10, 10], [20, 11], [30, 10])], 0, 100);
    expect(findExtremes(best, whole)).toEqual({
      lowest: { atMs: 10, price: 10 },
      highest: { atMs: 0, price: 12 },
    });
  });

  it("is nothing without a price", () => {
    expect(findExtremes([], whole)).toBeNull();
    expect(findExtremes(bestPriceOf([line("a", [0, 10, "out"])], 0, 100), whole)).toBeNull();
  });

  it("looks at what is in sight only, and at the price with which that begins", () => {
    const best = bestPriceOf([line("a", [0, 8], [10, 12], [20, 11], [90, 5])], 0, 100);
    expect(findExtremes(best, { startMs: 15, endMs: 50 })).toEqual({
      lowest: { atMs: 20, price: 11 },
      highest: { atMs: 15, price: 12 },
    });
  });
});
