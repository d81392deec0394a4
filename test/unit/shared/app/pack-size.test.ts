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
    expect(size && unitPrice({ price: 12.99, currency: "EUR" }, size, size)).toEqual({
      price: expect.closeTo(2.598),
      per: "g",
    });
  });

  it.each([
    [21, "USD", "Coffee beans, 3 lb", 0.4375, "oz"],
    [59.98, "USD", "Dog food, 30 lb", 1.999, "lb"],
    [35.1, "USD", "Coffee beans, 5 lb", 7.02, "lb"],
    [35.1, "EUR", "Coffee beans, 5 lb", 15.476, "kg"],
    [54.99, "EUR", "Dog food, 12 kg", 4.5825, "kg"],
    [12.99, "EUR", "Coffee beans, 500 g", 2.598, "g"],
    [16, "USD", "Syrup, 32 fl oz", 0.5, "fl oz"],
    [5, "USD", "Spring water, 1 l", 0.148, "fl oz"],
    [5, "CAD", "Spring water, 1 l", 5, "ml"],
    [6, "USD", "Dishwasher tablets, 60 count", 0.1, "piece"],
  ])(
    "the price per unit at %d %s for %s is stated as shops there do",
    (price, currency, title, perUnit, per) => {
      const size = sizeInTitle(title) ?? { amount: 0, unit: "piece" };
      expect(unitPrice({ price, currency }, size, null)).toEqual({ price: expect.closeTo(perUnit, 3), per });
    },
  );

  it("the price per unit of another pack is in the product's unit", () => {
    const usual = { amount: 500, unit: "g" } as const;
    const [price, currency] = [20, "EUR"];
    expect(unitPrice({ price, currency }, { amount: 1_000, unit: "g" }, usual)).toEqual({
      price: 2,
      per: "g",
    });
    expect(unitPrice({ price, currency }, { amount: 10, unit: "piece" }, usual)).toEqual({
      price: 2,
      per: "piece",
    });
  });

  it.each([
    ["Coffee beans, 5 lb", "EUR", { amount: 5, unit: "lb" }],
    ["Oats, 12 oz", "USD", { amount: 12, unit: "oz" }],
    ["Cola 6 x 12 fl oz", "USD", { amount: 72, unit: "fl oz" }],
    ["Espresso 500 g", "USD", { amount: 500, unit: "g" }],
    ["Espresso 1.5 kg", "EUR", { amount: 1.5, unit: "kg" }],
    ["Wine 75 cl", "EUR", { amount: 750, unit: "ml" }],
    ["Tablets, 64 count", "USD", { amount: 64, unit: "piece" }],
  ])("the size in %s, for %s, is shown in its own unit", (title, currency, shown) => {
    expect(shownSize(sizeInTitle(title) ?? { amount: 0, unit: "piece" }, title, currency)).toEqual(shown);
  });

  it.each([
    [{ amount: 2_267.96, unit: "g" }, "USD", { amount: 5, unit: "lb" }],
    [{ amount: 340.19, unit: "g" }, "USD", { amount: 12, unit: "oz" }],
    [{ amount: 946.35, unit: "ml" }, "USD", { amount: 32, unit: "fl oz" }],
    [{ amount: 500, unit: "g" }, "USD", { amount: 500, unit: "g" }],
    [{ amount: 2_000, unit: "g" }, "GBP", { amount: 2, unit: "kg" }],
    [{ amount: 1_500, unit: "ml" }, "CHF", { amount: 1.5, unit: "l" }],
  ] as const)(
    "a size of %j is shown as shops with %s do, where the title names none",
    (size, currency, shown) => {
      expect(shownSize(size, "Coffee beans", currency)).toEqual(shown);
    },
  );

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
