import type { PriceStatistics } from "../../../shared/app/statistics.js";
import type { Offer } from "../../../shared/contract/offer.js";

type Current = NonNullable<PriceStatistics["current"]>;

/**
 * The best price, where it is none of those on the page: the statistics are free and always the newest, while the
 * offers are what was paid for when the page was opened. Null where the page is right.
 */
export function priceNews(offers: readonly Offer[], current: PriceStatistics["current"]): Current | null {
  if (current === null) return null;
  const isShown = offers.some(
    ({ retailer, price }) => retailer === current.retailer && price === current.price,
  );
  return isShown ? null : current;
}
