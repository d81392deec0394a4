import type { Rating, Score } from "../../../../shared/contract/product.js";
import { rounded2 } from "./fill.js";
import { between, unitFor } from "./random.js";
import type { Variant } from "./variants.js";

const salt = { quality: 31, rating: 32, count: 33, professional: 34, aspect: 35 } as const;

/** How good the line is, 0.55 to 0.97, with few at the ends. */
function qualityOf(familyKey: number): number {
  const even = (unitFor(familyKey, salt.quality) + unitFor(familyKey, salt.quality, 1)) / 2;
  return between(even, 0.55, 0.97);
}

/** Most products have a few dozen ratings, some have thousands. */
export function ratingOf(variant: Variant): Rating {
  const value =
    between(qualityOf(variant.familyKey), 2.2, 5) + between(unitFor(variant.key, salt.rating), -0.1, 0.1);
  const evenness = unitFor(variant.key, salt.count);
  return { value: Math.round(value * 10) / 10, count: Math.round(4 + 6_000 * evenness ** 4) };
}

function aspectsOf({ category, familyKey }: Variant, quality: number): Record<string, number> {
  const aspects: Record<string, number> = {};
  category.aspects.forEach((name, index) => {
    const shift = between(unitFor(familyKey, salt.aspect, index), -0.14, 0.12);
    aspects[name] = rounded2(Math.min(0.99, quality + shift));
  });
  return aspects;
}

/** Scores of 0 to 1; the professional one only where there is a review. */
export function scoreOf(variant: Variant, rating: Rating, isReviewed: boolean): Score {
  const quality = qualityOf(variant.familyKey);
  const customer = rounded2(rating.value / 5);
  if (!isReviewed) return { overall: customer, customer };
  const shift = between(unitFor(variant.familyKey, salt.professional), -0.06, 0.05);
  const professional = rounded2(quality + shift);
  return {
    overall: rounded2((customer + professional) / 2),
    customer,
    professional,
    aspects: aspectsOf(variant, quality),
  };
}
