import { describe, expect, it } from "vitest";
import {
  parseMeasure,
  sizeInTitle,
  sizeOfUnitPrice,
  unitPrice,
} from "../../../../src/shared/app/pack-size.js";

describe("pack sizes", () => {
  it.each([
    ["500 g", { amount: 500, unit: "g" }],
    ["1,5 Liter", { amount: 1_500, unit: "ml" }],
    ["100ml", { amount: 100, unit: "ml" }],
    ["1 kg", { amount: 1_000, unit: "g" }],
    ["12 Stk.", { amount: 12, unit: "piece" }],
    ["1 month", null],
    ["0 g", null],
    ["g", null],
  ])("reads %s", (text, size) => {
    expect(parseMeasure(text)).toEqual(size);
  });

  it.each([
    ["Bergkuppe Espresso, whole beans, 500 g", { amount: 500, unit: "g" }],
    ["Quellgrund Mineralwasser 6 x 1,5 l", { amount: 9_000, unit: "ml" }],
    ["Dishwasher tablets, 64 count", { amount: 64, unit: "piece" }],
    ["Phone 128 GB, 5G", null],
    ["Desk 120 x 60 cm", null],
  ])("suggests the size in %s", (title, size) => {
    expect(sizeInTitle(title)).toEqual(size);
  });

  it("the price per unit leads to the pack's size, and back", () => {
    const size = sizeOfUnitPrice(12.99, 25.98, { amount: 1_000, unit: "g" });
    expect(size).toEqual({ amount: 500, unit: "g" });
    expect(size && unitPrice(12.99, size)).toBeCloseTo(2.598);
  });

  it.each([
    [7.49, 0.89, { amount: 1_000, unit: "ml" }, "Quellgrund Mineralwasser 12 x 0,7 l", 8_400],
    [7.49, 0.89, { amount: 1_000, unit: "ml" }, "", 8_400],
    [2.49, 0.66, { amount: 100, unit: "g" }, "Knäckebrot 375 g", 375],
    [2.49, 0.66, { amount: 100, unit: "g" }, "Knäckebrot", 377],
    [2.49, 0.66, { amount: 100, unit: "g" }, "Knäckebrot 750 g", 377],
    [21.48, 0.22, { amount: 1, unit: "piece" }, "Dishwasher tablets, 96 count", 96],
  ] as const)(
    "%d at %d per unit is a size that the title names, or else a round one",
    (price, perPrice, per, title, amount) => {
      expect(sizeOfUnitPrice(price, perPrice, per, title)).toEqual({ amount, unit: per.unit });
    },
  );

  it("a pack of pieces holds whole ones, although prices per unit are rounded", () => {
    expect(sizeOfUnitPrice(5.49, 0.11, { amount: 1, unit: "piece" })).toEqual({ amount: 50, unit: "piece" });
  });

  it.each([
    [12.99, 0],
    [Number.NaN, 1],
    [1e9, 0.01],
  ])("a price of %d at %d per kilo is of no pack", (price, perPrice) => {
    expect(sizeOfUnitPrice(price, perPrice, { amount: 1_000, unit: "g" })).toBeNull();
  });
});
