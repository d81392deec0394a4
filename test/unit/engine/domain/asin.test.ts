import { describe, expect, it } from "vitest";
import { asinInPath, parseAsin } from "../../../../src/main/engine/domain/asin.js";

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
    ["/dp/B0ABCDEFGH", "B0ABCDEFGH"],
    ["/x/product/b0abcdefgh/", "B0ABCDEFGH"],
    ["/dp/B0ABCDEFGHX", null],
    ["/adp/B0ABCDEFGH", null],
    ["/", null],
  ])("the ASIN in the path %s is %s", (path, asin) => {
    expect(asinInPath(path)).toBe(asin);
  });
});
