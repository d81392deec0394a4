import type { StoredOffer } from "../../db/offer.js";
import { comparableOffers } from "../../domain/comparable-offers.js";
import { availabilityCodes } from "../../domain/price-point.js";

/** Trusted, valid offers, limited to `retailer` if given. */
export function trustedOffers(offers: readonly StoredOffer[], retailer: string | null): StoredOffer[] {
  return offers.filter(
    (offer) => offer.isTrusted && offer.isValid && (retailer === null || offer.retailer === retailer),
  );
}

/**
 * Prices in different currencies are never compared. Prefers dollars, or else the currency of the
 * longest-known offer; `null` without offers.
 */
export function primaryCurrency(offers: readonly StoredOffer[]): string | null {
  const preferred = offers.find(({ currency }) => currency === "USD") ?? offers[0];
  return preferred?.currency ?? null;
}

function isCheaper(one: StoredOffer, other: StoredOffer): boolean {
  if (one.priceMinor !== other.priceMinor) return one.priceMinor < other.priceMinor;
  return one.publicId < other.publicId;
}

function cheapestOffer(offers: readonly StoredOffer[]): StoredOffer | undefined {
  const currency = primaryCurrency(offers);
  return offers
    .filter((offer) => offer.currency === currency)
    .reduce<StoredOffer | undefined>(
      (best, offer) => (best === undefined || isCheaper(offer, best) ? offer : best),
      undefined,
    );
}

/** The cheapest offer that is not out of stock: many shops do not state it, and the price history counts them, too. */
function cheapestBuyable(offers: readonly StoredOffer[]): StoredOffer | undefined {
  return cheapestOffer(offers.filter(({ availability }) => availability !== availabilityCodes.out));
}

/**
 * The cheapest offer that can be bought, limited to `retailer` if given. A used one only if no new one can be, as
 * statistics compare the prices of new ones.
 */
export function bestBuyableOffer(
  offers: readonly StoredOffer[],
  retailer: string | null,
): StoredOffer | undefined {
  const trusted = trustedOffers(offers, retailer);
  return cheapestBuyable(comparableOffers(trusted)) ?? cheapestBuyable(trusted);
}

/** The currency in which a product is shown: that of its best offer, at another shop if `retailer` has sold out. */
export function shownCurrency(offers: readonly StoredOffer[], retailer: string | null): string | null {
  const best = bestBuyableOffer(offers, retailer) ?? bestBuyableOffer(offers, null);
  return best?.currency ?? primaryCurrency(trustedOffers(offers, null));
}
