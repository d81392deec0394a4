import { describe, expect, it } from "vitest";
import { lowestOf, toLine } from "../../../../../src/renderer/features/product/compare-view.js";
import { rowVerdict } from "../../../../../src/renderer/lib/watch/row-verdict.js";
import type { PackSize } from "../../../../../src/shared/app/pack-size.js";
import type { WatchRow } from "../../../../../src/shared/app/watch.js";
import { createWatchRow } from "../../../../support/watch-row.js";

const grams = (amount: number): PackSize => ({ amount, unit: "g" });

function compared(price: number | null, currency = "USD", size: PackSize | null = null) {
  const best = price === null ? null : { price, currency, retailer: "shop.example" };
  return { row: createWatchRow({ best }), size };
}

describe("lowestOf", () => {
  it.each([
    ["the lower one", [compared(20), compared(10), compared(null)], 10],
    ["none of equal prices", [compared(10), compared(10)], null],
    ["none in several currencies", [compared(10), compared(5, "EUR")], null],
    [
      "none of packs of different sizes",
      [compared(10, "USD", grams(500)), compared(5, "USD", grams(250))],
      null,
    ],
    ["the lower one of equal packs", [compared(10, "USD", grams(500)), compared(5, "USD", grams(500))], 5],
    [
      "the lower one of a weight and a volume",
      [compared(10, "USD", grams(500)), compared(5, "USD", { amount: 500, unit: "ml" })],
      5,
    ],
    ["none without prices", [compared(null), compared(null)], null],
  ])("is %s", (_what, products, lowest) => {
    expect(lowestOf(products)).toBe(lowest);
  });
});

describe("toLine", () => {
  it("holds the last price while the product is sold out, and reaches the present", () => {
    const points: [number, number | null][] = [
      [1, null],
      [2, 10],
      [3, null],
      [4, 8],
    ];
    const line = toLine([createWatchRow()], { product_key: "product/kettle/1", currency: "USD", points }, 9);
    expect(line.points).toEqual([
      { atMs: 2, price: 10, availability: "in" },
      { atMs: 3, price: 10, availability: "out" },
      { atMs: 4, price: 8, availability: "in" },
      { atMs: 9, price: 8, availability: "in" },
    ]);
  });
});

describe("rowVerdict", () => {
  it.each<[string, Partial<WatchRow>, string]>([
    ["a grade A", { grade: "A-" }, "Low tide. Buy now."],
    ["a grade B", { grade: "B" }, "A good price."],
    ["a grade C", { grade: "C+" }, "A fair price."],
    ["a grade D", { grade: "D" }, "High tide. Wait."],
    [
      "a reached target before the grade",
      { grade: "D", target: { price: 45, currency: "USD" } },
      "At your target of $45.00",
    ],
    [
      "a target in another currency",
      { grade: "D", target: { price: 99, currency: "EUR" } },
      "High tide. Wait.",
    ],
    ["no grade yet", { grade: null, days_of_history: 3 }, "Too early to tell."],
    ["a price that never moved", { grade: null, low: 45, high: 45 }, "Unchanged so far."],
    ["no price", { best: null }, "Out of stock."],
  ])("says of %s what the product's page says", (_what, row, verdict) => {
    expect(rowVerdict(createWatchRow(row))).toBe(verdict);
  });
});
