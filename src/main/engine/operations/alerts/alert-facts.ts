import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import { snoozedUntil } from "../../db/alert-snooze.js";
import { eventById } from "../../db/event.js";
import { offersOfProduct, type StoredOffer } from "../../db/offer.js";
import { readPointsSince } from "../../db/price-history.js";
import type { ReadDb } from "../../db/store.js";
import {
  type AlertFacts,
  type OfferChange,
  type OfferFilter,
  passes,
  type Quote,
  type ToldEvent,
} from "../../domain/alerts/facts.js";
import { bestPriceSpans } from "../../domain/best-price.js";
import { toMinor } from "../../domain/money.js";
import { saysTheSame, toAvailabilityCode } from "../../domain/price-point.js";
import { clipSpans } from "../../domain/step-series.js";

export interface ReceivedEvent {
  readonly eventId: string;
  readonly type: EventType;
  readonly data: EventData;
}

/** Offers whose price is confirmed and vouched for; a suspect (decision 17) is not the offer's price yet. */
function countedOffers(db: ReadDb, productId: number | undefined): StoredOffer[] {
  if (productId === undefined) return [];
  return offersOfProduct(db, productId).filter(
    ({ isTrusted, isValid, isAuction }) => isTrusted && isValid && !isAuction,
  );
}

/** The offer that an event is about, as far as it names it. */
function offerTold(offers: readonly StoredOffer[], { data }: ReceivedEvent): StoredOffer | undefined {
  const there = offers.filter(({ retailer }) => retailer === data.retailer);
  return there.find(({ url }) => url === data.product.url) ?? there[0];
}

function toldEvent(
  db: ReadDb,
  offers: readonly StoredOffer[],
  received: ReceivedEvent,
  nowMs: number,
): ToldEvent {
  const { type, data, eventId } = received;
  const { price, availability, retailer } = data;
  const own = eventById(db, eventId);
  const minor = (amount: number | null | undefined) => (amount == null ? null : toMinor(amount));
  return {
    type,
    retailer,
    condition: own === undefined ? null : (offerTold(offers, received)?.condition ?? null),
    currency: price?.currency ?? "USD",
    currentMinor: minor(price?.current),
    previousMinor: minor(price?.previous),
    availability: toAvailabilityCode(availability?.current),
    atMs: own?.createdMs ?? nowMs,
    isLocal: own !== undefined,
  };
}

/** What another engine's event says is all that is known of now. */
function quotesTold({ retailer, condition, currency, currentMinor, availability }: ToldEvent): Quote[] {
  return currentMinor === null
    ? []
    : [{ retailer, condition, currency, availability, priceMinor: currentMinor }];
}

/** How an offer differs from what it was at `sinceMs`; `null` where it does not, or was not known then. */
function changeSince(db: ReadDb, offer: StoredOffer, sinceMs: number): OfferChange | null {
  const before = readPointsSince(db, offer.id, sinceMs).findLast(({ atMs }) => atMs <= sinceMs);
  if (before === undefined || saysTheSame(before, { ...before, ...offer })) return null;
  return { before, after: offer };
}

/**
 * What the rules decide by: prices as the database has them now, and what the event itself says. History is read when
 * a rule asks for it, and only as far back as it asks.
 */
export function alertFacts(
  db: ReadDb,
  received: ReceivedEvent,
  productId: number | undefined,
  nowMs: number,
): AlertFacts {
  const offers = countedOffers(db, productId);
  const event = toldEvent(db, offers, received, nowMs);
  const meant = (filter: OfferFilter) => offers.filter((offer) => passes(filter, offer));
  return {
    nowMs,
    isSnoozed: productId !== undefined && snoozedUntil(db, productId, nowMs) !== null,
    event,
    quotes: event.isLocal ? offers : quotesTold(event),
    bestSince: (filter, sinceMs) => {
      const series = meant(filter).map(({ id }) => ({ id, points: readPointsSince(db, id, sinceMs) }));
      return clipSpans(bestPriceSpans(series, nowMs), sinceMs, nowMs);
    },
    changesSince: (filter, sinceMs) =>
      meant(filter)
        .flatMap((offer) => changeSince(db, offer, sinceMs) ?? [])
        .sort((a, b) => a.after.priceMinor - b.after.priceMinor),
  };
}
