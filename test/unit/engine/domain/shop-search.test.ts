import { describe, expect, it } from "vitest";
import {
  isFarPrice,
  isListAddress,
  matchOf,
  searchWords,
} from "../../../../src/main/engine/domain/shop-search.js";

const barcode = "4006381333931";

it.each([
  ["a valid barcode alone", { title: "Lantern", brand: "Northlight", mpn: "NL-4", barcode }, barcode],
  [
    "brand and part number",
    { title: "Lantern", brand: "Northlight", mpn: "NL-4", barcode: "4006381333930" },
    "Northlight NL-4",
  ],
  [
    "brand and model, without a part number",
    { title: "Lantern", brand: "Northlight", model: "N4" },
    "Northlight N4",
  ],
  [
    "the name, because a number alone is many makers'",
    { title: "Trail  Lantern\n4000", mpn: "NL-4" },
    "Trail Lantern 4000",
  ],
  ["the first words of a long name", { title: "a b c d e f g h i j k l m n o" }, "a b c d e f g h i j k l"],
])("the words of a search are %s", (_what, product, words) => {
  expect(searchWords(product)).toBe(words);
});

describe("an address", () => {
  it.each([
    "https://shop.example/",
    "https://www.ebay.co.uk/itm/123",
    "https://m.facebook.com/marketplace/item/1",
    "https://geizhals.at/lantern-a123.html",
    "https://www.google.com/shopping/product/1",
    "https://shop.example/search?q=lantern",
    "https://shop.example/s?k=lantern",
    "https://shop.example/lanterns?q=4000",
    "https://shop.example/category/lanterns",
    "https://shop.example/collections/camping/",
  ])("%s leads to no single product of a shop", (address) => {
    expect(isListAddress(new URL(address))).toBe(true);
  });

  it.each([
    "https://www.amazon.de/dp/B0AURORA01",
    "https://shop.example/p/lantern",
    "https://shop.example/collections/camping/products/lantern",
    "https://shop.example/lantern?variant=42",
    "https://googlyeyes.example/eyes",
    "https://shop.example/search-light-4000",
  ])("%s may", (address) => {
    expect(isListAddress(new URL(address))).toBe(false);
  });
});

describe("a page that a search has found", () => {
  const lantern = { title: "Northlight Trail Lantern 4000", brand: "Northlight" };
  it.each([
    [
      "the same barcode, whatever its name",
      { ...lantern, barcode },
      { title: "Lampe", gtin: `0${barcode}` },
      "barcode",
    ],
    [
      "another barcode under the same name",
      { ...lantern, barcode },
      { ...lantern, gtin: "0036000291452" },
      null,
    ],
    [
      "a similar name, without a barcode",
      lantern,
      { title: "Trail Lantern 4000 by Northlight, green" },
      "name",
    ],
    ["the name of another model", lantern, { title: "Northlight Trail Lantern 2000" }, null],
    ["an accessory", lantern, { title: "Carrying case" }, null],
    ["another pack of the same", { title: "Hill Espresso 500 g" }, { title: "Hill Espresso 1 kg" }, "name"],
  ])("with %s matches accordingly", (_what, product, shown, match) => {
    expect(matchOf(product, shown)).toBe(match);
  });

  it("has a far price beyond three times the best, in either direction", () => {
    expect([151, 150, 50, 17, 16].map((price) => isFarPrice(price, 50))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
  });
});
