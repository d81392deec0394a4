import { describe, expect, it } from "vitest";
import { explainUnknown, hasValidCheckDigit, kindOfText } from "../../../../src/renderer/lib/identifier.js";

it.each([
  ["https://shop.example/p/1?x=2", "link"],
  ["www.shop.example/p/1", "link"],
  ["4006381333931", "barcode"],
  ["0 36000 29145 2", "barcode"],
  ["978-3-16-148410-0", "barcode"],
  ["B08N5WRWNW", "asin"],
  ["shop.example/p/1", "link"],
  ["WH-1000XM5", "words"],
  ["WH-1000XM5/B", "words"],
  ["wireless headphones", "words"],
  ["12345", "words"],
])("the text %s is taken for %s", (text, kind) => {
  expect(kindOfText(text)).toBe(kind);
});

describe("check digits", () => {
  it("accepts a UPC and an EAN", () => {
    expect(hasValidCheckDigit("036000291452")).toBe(true);
    expect(hasValidCheckDigit("4006381333931")).toBe(true);
  });

  it("refuses a mistyped digit", () => {
    expect(hasValidCheckDigit("4006381333932")).toBe(false);
  });
});

describe("what is said of an unknown text", () => {
  it("tells a mistyped barcode from an unknown one", () => {
    expect(explainUnknown("4006381333932")).toContain("mistyped");
    expect(explainUnknown("4006381333931")).toContain("barcode is valid");
  });

  it("says nothing of words, which are searched for", () => {
    expect(explainUnknown("headphones")).toBeNull();
    expect(explainUnknown("WH-1000XM5/B")).toBeNull();
  });

  it.each(["htps://shop.example/p", "shop.exmple/p/1", "www,shop.example"])("calls %s mistyped", (text) => {
    expect(explainUnknown(text)).toContain("link");
  });
});
