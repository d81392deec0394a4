import type { PriceStatistics } from "../../shared/app/statistics.js";
import type { PriceFigures } from "../../shared/app/watch.js";
import type { Offer } from "../../shared/contract/offer.js";
import { paidWords } from "../../shared/texts/sentences.js";
import { texts } from "./texts.js";

/** Most shops do not state "new"; those that sell used things do state it. */
export function isNew(offer: Offer): boolean {
  return (offer.condition ?? "new") === "new";
}

/** The cheapest used or refurbished offer below `best`; null without one. */
export function findCheaperUsed(offers: readonly Offer[], best: Offer): Offer | null {
  if (!isNew(best)) return null;
  const cheapest = sortOffers(offers).find((offer) => offer.availability !== "out" && !isNew(offer));
  return cheapest && cheapest.price < best.price ? cheapest : null;
}

function rank(offer: Offer): number {
  return offer.availability === "out" ? 1 : 0;
}

/** In stock first, then by price. */
export function sortOffers(offers: readonly Offer[]): Offer[] {
  return [...offers].sort((a, b) => rank(a) - rank(b) || a.price - b.price);
}

/** The offer behind the statistics' best price; without statistics, the cheapest new one in stock. */
export function findBestOffer(offers: readonly Offer[], current: PriceStatistics["current"]): Offer | null {
  const sorted = sortOffers(offers);
  const named = current && sorted.find((offer) => offer.id === current.offer_id);
  return named ?? sorted.find((offer) => offer.availability !== "out" && isNew(offer)) ?? sorted[0] ?? null;
}

/**
 * The condition of an item that is not new, and what the shopper pays instead of the page's price; empty if neither applies.
 */
export function bestNotes(best: NonNullable<PriceFigures["best"]>): string {
  const { conditions, verdict } = texts().reasons;
  return [best.condition && conditions[best.condition], paidWords(best, verdict.paid)]
    .filter(Boolean)
    .join(" · ");
}
