import type { CatalogueProduct } from "../catalogue/line.js";
import { codesOf, type ProductCodes } from "./codes.js";
import { bookPointPatterns, pointPatterns } from "./data/words.js";
import { fill, slugOf } from "./fill.js";
import { pick, unitFor } from "./random.js";
import { reviewOf } from "./reviews.js";
import { ratingOf, scoreOf } from "./scores.js";
import { type Variant, variantsOf } from "./variants.js";

/** A product of the market without its offers. */
export interface SampleProduct {
  readonly variant: Variant;
  readonly codes: ProductCodes;
  readonly service: string;
  readonly fields: Omit<CatalogueProduct, "offers">;
}

const salt = { sparse: 51, pattern: 52, extra: 53, review: 54, rating: 55 } as const;

const sharePoorlyDescribed = 0.07;
const shareReviewed = 0.64;
const shareRated = 0.92;
const shareWithExtra = 0.7;

function descriptionOf({ category, line, familyKey, key }: Variant): string {
  const [first, second] = line.points;
  const patterns = category.slug === "books" ? bookPointPatterns : pointPatterns;
  const sentences = [line.blurb, fill(pick(patterns, unitFor(familyKey, salt.pattern)), { first, second })];
  if (unitFor(key, salt.extra) < shareWithExtra)
    sentences.push(pick(category.extras, unitFor(familyKey, salt.extra, 1)));
  return sentences.join(" ");
}

function attributesOf({ category, line, size, color }: Variant): Record<string, string> {
  const attributes: Record<string, string> = { ...line.specs };
  if (category.slug === "books") attributes.Author = line.kind;
  if (size !== null) attributes[category.sizeName] = size.replace(/^with /, "With ");
  if (color !== null) attributes.Color = color;
  return attributes;
}

/** "sample" is a keyword of all, so that a search for it shows the made-up market. */
function keywordsOf({ category, line, color }: Variant): string[] {
  const words = [
    ...category.keywords,
    ...slugOf(line.kind).split("-"),
    ...(color === null ? [] : [slugOf(color)]),
  ];
  return [...new Set([...words.filter((word) => word.length > 2), "sample"])];
}

function identifiersOf({ barcode, isbn10, asin, electronicsSku }: ProductCodes): Record<string, string> {
  return {
    ...(barcode !== null && { barcode }),
    ...(isbn10 !== null && { isbn10 }),
    ...(asin !== null && { marketplace: asin }),
    ...(electronicsSku !== null && { "sample-electronics": electronicsSku }),
  };
}

function codeFields({ barcode, asin, model, mpn }: ProductCodes, isPoor: boolean) {
  return {
    ...(barcode !== null && { barcode }),
    ...(asin !== null && { marketplace: asin }),
    ...(model !== null && !isPoor && { model }),
    ...(mpn !== null && !isPoor && { mpn }),
  };
}

function detailsOf(variant: Variant) {
  const { category, line, color, slug } = variant;
  return {
    brand: line.brand,
    categories: [...category.path],
    images: ["front", "side"].map(
      (view) => `https://images.sample-market.example/${category.slug}/${slug}-${view}.svg`,
    ),
    ...(color !== null && { color }),
    description: descriptionOf(variant),
    attributes: attributesOf(variant),
    keywords: keywordsOf(variant),
  };
}

function opinionsOf(variant: Variant) {
  if (unitFor(variant.key, salt.rating) >= shareRated) return {};
  const rating = ratingOf(variant);
  const isReviewed = unitFor(variant.familyKey, salt.review) < shareReviewed;
  const score = scoreOf(variant, rating, isReviewed);
  return { rating, score, ...(isReviewed && { review: reviewOf(variant, score) }) };
}

function productOf(variant: Variant): SampleProduct {
  const codes = codesOf(variant);
  const isPoor = unitFor(variant.key, salt.sparse) < sharePoorlyDescribed;
  const service = `product/${variant.slug}/s${String(variant.index + 1).padStart(4, "0")}`;
  const fields = {
    type: "product" as const,
    title: variant.title,
    title_short: variant.titleShort,
    service,
    category: variant.category.name,
    slug: variant.slug,
    ...codeFields(codes, isPoor),
    ...(isPoor ? {} : detailsOf(variant)),
    ...(isPoor ? {} : opinionsOf(variant)),
    identifiers: identifiersOf(codes),
  };
  return { variant, codes, service, fields };
}

export function productsOf(seed: number): SampleProduct[] {
  return variantsOf(seed).map(productOf);
}
