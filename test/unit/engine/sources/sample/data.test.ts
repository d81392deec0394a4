import { expect, it } from "vitest";
import { z } from "zod";
import { catalogueProduct } from "../../../../../src/main/engine/sources/catalogue/line.js";
import { readDealTexts, readProducts } from "../../../../../src/main/engine/sources/sample/data.js";
import { retailersByKey } from "../../../../../src/main/engine/sources/sample/retailers.js";
import { condition } from "../../../../../src/shared/contract/primitives.js";

const text = z
  .string()
  .min(1)
  .refine((value) => value === value.trim(), "has surrounding white space");
const texts = z.array(text).min(1);

const storedOffer = z.strictObject({
  retailer: z.enum(Object.keys(retailersByKey)),
  listMinor: z.number().positive(),
  outOfStockRate: z.number().min(0).max(0.5),
  URL: z.url(),
  ending: z.literal("even").optional(),
  condition: condition.exclude(["new"]).optional(),
  grade: text.optional(),
  seller: text.optional(),
  isMarketplace: z.literal(true).optional(),
  currency: z.enum(["EUR", "GBP"]).optional(),
  isTrusted: z.literal(false).optional(),
  isValid: z.literal(false).optional(),
  isAuction: z.literal(true).optional(),
});

const storedProduct = z.strictObject({
  fields: catalogueProduct
    .omit({ type: true, offers: true })
    .extend({ title_short: text, slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), category: text }),
  emoji: z.emoji(),
  blurb: text.endsWith("."),
  family: text,
  isAging: z.boolean(),
  offers: z.array(storedOffer).min(1).max(8),
});

const dealTexts = z.strictObject({
  deal: z.strictObject({ titles: texts, subtitles: texts, descriptions: texts }),
  claim: z.strictObject({ subtitles: texts, descriptions: texts }),
});

it("the sample's products have the form that the market reads", () => {
  expect(z.array(storedProduct).safeParse(readProducts()).error?.message).toBeUndefined();
});

it("the sample's texts use only marks that deals fill", () => {
  const { deal, claim } = dealTexts.parse(readDealTexts());
  const marks = [deal, claim].flatMap((each) => JSON.stringify(each).match(/\{\w*\}/g) ?? []);
  const known = /^\{(name|blurb|retailer|price|original|saving|percent)\}$/;
  expect(marks.filter((mark) => !known.test(mark))).toEqual([]);
});
