import { maxOf } from "../../shared/arrays.js";
import { fractionDigits } from "./format.js";

/** The prices of a product, in one currency. */
export interface KnownPrices {
  /** Best price now. */
  readonly price: number | null;
  /** The lowest ever; null while the history is short. */
  readonly lowest: number | null;
  /** The lower edge of the usual range; null while the history is short. */
  readonly usual: number | null;
  readonly currency: string;
}

export interface SuggestedTarget {
  /** A number is the percentage below today's price, rounded. */
  readonly name: "lowest" | "good" | "usual" | number;
  readonly price: number;
}

const percents = [5, 10, 20] as const;

/** Targets from the product's own prices, else percentages; all below today's price. */
export function suggestTargets({ price, lowest, usual, currency }: KnownPrices): SuggestedTarget[] {
  if (price === null) return [];
  const unit = 10 ** fractionDigits(currency);
  const step = roundStep(price * unit);
  const middle =
    lowest === null || usual === null
      ? null
      : (Math.round(((lowest + usual) * unit) / 2 / step) * step) / unit;
  const isBetween = middle !== null && middle > (lowest ?? 0) && middle < (usual ?? 0);
  const own = belowPrice(price, [
    ["lowest", lowest],
    ["good", isBetween ? middle : null],
    ["usual", usual],
  ]);
  if (own.length > 0) return own;
  // Rounded up, so that a price that falls by exactly this much reaches it.
  const below = (percent: number) =>
    (Math.ceil((price * unit * (100 - percent)) / 100 / step - 1e-6) * step) / unit;
  return belowPrice(
    price,
    percents.map(below).map((target) => [Math.round((1 - target / price) * 100), target] as const),
  );
}

/** The step of amounts that people type, in minor units: 1, 5, 10, 50, …, and at least 1% of the price. */
function roundStep(priceMinor: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(priceMinor / 100)));
  return [power, 5 * power].find((step) => step >= priceMinor / 100) ?? 10 * power;
}

/** Each price once, under its first name. */
function belowPrice(
  price: number,
  named: readonly (readonly [SuggestedTarget["name"], number | null])[],
): SuggestedTarget[] {
  const seen = new Set<number>();
  return named.flatMap(([name, target]) => {
    if (target === null || target >= price || seen.has(target)) return [];
    seen.add(target);
    return [{ name, price: target }];
  });
}

/** The target that a form begins with: the usual price, else the next lower one; null without any. */
export function proposedTarget(prices: KnownPrices): number | null {
  return maxOf(suggestTargets(prices).map(({ price }) => price));
}
