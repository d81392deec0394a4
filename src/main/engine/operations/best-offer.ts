import type { StoredOffer } from "../db/offer.js";
import { availabilityCodes } from "../domain/price-point.js";

/** Offers that can be vouched for, of one retailer where it is given. */
export function vouchedOffers(offers: readonly StoredOffer[], retailer: string | null): StoredOffer[] {
  return offers.filter(
    (offer) => offer.isTrusted && offer.isValid && (retailer === null || offer.retailer === retailer),
  );
}

/**
 * Prices of several currencies are never compared: dollars, as everywhere, where any shop asks in them; else the currency
 * of the shop that has been known longest. `null` without offers.
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
 * The cheapest that can be bought, of one retailer where it is given: in stock, or else at a shop that does not say
 * whether it is, as many do not.
 */
export function bestToBuy(offers: readonly StoredOffer[], retailer: string | null): StoredOffer | undefined {
  const vouched = vouchedOffers(offers, retailer);
  const having = (code: number) => vouched.filter(({ availability }) => availability === code);
  return cheapest(having(availabilityCodes.in)) ?? cheapest(having(availabilityCodes.unknown));
}
