import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import { findBestOffer } from "../../../lib/best-offer.js";

/** The price that stands at the top of the page. */
export interface ShownPrice {
  readonly price: number;
  readonly currency: string;
  readonly retailer: string;
  /** Null where the offers did not come: then the statistics speak. */
  readonly offer: Offer | null;
  /** No shop has it: it is the last price, not one to buy at. */
  readonly isSoldOut: boolean;
}

/** Null where nobody is known to sell it, or nothing is known yet. */
export function shownPrice(
  offers: readonly Offer[] | null,
  statistics: Pick<PriceStatistics, "current" | "currency"> | null,
): ShownPrice | null {
  const current = statistics?.current ?? null;
  const best = offers && findBestOffer(offers, current);
  if (best) {
    const { price, currency, retailer, availability } = best;
    return { price, currency, retailer, offer: best, isSoldOut: availability === "out" };
  }
  if (offers || !statistics || !current) return null;
  const { price, retailer, availability } = current;
  return { price, retailer, currency: statistics.currency, offer: null, isSoldOut: availability === "out" };
}
