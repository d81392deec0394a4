import { describe, expect, it } from "vitest";
import { asinInPath, marketplaceOf, parseAsin } from "../../../../src/main/engine/domain/asin.js";

describe("ASINs", () => {
  it.each([
    ["B0ABCDEFGH", "B0ABCDEFGH"],
    ["b0abcdef12", "B0ABCDEF12"],
    ["B1ABCDEFGH", null],
    ["B0ABCDEFG", null],
    ["B0ABCDEFGHI", null],
    ["B0ABCDE-GH", null],
    ["0306406152", null],
    ["", null],
  ])("the ASIN in %j is %s", (text, asin) => {
    expect(parseAsin(text)).toBe(asin);
  });

  it.each([
    ["de", "https://www.amazon.de/"],
    ["co.uk", "https://www.amazon.co.uk/"],
    ["GB", "https://www.amazon.co.uk/"],
    ["us", "https://www.amazon.com/"],
    ["com", "https://www.amazon.com/"],
    ["fr-CA", "https://www.amazon.ca/"],
    ["www.amazon.com.mx", "https://www.amazon.com.mx/"],
    ["https://www.amazon.it/x", "https://www.amazon.it/"],
    ["5", "https://www.amazon.co.jp/"],
    ["0", null],
    ["xx", null],
    ["", null],
  ])("the marketplace of %j is %s", (locale, address) => {
    expect(marketplaceOf(locale)).toBe(address);
  });

  it.each([
    ["/dp/B0ABCDEFGH", "B0ABCDEFGH"],
    ["/x/product/b0abcdefgh/", "B0ABCDEFGH"],
    ["/dp/B0ABCDEFGHX", null],
    ["/adp/B0ABCDEFGH", null],
    ["/", null],
  ])("the ASIN in the path %s is %s", (path, asin) => {
    expect(asinInPath(path)).toBe(asin);
  });
});
