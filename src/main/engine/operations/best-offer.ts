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

/** The cheapest in stock, of one retailer where it is given. */
export function bestInStock(
  offers: readonly StoredOffer[],
  retailer: string | null,
): StoredOffer | undefined {
  const inStock = vouchedOffers(offers, retailer).filter(
    ({ availability }) => availability === availabilityCodes.in,
  );
  const currency = leadingCurrency(inStock);
  return inStock
    .filter((offer) => offer.currency === currency)
    .reduce<StoredOffer | undefined>(
      (best, offer) => (best === undefined || isCheaper(offer, best) ? offer : best),
      undefined,
    );
}
