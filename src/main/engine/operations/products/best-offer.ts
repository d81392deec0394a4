import type { Ordering } from "../../../../shared/app/pages.js";
import { activeRulesOfProducts, type StoredRule } from "../../db/alerts/alert-rule.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import type { ReadDb } from "../../db/store.js";
import { comparableOffers } from "../../domain/best-price.js";
import { fromMinor, isUnpriced } from "../../domain/money.js";
import { paidFields } from "../../domain/paid-price.js";
import { availabilityCodes } from "../../domain/price-point.js";

/** What the shopper wants of a product: `null` for any shop, or any currency. */
export interface Wanted {
  /** The shop that the product's schedule is limited to. */
  readonly retailer: string | null;
  /** The currency of the product's own targets, if they share one: the price to wait for is in it. */
  readonly currency: string | null;
}

/** The currency of the target rules of one product, if they share one. */
export function targetCurrency(rules: readonly Pick<StoredRule, "trigger">[]): string | null {
  const found = new Set(
    rules.flatMap(({ trigger }) => (trigger.kind === "target" ? [trigger.currency] : [])),
  );
  const [currency = null] = found;
  return found.size === 1 ? currency : null;
}

/** Whether a target is about offers in this condition: one for used things says nothing of new ones. */
export function isTargetFor(
  { condition }: Pick<StoredRule, "condition">,
  offer: Pick<StoredOffer, "condition"> | undefined,
): boolean {
  return condition === null || offer === undefined || condition === (offer.condition ?? "new");
}

/** The target prices of one product for an offer's condition, in a currency, in minor units. */
export function targetsIn(
  rules: readonly Pick<StoredRule, "trigger" | "condition">[],
  currency: string,
  offer: Pick<StoredOffer, "condition"> | undefined,
): number[] {
  return rules.flatMap(({ trigger, condition }) =>
    trigger.kind === "target" && trigger.currency === currency && isTargetFor({ condition }, offer)
      ? [trigger.priceMinor]
      : [],
  );
}

/** What the shopper wants of a product whose schedule is limited to `retailer`. */
export function wantedOf(db: ReadDb, productId: number, retailer: string | null): Wanted {
  return { retailer, currency: targetCurrency(activeRulesOfProducts(db, [productId])) };
}

/** An offer's price in the currency's main unit; nulls while its page has shown none. */
export function statedPrice(offer: Pick<StoredOffer, "priceMinor" | "currency">) {
  if (isUnpriced(offer)) return { price: null, currency: null };
  return { price: fromMinor(offer.priceMinor), currency: offer.currency };
}

/** An offer as the app shows the best one: its price in the currency's main unit. */
export function toBestPrice(offer: StoredOffer, ordering?: Ordering) {
  const { priceMinor, currency, retailer, condition } = offer;
  return {
    price: fromMinor(priceMinor),
    currency,
    retailer,
    ...paidFields(offer),
    ...(ordering === undefined ? {} : { ordering }),
    ...(condition === null || condition === "new" ? {} : { condition }),
  };
}

/** Trusted, valid offers, limited to `retailer` if given. */
export function trustedOffers(offers: readonly StoredOffer[], retailer: string | null): StoredOffer[] {
  return offers.filter(
    (offer) => offer.isTrusted && offer.isValid && (retailer === null || offer.retailer === retailer),
  );
}

/**
 * Whether an offer's price is reported: trusted and valid, and no auction, whose price moves by design. A quarantined price
 * (decision 17) is not yet the offer's.
 */
export function isEligible({ isTrusted, isValid, isAuction }: StoredOffer): boolean {
  return isTrusted && isValid && !isAuction;
}

/**
 * Prices in different currencies are never compared. Prefers the wanted currency, or else that of the product's first
 * page: a shop that joins later, perhaps abroad, must not change it. Expects the oldest offer first; `null` without
 * offers.
 */
export function primaryCurrency(
  offers: readonly StoredOffer[],
  wanted: Wanted["currency"] = null,
): string | null {
  return (offers.find(({ currency }) => currency === wanted) ?? offers[0])?.currency ?? null;
}

function isCheaper(one: StoredOffer, other: StoredOffer): boolean {
  if (one.priceMinor !== other.priceMinor) return one.priceMinor < other.priceMinor;
  return one.publicId < other.publicId;
}

function cheapestOffer(offers: readonly StoredOffer[], wanted: Wanted["currency"]): StoredOffer | undefined {
  const currency = primaryCurrency(offers, wanted);
  return offers
    .filter((offer) => offer.currency === currency)
    .reduce<StoredOffer | undefined>(
      (best, offer) => (best === undefined || isCheaper(offer, best) ? offer : best),
      undefined,
    );
}

/** The cheapest offer that is not out of stock: many shops do not state it, and the price history counts them, too. */
function cheapestBuyable(
  offers: readonly StoredOffer[],
  wanted: Wanted["currency"],
): StoredOffer | undefined {
  return cheapestOffer(
    offers.filter(({ availability }) => availability !== availabilityCodes.out),
    wanted,
  );
}

/**
 * The cheapest wanted offer that can be bought. A used one only if no new one can be, as statistics compare the prices
 * of new ones.
 */
export function bestBuyableOffer(
  offers: readonly StoredOffer[],
  { retailer, currency }: Wanted,
): StoredOffer | undefined {
  const trusted = trustedOffers(offers, retailer);
  return cheapestBuyable(comparableOffers(trusted), currency) ?? cheapestBuyable(trusted, currency);
}

/** The best of the offers in other currencies than the best one's. */
export function bestElsewhere(
  offers: readonly StoredOffer[],
  best: StoredOffer | undefined,
  retailer: string | null,
): StoredOffer | undefined {
  const others = offers.filter(({ currency }) => currency !== best?.currency);
  return best && bestBuyableOffer(others, { retailer, currency: null });
}

/** The currency in which a product is shown: that of its best offer, at another shop if the wanted one has sold out. */
export function shownCurrency(offers: readonly StoredOffer[], wanted: Wanted): string | null {
  const best = bestBuyableOffer(offers, wanted) ?? bestBuyableOffer(offers, { ...wanted, retailer: null });
  return best?.currency ?? primaryCurrency(trustedOffers(offers, null));
}
