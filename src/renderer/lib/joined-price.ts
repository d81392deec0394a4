import type { PriceFigures } from "../../shared/app/watch.js";
import { formatMoney } from "./format.js";
import { texts } from "./texts.js";

export interface JoinedOffer {
  /** Null while its page shows none. */
  readonly price: number | null;
  readonly currency: string | null;
  readonly isSoldOut: boolean;
  /** The product's best price before the offer joined it. */
  readonly bestBefore: { readonly price: number; readonly currency: string } | null;
}

/**
 * The price of a shop that has joined a product, compared with the product's best price: `$55.99, $6.00 dearer than the
 * best`. If it is the best one itself, compared with the best before.
 */
export function joinedPrice(
  { price, currency, isSoldOut, bestBefore }: JoinedOffer,
  best: PriceFigures["best"],
): string {
  const { adding, product } = texts();
  if (price === null || currency === null) return product.soldOut;
  const shown = formatMoney(price, currency);
  if (isSoldOut) return adding.soldOutAt(shown);
  if (best?.currency !== currency || price < best.price) return shown;
  if (price > best.price) return adding.dearer(shown, formatMoney(price - best.price, currency));
  if (bestBefore?.currency !== currency || bestBefore.price < price) return shown;
  if (bestBefore.price === price) return adding.samePrice(shown);
  return adding.cheaper(shown, formatMoney(bestBefore.price - price, currency));
}
