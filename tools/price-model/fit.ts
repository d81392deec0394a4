import { type FeatureName, featureNames } from "../../src/main/engine/extract/score/features.js";
import { type PriceModel, probabilities, scoreOf } from "../../src/main/engine/extract/score/price-score.js";

/** The amounts of a page by their features, and which of them is its price; -1 if it has no single one. */
export interface LabelledPage {
  readonly amounts: readonly (readonly number[])[];
  readonly answer: number;
}

/** Found by cross-validation: smaller ones fit the shops, larger ones blur what features say. */
const penalty = 0.5;
const rounds = 600;
const step = 0.1;

/** The gradient of the pages' log-likelihood by each weight and, last, the bias. */
function gradientOf(pages: readonly LabelledPage[], model: PriceModel): number[] {
  const gradient = new Array<number>(featureNames.length + 1).fill(0);
  for (const { amounts, answer } of pages) {
    const shares = probabilities(amounts.map((values) => scoreOf(values, model)));
    amounts.forEach((values, at) => {
      const error = Number(at === answer) - (shares[at] ?? 0);
      [...values, 1].forEach((value, i) => {
        gradient[i] = (gradient[i] ?? 0) + error * value;
      });
    });
  }
  return gradient;
}

function toModel(weights: readonly number[]): PriceModel {
  const named = featureNames.map((name, i) => [name, weights[i] ?? 0] as const);
  return {
    bias: weights.at(-1) ?? 0,
    weights: Object.fromEntries(named) as Record<FeatureName, number>,
  };
}

/** Fits a logistic model to pages: by Adam (Kingma and Ba, 2015), with a penalty on the squares of weights. */
export function fitModel(pages: readonly LabelledPage[]): PriceModel {
  const size = featureNames.length + 1;
  const weights = new Array<number>(size).fill(0);
  const [means, squares] = [new Array<number>(size).fill(0), new Array<number>(size).fill(0)];
  for (let round = 1; round <= rounds; round++) {
    const gradient = gradientOf(pages, toModel(weights));
    for (let i = 0; i < size; i++) {
      const slope = (gradient[i] ?? 0) - (i < size - 1 ? penalty * (weights[i] ?? 0) : 0);
      means[i] = 0.9 * (means[i] ?? 0) + 0.1 * slope;
      squares[i] = 0.999 * (squares[i] ?? 0) + 0.001 * slope ** 2;
      const [mean, square] = [(means[i] ?? 0) / (1 - 0.9 ** round), (squares[i] ?? 0) / (1 - 0.999 ** round)];
      weights[i] = (weights[i] ?? 0) + (step * mean) / (Math.sqrt(square) + 1e-8);
    }
  }
  return toModel(weights.map((weight) => Math.round(weight * 1_000) / 1_000));
}
