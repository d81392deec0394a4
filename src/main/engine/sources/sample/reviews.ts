import type { Score } from "../../../../shared/contract/product.js";
import type { TldrReview } from "../../../../shared/contract/review.js";
import { reviewTiers } from "./data/words.js";
import { capitalized, fill, uncapitalized } from "./fill.js";
import { pick, shuffled, unitFor } from "./random.js";
import type { Variant } from "./variants.js";

const salt = { use: 41, headline: 42, bottom: 43, pros: 44, cons: 45, count: 46 } as const;

/** "a folding hinge" is "Folding hinge" in a list. */
function asHeading(point: string): string {
  return capitalized(point.replace(/^(an?|the) /, ""));
}

/** The review of a line; its variants share it. */
export function reviewOf(variant: Variant, scores: Score): TldrReview {
  const { category, line, familyKey } = variant;
  const tier = reviewTiers.find(({ from }) => (scores.overall ?? 0) >= from) ?? reviewTiers[0];
  if (tier === undefined) throw new RangeError("there are no review tiers");
  const use = pick(category.uses, unitFor(familyKey, salt.use));
  const cons = shuffled(category.cons, familyKey, salt.cons);
  const con = cons[0] ?? "";
  const values = { use, con, lowerCon: uncapitalized(con) };
  const consCount = unitFor(familyKey, salt.count) < 0.5 ? 1 : 2;
  return {
    slug: variant.slug,
    headline: fill(pick(tier.headlines, unitFor(familyKey, salt.headline)), values),
    pros: [...line.points.map(asHeading), ...shuffled(category.pros, familyKey, salt.pros).slice(0, 2)],
    cons: cons.slice(0, consCount),
    bottom_line: fill(pick(tier.bottomLines, unitFor(familyKey, salt.bottom)), values),
    scores,
  };
}
