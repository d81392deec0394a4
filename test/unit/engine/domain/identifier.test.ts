import fc from "fast-check";
import { expect, it } from "vitest";
import { normaliseCode, planLookup } from "../../../../src/main/engine/domain/identifier.js";

/** The planned comparisons in order, as `by:kind=key`; `name` stands for a final full-text search. */
function plannedComparisons(identifier: string): string[] {
  const { probes, shouldSearchName } = planLookup(identifier);
  const exact = probes.map(({ by, kind, key }) => (by === kind ? `${by}=${key}` : `${by}:${kind}=${key}`));
  return shouldSearchName ? [...exact, "name"] : exact;
}

it.each([
  ["a barcode", "036000291452", ["barcode=00036000291452", "model=036000291452", "mpn=036000291452"]],
  [
    "a printed barcode",
    "0 36000-29145 2",
    ["barcode=00036000291452", "model=0 36000-29145 2", "mpn=0 36000-29145 2"],
  ],
  ["an ISBN-10", "0306406152", ["barcode=09780306406157", "model=0306406152", "mpn=0306406152"]],
  ["a mistyped barcode", "036000291453", []],
  ["a mistyped EAN-8", "73513538", []],
  ["ten digits that are no ISBN", "1234567890", ["model=1234567890", "mpn=1234567890"]],
  ["a service id", "product/tv/7", ["service_id=product/tv/7", "model=product/tv/7", "mpn=product/tv/7"]],
  ["an ASIN", "b0abcdefgh", ["asin=B0ABCDEFGH", "model=b0abcdefgh", "mpn=b0abcdefgh"]],
  ["a URL", "https://www.shop.example/a/", ["url=shop.example/a"]],
  [
    "a marketplace URL",
    "https://market.example/dp/B0ABCDEFGH",
    ["url=market.example/dp/B0ABCDEFGH", "url:asin=B0ABCDEFGH"],
  ],
  ["a broken URL", "https://[", []],
  ["a model", "WH-1000XM5", ["model=wh-1000xm5", "mpn=wh-1000xm5", "name"]],
  ["a name", "  Noise   Headphones ", ["model=noise headphones", "mpn=noise headphones", "name"]],
  ["an incomplete service id", "product/tv", ["model=product/tv", "mpn=product/tv", "name"]],
  ["white space", " \t ", []],
])("the lookup plan is right for %s", (_case, identifier, expected) => {
  expect(plannedComparisons(identifier)).toEqual(expected);
});

it("the lookup plan contains no comparison twice, and none for white space", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const plan = plannedComparisons(text);
      expect(new Set(plan).size).toBe(plan.length);
      if (text.trim() === "") expect(plan).toEqual([]);
    }),
  );
});

it("the lookup plan does not depend on surrounding white space", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(" ", "\t", "\n  "), (text, space) => {
      expect(planLookup(space + text + space)).toEqual(planLookup(text));
    }),
  );
});

it("models and part numbers are compared whole, in any case, with white space folded", () => {
  expect(normaliseCode("  Ab  C\t1 ")).toBe("ab c 1");
  expect(normaliseCode("abc1")).not.toBe(normaliseCode("abc-1"));
});

it("models and part numbers do not change when they are normalised again", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(normaliseCode(normaliseCode(text))).toBe(normaliseCode(text));
    }),
  );
});
