import type { StoredOffer } from "../db/offer.js";
import { availabilityCodes } from "../domain/price-point.js";

/** Trusted, valid offers, limited to `retailer` if given. */
export function vouchedOffers(offers: readonly StoredOffer[], retailer: string | null): StoredOffer[] {
  return offers.filter(
    (offer) => offer.isTrusted && offer.isValid && (retailer === null || offer.retailer === retailer),
  );
}

/**
 * Prices in different currencies are never compared. Prefers dollars, or else the currency of the
 * longest-known offer; `null` without offers.
 */
export function leadingCurrency(offers: readonly StoredOffer[]): string | null {
  const leading = offers.find(({ currency }) => currency === "USD") ?? offers[0];
  return leading?.currency ?? null;
}

function isCheaper(one: StoredOffer, other: StoredOffer): boolean {
  if (one.priceMinor !== other.priceMinor) return one.priceMinor < other.priceMinor;
  return one.publicId < other.publicId;
}

function cheapest(offers: readonly StoredOffer[]): StoredOffer | undefined {
  const currency = leadingCurrency(offers);
  return offers
    .filter((offer) => offer.currency === currency)
    .reduce<StoredOffer | undefined>(
      (best, offer) => (best === undefined || isCheaper(offer, best) ? offer : best),
      undefined,
    );
}

/**
 * The cheapest offer in stock, or else the cheapest of unknown availability, because many shops do not state
 * it. Limited to `retailer` if given.
 */
export function bestToBuy(offers: readonly StoredOffer[], retailer: string | null): StoredOffer | undefined {
  const vouched = vouchedOffers(offers, retailer);
  const having = (code: number) => vouched.filter(({ availability }) => availability === code);
  return cheapest(having(availabilityCodes.in)) ?? cheapest(having(availabilityCodes.unknown));
}
