import type { PriceStatistics } from "../../../shared/app/operations.js";
import type { Offer } from "../../../shared/contract/offer.js";

function rank(offer: Offer): number {
  return offer.availability === "out" ? 1 : 0;
}

/** Those that can be bought first, then by price. */
export function sortOffers(offers: readonly Offer[]): Offer[] {
  return [...offers].sort((a, b) => rank(a) - rank(b) || a.price - b.price);
}

/** The offer behind the statistics' best price; without statistics, the cheapest that is new and in stock. */
export function findBestOffer(offers: readonly Offer[], current: PriceStatistics["current"]): Offer | null {
  const sorted = sortOffers(offers);
  const named =
    current && sorted.find((offer) => offer.retailer === current.retailer && offer.price === current.price);
  return (
    named ??
    sorted.find((offer) => offer.availability !== "out" && (offer.condition ?? "new") === "new") ??
    sorted[0] ??
    null
  );
}
