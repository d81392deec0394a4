import { describe, expect, it } from "vitest";
import {
  parseMeasure,
  shownSize,
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
    expect(size && unitPrice(12.99, size, size, "metric")).toEqual({
      price: expect.closeTo(2.598),
      per: "g",
    });
  });

  it.each([
    [21, "customary", "Coffee beans, 3 lb", 0.4375, "oz"],
    [59.98, "customary", "Dog food, 30 lb", 1.999, "lb"],
    [35.1, "customary", "Coffee beans, 5 lb", 7.02, "lb"],
    [35.1, "metric", "Coffee beans, 5 lb", 15.476, "kg"],
    [54.99, "metric", "Dog food, 12 kg", 4.5825, "kg"],
    [12.99, "metric", "Coffee beans, 500 g", 2.598, "g"],
    [16, "customary", "Syrup, 32 fl oz", 0.5, "fl oz"],
    [5, "customary", "Spring water, 1 l", 0.148, "fl oz"],
    [5, "metric", "Spring water, 1 l", 5, "ml"],
    [6, "customary", "Dishwasher tablets, 60 count", 0.1, "piece"],
  ] as const)(
    "the price per unit at %d in %s units for %s is stated as shops do",
    (price, system, title, perUnit, per) => {
      const size = sizeInTitle(title) ?? { amount: 0, unit: "piece" };
      expect(unitPrice(price, size, null, system)).toEqual({ price: expect.closeTo(perUnit, 3), per });
    },
  );

  it("the price per unit of another pack is in the product's unit", () => {
    const usual = { amount: 500, unit: "g" } as const;
    expect(unitPrice(20, { amount: 1_000, unit: "g" }, usual, "metric")).toEqual({
      price: 2,
      per: "g",
    });
    expect(unitPrice(20, { amount: 10, unit: "piece" }, usual, "metric")).toEqual({
      price: 2,
      per: "piece",
    });
  });

  it.each([
    ["Coffee beans, 5 lb", "metric", { amount: 5, unit: "lb" }],
    ["Oats, 12 oz", "customary", { amount: 12, unit: "oz" }],
    ["Cola 6 x 12 fl oz", "customary", { amount: 72, unit: "fl oz" }],
    ["Espresso 500 g", "customary", { amount: 500, unit: "g" }],
    ["Espresso 1.5 kg", "metric", { amount: 1.5, unit: "kg" }],
    ["Wine 75 cl", "metric", { amount: 750, unit: "ml" }],
    ["Tablets, 64 count", "customary", { amount: 64, unit: "piece" }],
  ] as const)("the size in %s, among %s units, is shown in its own unit", (title, system, shown) => {
    expect(shownSize(sizeInTitle(title) ?? { amount: 0, unit: "piece" }, title, system)).toEqual(shown);
  });

  it.each([
    [{ amount: 2_267.96, unit: "g" }, "customary", { amount: 5, unit: "lb" }],
    [{ amount: 340.19, unit: "g" }, "customary", { amount: 12, unit: "oz" }],
    [{ amount: 946.35, unit: "ml" }, "customary", { amount: 32, unit: "fl oz" }],
    [{ amount: 500, unit: "g" }, "customary", { amount: 500, unit: "g" }],
    [{ amount: 2_000, unit: "g" }, "metric", { amount: 2, unit: "kg" }],
    [{ amount: 1_500, unit: "ml" }, "metric", { amount: 1.5, unit: "l" }],
  ] as const)("a size of %j is shown in %s units, where the title names none", (size, system, shown) => {
    expect(shownSize(size, "Coffee beans", system)).toEqual(shown);
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
