import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sampleData } from "../../../../../src/main/engine/sources/sample/data.js";
import { retailerKeys } from "../../../../../src/main/engine/sources/sample/retailers.js";

const text = z
  .string()
  .min(1)
  .refine((value) => value === value.trim(), "has surrounding white space");
const texts = z.array(text).min(1);
const dollars = z.int().positive();

const productLine = z.strictObject({
  brand: text,
  name: text,
  kind: text,
  price: z.union([dollars, z.record(text, dollars)]),
  blurb: text.endsWith("."),
  points: z.tuple([text, text]),
  specs: z.record(text, text),
  colors: texts.optional(),
});

const categories = z.array(
  z.strictObject({
    name: text,
    path: texts,
    slug: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
    emoji: z.emoji(),
    isElectronic: z.boolean(),
    specialists: z.array(z.enum(retailerKeys)).min(1),
    sizeName: text,
    aspects: texts,
    keywords: texts,
    extras: texts,
    pros: texts.min(2),
    cons: texts.min(2),
    uses: texts,
    lines: z.array(productLine).min(1),
  }),
);

const sampleTexts = z.strictObject({
  sellers: texts,
  importers: texts,
  grades: z.strictObject({ used: texts, refurbished: texts }),
  points: texts,
  bookPoints: texts,
  reviews: z.array(z.strictObject({ minScore: z.number(), headlines: texts, bottomLines: texts })).min(1),
  deal: z.strictObject({ titles: texts, subtitles: texts, descriptions: texts }),
  claim: z.strictObject({ subtitles: texts, descriptions: texts }),
});

function marksIn(...lists: readonly (readonly string[])[]): string[] {
  return lists.flat().flatMap((pattern) => pattern.match(/\{\w*\}/g) ?? []);
}

describe("resources/sample", () => {
  it("describes categories and product lines in the form that the generator reads", () => {
    expect(categories.safeParse(sampleData().categories).error?.message).toBeUndefined();
  });

  it("has every text that the generator picks from", () => {
    expect(sampleTexts.safeParse(sampleData().texts).error?.message).toBeUndefined();
  });

  it("orders review tiers from the best score down to zero", () => {
    const minScores = sampleData().texts.reviews.map(({ minScore }) => minScore);
    expect(minScores).toEqual([...minScores].sort((a, b) => b - a));
    expect(minScores.at(-1)).toBe(0);
  });

  it("uses only marks that the generator fills", () => {
    const { points, bookPoints, reviews, deal, claim } = sampleData().texts;
    expect(marksIn(points, bookPoints).filter((mark) => !/^\{(first|second)\}$/.test(mark))).toEqual([]);
    const ofReviews = reviews.flatMap(({ headlines, bottomLines }) => marksIn(headlines, bottomLines));
    expect(ofReviews.filter((mark) => !/^\{(use|con|lowerCon)\}$/.test(mark))).toEqual([]);
    const ofDeals = marksIn(...Object.values(deal), ...Object.values(claim));
    const known = /^\{(name|blurb|retailer|price|original|saving|percent)\}$/;
    expect(ofDeals.filter((mark) => !known.test(mark))).toEqual([]);
  });
});
