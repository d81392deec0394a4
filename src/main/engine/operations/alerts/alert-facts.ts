import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import { minOf } from "../../../../shared/extremes.js";
import { snoozedUntil } from "../../db/alerts/alert-snooze.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { firstPointTimes, readPointsSince } from "../../db/prices/price-history.js";
import type { ReadDb } from "../../db/store.js";
import {
  type AlertEvent,
  type AlertFacts,
  matchesFilter,
  type OfferChange,
  type OfferFilter,
  type Quote,
} from "../../domain/alerts/facts.js";
import { offersHistory } from "../../domain/best-price.js";
import { toMinor } from "../../domain/money.js";
import { hasSameValue, toAvailabilityCode } from "../../domain/price-point.js";
import { clipSpans } from "../../domain/step-series.js";
import { primaryCurrency } from "../products/best-offer.js";

export interface IncomingEvent {
  readonly type: EventType;
  readonly data: EventData;
  /** When this engine created the event; `null` for another engine's event. */
  readonly createdMs: number | null;
}

/** Trusted, valid offers, except auctions. A quarantined price (decision 17) is not yet the offer's price. */
export function eligibleOffers(db: ReadDb, productId: number): StoredOffer[] {
  return offersOfProduct(db, productId).filter(
    ({ isTrusted, isValid, isAuction }) => isTrusted && isValid && !isAuction,
  );
}

/** The stored offer that best matches an event. */
function findEventOffer(offers: readonly StoredOffer[], { data }: IncomingEvent): StoredOffer | undefined {
  const candidates = offers.filter(({ retailer }) => retailer === data.retailer);
  return candidates.find(({ url }) => url === data.product.url) ?? candidates[0];
}

/** Falls back to the event's currency: another engine may know shops that are unknown here. */
function comparisonCurrency(offers: readonly StoredOffer[], { data }: IncomingEvent): string {
  return primaryCurrency(offers) ?? data.price?.currency ?? "USD";
}

function toAlertEvent(
  offers: readonly StoredOffer[],
  incoming: IncomingEvent,
  currency: string,
  nowMs: number,
): AlertEvent {
  const { type, data, createdMs } = incoming;
  const { price, availability, retailer } = data;
  const minor = (amount: number | null | undefined) => (amount == null ? null : toMinor(amount));
  return {
    type,
    retailer,
    condition: createdMs === null ? null : (findEventOffer(offers, incoming)?.condition ?? null),
    // This engine's completion events always state dollars, even for products without a dollar price.
    currency: type === "schedule_completion" && createdMs !== null ? currency : (price?.currency ?? currency),
    currentMinor: minor(price?.current),
    previousMinor: minor(price?.previous),
    availability: toAvailabilityCode(availability?.current),
    atMs: createdMs ?? nowMs,
    isLocal: createdMs !== null,
  };
}

/** The only current price known for another engine's event is the event's own. */
function eventQuotes({ retailer, condition, currency, currentMinor, availability }: AlertEvent): Quote[] {
  return currentMinor === null
    ? []
    : [{ retailer, condition, currency, availability, priceMinor: currentMinor }];
}

/** The change of an offer since `sinceMs`; `null` if it is unchanged or was unknown then. */
function changeSince(db: ReadDb, offer: StoredOffer, sinceMs: number): OfferChange | null {
  const before = readPointsSince(db, offer.id, sinceMs).findLast(({ atMs }) => atMs <= sinceMs);
  if (before === undefined || hasSameValue(before, { ...before, ...offer })) return null;
  return { before, after: offer };
}

/**
 * The input of the alert rules: the event and the current prices. History is read lazily, and only as far
 * back as a rule needs.
 */
export function alertFacts(
  db: ReadDb,
  incoming: IncomingEvent,
  productId: number | undefined,
  nowMs: number,
): AlertFacts {
  const offers = productId === undefined ? [] : eligibleOffers(db, productId);
  const currency = comparisonCurrency(offers, incoming);
  const event = toAlertEvent(offers, incoming, currency, nowMs);
  const matchingOffers = (filter: OfferFilter) => offers.filter((offer) => matchesFilter(filter, offer));
  return {
    nowMs,
    currency,
    isSnoozed: productId !== undefined && snoozedUntil(db, productId, nowMs) !== null,
    event,
    quotes: event.isLocal ? offers : eventQuotes(event),
    bestSince: (filter, sinceMs) => {
      const matching = matchingOffers(filter);
      const firstTimes = firstPointTimes(
        db,
        matching.map(({ id }) => id),
      );
      const { spans, presentMs } = offersHistory(matching, {
        pointsOf: ({ id }) => readPointsSince(db, id, sinceMs),
        nowMs,
        firstMs: minOf(firstTimes.values()) ?? undefined,
      });
      return clipSpans(spans, sinceMs, presentMs);
    },
    changesSince: (filter, sinceMs) =>
      matchingOffers(filter)
        .flatMap((offer) => changeSince(db, offer, sinceMs) ?? [])
        .sort((a, b) => a.after.priceMinor - b.after.priceMinor),
  };
}
