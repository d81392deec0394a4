import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import { snoozedUntil } from "../../db/alert-snooze.js";
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
import { leadingCurrency } from "../best-offer.js";

export interface JudgedEvent {
  readonly type: EventType;
  readonly data: EventData;
  /** When this engine made it; `null` for another engine's. */
  readonly madeMs: number | null;
}

/** Offers whose price is confirmed and vouched for; a suspect (decision 17) is not the offer's price yet. */
export function countedOffers(db: ReadDb, productId: number): StoredOffer[] {
  return offersOfProduct(db, productId).filter(
    ({ isTrusted, isValid, isAuction }) => isTrusted && isValid && !isAuction,
  );
}

/** The offer that an event is about, as far as it names it. */
function offerTold(offers: readonly StoredOffer[], { data }: JudgedEvent): StoredOffer | undefined {
  const there = offers.filter(({ retailer }) => retailer === data.retailer);
  return there.find(({ url }) => url === data.product.url) ?? there[0];
}

/** Another engine may know shops that are not known here. */
function currencyOf(offers: readonly StoredOffer[], { data }: JudgedEvent): string {
  return leadingCurrency(offers) ?? data.price?.currency ?? "USD";
}

function toldEvent(
  offers: readonly StoredOffer[],
  judged: JudgedEvent,
  currency: string,
  nowMs: number,
): ToldEvent {
  const { type, data, madeMs } = judged;
  const { price, availability, retailer } = data;
  const minor = (amount: number | null | undefined) => (amount == null ? null : toMinor(amount));
  return {
    type,
    retailer,
    condition: madeMs === null ? null : (offerTold(offers, judged)?.condition ?? null),
    // A finished check of this engine's speaks of dollars, also where there are none.
    currency: type === "schedule_completion" && madeMs !== null ? currency : (price?.currency ?? currency),
    currentMinor: minor(price?.current),
    previousMinor: minor(price?.previous),
    availability: toAvailabilityCode(availability?.current),
    atMs: madeMs ?? nowMs,
    isLocal: madeMs !== null,
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
  judged: JudgedEvent,
  productId: number | undefined,
  nowMs: number,
): AlertFacts {
  const offers = productId === undefined ? [] : countedOffers(db, productId);
  const currency = currencyOf(offers, judged);
  const event = toldEvent(offers, judged, currency, nowMs);
  const meant = (filter: OfferFilter) => offers.filter((offer) => passes(filter, offer));
  return {
    nowMs,
    currency,
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
