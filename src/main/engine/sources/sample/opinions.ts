import type { Rating, Score } from "../../../../shared/contract/product.js";
import type { TldrReview } from "../../../../shared/contract/review.js";
import { sampleData } from "./data.js";
import { between, pick, randomUnit, shuffle } from "./random.js";
import { capitalize, fill, uncapitalize } from "./text.js";
import type { Variant } from "./variants.js";

const salt = {
  quality: 31,
  rating: 32,
  ratingCount: 33,
  professional: 34,
  aspect: 35,
  use: 41,
  headline: 42,
  bottomLine: 43,
  pros: 44,
  cons: 45,
  consCount: 46,
} as const;

function roundTo2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** 0.55 to 0.97, with few lines at either end. */
function qualityOfLine(familyKey: number): number {
  const unit = (randomUnit(familyKey, salt.quality) + randomUnit(familyKey, salt.quality, 1)) / 2;
  return between(unit, 0.55, 0.97);
}

/** Most products have a few dozen ratings, some have thousands. */
export function createRating({ key, familyKey }: Variant): Rating {
  const value = between(qualityOfLine(familyKey), 2.2, 5) + between(randomUnit(key, salt.rating), -0.1, 0.1);
  const popularity = randomUnit(key, salt.ratingCount);
  return { value: Math.round(value * 10) / 10, count: Math.round(4 + 6_000 * popularity ** 4) };
}

function createAspects({ category, familyKey }: Variant, quality: number): Record<string, number> {
  const aspects: Record<string, number> = {};
  category.aspects.forEach((name, index) => {
    const offset = between(randomUnit(familyKey, salt.aspect, index), -0.14, 0.12);
    aspects[name] = roundTo2(Math.min(0.99, quality + offset));
  });
  return aspects;
}

/** Scores from 0 to 1; only a reviewed product has a professional score. */
export function createScore(variant: Variant, rating: Rating, isReviewed: boolean): Score {
  const quality = qualityOfLine(variant.familyKey);
  const customer = roundTo2(rating.value / 5);
  if (!isReviewed) return { overall: customer, customer };
  const offset = between(randomUnit(variant.familyKey, salt.professional), -0.06, 0.05);
  const professional = roundTo2(quality + offset);
  return {
    overall: roundTo2((customer + professional) / 2),
    customer,
    professional,
    aspects: createAspects(variant, quality),
  };
}

/** "a folding hinge" becomes "Folding hinge". */
function toHeading(point: string): string {
  return capitalize(point.replace(/^(an?|the) /, ""));
}

/** All variants of a line share its review. */
export function createReview(variant: Variant, scores: Score): TldrReview {
  const { category, line, familyKey } = variant;
  const tiers = sampleData().texts.reviews;
  const tier = tiers.find(({ minScore }) => (scores.overall ?? 0) >= minScore);
  if (tier === undefined) throw new RangeError("No review tier covers the score.");
  const use = pick(category.uses, randomUnit(familyKey, salt.use));
  const cons = shuffle(category.cons, familyKey, salt.cons);
  const con = cons[0] ?? "";
  const values = { use, con, lowerCon: uncapitalize(con) };
  const consCount = randomUnit(familyKey, salt.consCount) < 0.5 ? 1 : 2;
  return {
    slug: variant.slug,
    headline: fill(pick(tier.headlines, randomUnit(familyKey, salt.headline)), values),
    pros: [...line.points.map(toHeading), ...shuffle(category.pros, familyKey, salt.pros).slice(0, 2)],
    cons: cons.slice(0, consCount),
    bottom_line: fill(pick(tier.bottomLines, randomUnit(familyKey, salt.bottomLine)), values),
    scores,
  };
}
