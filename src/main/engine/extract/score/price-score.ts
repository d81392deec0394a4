import type { OtherPlace } from "../text/read-prices.js";
import {
  type Amount,
  type FeatureName,
  featureNames,
  featureOf,
  featuresOf,
  type PageAmounts,
  placeFeatures,
  wordFeatures,
} from "./features.js";
import learned from "./price-model.json" with { type: "json" };

/** Weights of a logistic model: 0 has no effect, less counts against a price. */
export interface PriceModel {
  readonly bias: number;
  readonly weights: Readonly<Record<FeatureName, number>>;
}

/** What `tidemark price-model train` has learned. */
export const priceModel: PriceModel = learned;

/** How likely an amount is the page's one price. */
export interface ScoredAmount {
  readonly amount: Amount;
  /** 0 to 1. What all amounts of a page together lack to 1 is the probability that it has no single price. */
  readonly probability: number;
}

/** Shares of the amounts, from what each of them scores against 0 for "none of them". */
export function probabilities(scores: readonly number[]): number[] {
  const powers = scores.map((score) => Math.exp(score));
  const total = powers.reduce((sum, power) => sum + power, 1);
  return powers.map((power) => power / total);
}

/** The score of an amount by its features, in the order of `featureNames`. */
export function scoreOf(values: readonly number[], { bias, weights }: PriceModel): number {
  return featureNames.reduce((sum, name, i) => sum + weights[name] * (values[i] ?? 0), bias);
}

/** The amounts of a page, the likeliest first. */
export function scoreAmounts(page: PageAmounts, model: PriceModel): ScoredAmount[] {
  const shares = probabilities(page.amounts.map((amount) => scoreOf(featuresOf(amount, page), model)));
  return page.amounts
    .map((amount, i) => ({ amount, probability: shares[i] ?? 0 }))
    .sort((one, other) => other.probability - one.probability);
}

/** The least probability of an amount that the page shows as its own, whatever stands beside the amounts of other places. */
export function leastProbability(
  price: number,
  own: PageAmounts,
  others: readonly OtherPlace[],
  model: PriceModel,
): number {
  const { weights } = model;
  // How many other products the page lists is not known before they are read; it counts for all amounts alike.
  const page = { ...own, others: weights.others < 0 ? Number.POSITIVE_INFINITY : 0 };
  const at = page.amounts.findIndex((each) => each.price === price);
  const shown = page.amounts[0]?.shown;
  // What data alone states may be shown in one of the other places.
  if (at < 0 || shown == null || page.amounts.some((each) => each.shown === null)) return 0;
  const scores = page.amounts.map((amount) => scoreOf(featuresOf(amount, page), model));
  const unread = { price: Number.NaN, stated: [], shown: null, isChosen: false, isFrom: false };
  const placeScore = (amount: Amount) =>
    placeFeatures.reduce((sum, name) => sum + weights[name] * featureOf(name, amount, page), 0);
  const best = wordFeatures.reduce((sum, name) => sum + Math.max(0, weights[name]), 0);
  const common = scoreOf(featuresOf(unread, page), model) - placeScore(unread) + best;
  const highest = others.map(
    ({ amounts, ...place }) =>
      common + placeScore({ ...unread, shown: { ...shown, ...place } }) + Math.log(amounts),
  );
  return probabilities([...scores, ...highest])[at] ?? 0;
}

const namedReasons = 3;

/** The features that speak most for an amount. */
export function reasonsFor(amount: Amount, page: PageAmounts, { weights }: PriceModel): FeatureName[] {
  const values = featuresOf(amount, page);
  const shares = featureNames.map((name, i) => ({ name, share: weights[name] * (values[i] ?? 0) }));
  return shares
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
    .slice(0, namedReasons)
    .map(({ name }) => name);
}
