import type { LinkResult } from "../../shared/app/links.js";
import type { PriceFigures } from "../../shared/app/watch.js";
import { formatMoney } from "./format.js";
import { texts } from "./texts.js";

type JoinedPage = Pick<NonNullable<LinkResult["page"]>, "price" | "currency" | "is_sold_out" | "best_before">;

/**
 * The price of a shop that has joined a product, compared with the product's best price: `$55.99, $6.00 dearer than the
 * best`. If it is the best one itself, compared with the best before.
 */
export function joinedPrice(
  { price, currency, is_sold_out: isSoldOut, best_before: bestBefore }: JoinedPage,
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
