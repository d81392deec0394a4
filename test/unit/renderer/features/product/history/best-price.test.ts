import { describe, expect, it } from "vitest";
import {
  bestPriceOf,
  findExtremes,
  outSpans,
} from "../../../../../../src/renderer/features/product/history/best-price.js";
import type { PriceSeries } from "../../../../../../src/renderer/features/product/history/price-series.js";
import { DAY_MS, MINUTE_MS } from "../../../../../../src/shared/time.js";
import { line } from "./lines.js";

const whole = { startMs: 0, endMs: 100 };

const pairs = (series: readonly PriceSeries[]) =>
  bestPriceOf(series).map(({ atMs, price, availability }) => [atMs, availability === "out" ? null : price]);

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

it("begins with the price of a shop that joined within a minute, but not of one that joined later", () => {
  const [second, third] = [line("b", [1 + MINUTE_MS, 9]), line("c", [2 * MINUTE_MS, 8])];
  expect(pairs([line("a", [1, 10]), second, third, line("d")])).toEqual([
    [1, 9],
    [2 * MINUTE_MS, 8],
  ]);
});

it("joins no shop to the start of a view that begins after the product's first price", () => {
  const view = [line("a", [10 * DAY_MS, 10]), line("b", [10 * DAY_MS + MINUTE_MS, 9])];
  expect(bestPriceOf(view, 0).map(({ price }) => price)).toEqual([10, 9]);
});

it("is not drawn before the product was first in stock", () => {
  expect(pairs([line("a", [0, 50, "out"], [10, 48])])).toEqual([[10, 48]]);
});

describe("spans out of stock", () => {
  const best = (...steps: Parameters<typeof line>[1][]) => bestPriceOf([line("a", ...steps)]);

  it("last until the product is back, within what is in sight", () => {
    const spans = outSpans(best([0, 10], [20, 10, "out"], [60, 11], [90, 11, "out"], [120, 11]), whole, 100);
    expect(spans).toEqual([
      { startMs: 20, endMs: 60 },
      { startMs: 90, endMs: 100 },
    ]);
  });

  it("are one where less than a pixel column lies between them", () => {
    const spans = outSpans(
      best([0, 10, "out"], [10, 9], [20, 9, "out"], [21, 9], [22, 9, "out"], [40, 9]),
      whole,
      10,
    );
    expect(spans).toEqual([{ startMs: 20, endMs: 40 }]);
  });
});

describe("lowest and highest", () => {
  it("marks where each was last reached, as gauge and statistics do", () => {
    const best = bestPriceOf([line("a", [0, 12], [10, 10], [20, 12], [30, 10], [40, 11])]);
    expect(findExtremes(best, whole)).toEqual({
      lowest: { atMs: 30, price: 10 },
      highest: { atMs: 20, price: 12 },
    });
  });

  it("is nothing without a price", () => {
    expect(findExtremes([], whole)).toBeNull();
    expect(findExtremes(bestPriceOf([line("a", [0, 10, "out"])]), whole)).toBeNull();
  });

  it("looks at what is in sight only, and at the price with which that begins", () => {
    const best = bestPriceOf([line("a", [0, 8], [10, 12], [20, 11], [90, 5])]);
    expect(findExtremes(best, { startMs: 15, endMs: 50 })).toEqual({
      lowest: { atMs: 20, price: 11 },
      highest: { atMs: 15, price: 12 },
    });
  });
});
