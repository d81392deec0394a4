import fc from "fast-check";
import { expect, it } from "vitest";
import { parseSelector } from "../../../../src/shared/recipe/selector.js";

it("a selector is parsed step by step, from the outside in", () => {
  expect(parseSelector('#buy > div.price.now [itemprop="price"]:nth-of-type(2)')).toEqual([
    { isChild: false, compound: { tag: null, id: "buy", classes: [], attributes: [], nth: null } },
    {
      isChild: true,
      compound: { tag: "div", id: null, classes: ["price", "now"], attributes: [], nth: null },
    },
    {
      isChild: false,
      compound: {
        tag: null,
        id: null,
        classes: [],
        attributes: [{ name: "itemprop", value: "price", isSubstring: false }],
        nth: 2,
      },
    },
  ]);
  expect(parseSelector('span[data-price][class*="Price_value__"]')?.[0]?.compound.attributes).toEqual([
    { name: "data-price", value: null, isSubstring: false },
    { name: "class", value: "Price_value__", isSubstring: true },
  ]);
});

it.each([
  "",
  " ",
  ">",
  "a >",
  "a,b",
  "a:hover",
  "*",
  ".1a",
  "a[x=y]",
  'a[x*=""]',
  "a:nth-of-type(0)",
  ".a b c d e",
  "a b{}",
  `${"a > ".repeat(40)}a`,
  `.${"a".repeat(700)}`,
])("the selector %j is rejected", (text) => {
  expect(parseSelector(text)).toBeNull();
});

it("a selector is parsed or rejected without an exception for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab.#[]=\"'*>: ()1-_\\n") }), (text) => {
      const steps = parseSelector(text);
      expect(steps === null || steps.length > 0).toBe(true);
    }),
  );
});
