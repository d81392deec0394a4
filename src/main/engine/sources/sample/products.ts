import type { CatalogueProduct } from "../catalogue/line.js";
import { createCodes, type ProductCodes } from "./codes.js";
import { sampleData } from "./data.js";
import { createRating, createReview, createScore } from "./opinions.js";
import { pick, randomUnit } from "./random.js";
import { fill, slugify } from "./text.js";
import { createVariants, isBook, type Variant } from "./variants.js";

export interface SampleProduct {
  readonly variant: Variant;
  readonly codes: ProductCodes;
  readonly fields: Omit<CatalogueProduct, "offers">;
}

const salt = { sparse: 51, points: 52, extra: 53, review: 54, rating: 55 } as const;

const sparseShare = 0.07;
const reviewShare = 0.64;
const ratingShare = 0.92;
const extraShare = 0.7;

function createDescription(variant: Variant): string {
  const { category, line, familyKey, key } = variant;
  const { points, bookPoints } = sampleData().texts;
  const [first, second] = line.points;
  const pattern = pick(isBook(variant) ? bookPoints : points, randomUnit(familyKey, salt.points));
  const sentences = [line.blurb, fill(pattern, { first, second })];
  if (randomUnit(key, salt.extra) < extraShare)
    sentences.push(pick(category.extras, randomUnit(familyKey, salt.extra, 1)));
  return sentences.join(" ");
}

function createAttributes(variant: Variant): Record<string, string> {
  const { category, line, size, color } = variant;
  const attributes: Record<string, string> = { ...line.specs };
  if (isBook(variant)) attributes.Author = line.kind;
  if (size !== null) attributes[category.sizeName] = size.replace(/^with /, "With ");
  if (color !== null) attributes.Color = color;
  return attributes;
}

/** Every product has the keyword "sample", so that a search for it finds the whole market. */
function createKeywords({ category, line, color }: Variant): string[] {
  const words = [
    ...category.keywords,
    ...slugify(line.kind).split("-"),
    ...(color === null ? [] : [slugify(color)]),
  ];
  return [...new Set([...words.filter((word) => word.length > 2), "sample"])];
}

function createIdentifiers({ barcode, isbn10, asin, electronicsSku }: ProductCodes): Record<string, string> {
  return {
    ...(barcode !== null && { barcode }),
    ...(isbn10 !== null && { isbn10 }),
    ...(asin !== null && { marketplace: asin }),
    ...(electronicsSku !== null && { "sample-electronics": electronicsSku }),
  };
}

function codeFields({ barcode, asin, model, mpn }: ProductCodes, isSparse: boolean) {
  return {
    ...(barcode !== null && { barcode }),
    ...(asin !== null && { marketplace: asin }),
    ...(model !== null && !isSparse && { model }),
    ...(mpn !== null && !isSparse && { mpn }),
  };
}

function detailFields(variant: Variant) {
  const { category, line, color, slug } = variant;
  return {
    brand: line.brand,
    categories: [...category.path],
    images: ["front", "side"].map(
      (view) => `https://images.sample-market.example/${category.slug}/${slug}-${view}.svg`,
    ),
    ...(color !== null && { color }),
    description: createDescription(variant),
    attributes: createAttributes(variant),
    keywords: createKeywords(variant),
  };
}

function opinionFields(variant: Variant) {
  if (randomUnit(variant.key, salt.rating) >= ratingShare) return {};
  const rating = createRating(variant);
  const isReviewed = randomUnit(variant.familyKey, salt.review) < reviewShare;
  const score = createScore(variant, rating, isReviewed);
  return { rating, score, ...(isReviewed && { review: createReview(variant, score) }) };
}

function createProduct(variant: Variant): SampleProduct {
  const codes = createCodes(variant);
  const isSparse = randomUnit(variant.key, salt.sparse) < sparseShare;
  const fields = {
    type: "product" as const,
    title: variant.title,
    title_short: variant.titleShort,
    service: `product/${variant.slug}/s${String(variant.index + 1).padStart(4, "0")}`,
    category: variant.category.name,
    slug: variant.slug,
    ...codeFields(codes, isSparse),
    ...(isSparse ? {} : detailFields(variant)),
    ...(isSparse ? {} : opinionFields(variant)),
    identifiers: createIdentifiers(codes),
  };
  return { variant, codes, fields };
}

export function createProducts(seed: number): SampleProduct[] {
  return createVariants(seed).map(createProduct);
}
