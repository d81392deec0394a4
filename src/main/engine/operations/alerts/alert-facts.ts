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
  /** When this engine created the event; `null` for another engine's event. */
  readonly madeMs: number | null;
}

/** Trusted, valid offers, except auctions. A quarantined price (decision 17) is not yet the offer's price. */
export function countedOffers(db: ReadDb, productId: number): StoredOffer[] {
  return offersOfProduct(db, productId).filter(
    ({ isTrusted, isValid, isAuction }) => isTrusted && isValid && !isAuction,
  );
}

/** The stored offer that best matches an event. */
function offerTold(offers: readonly StoredOffer[], { data }: JudgedEvent): StoredOffer | undefined {
  const there = offers.filter(({ retailer }) => retailer === data.retailer);
  return there.find(({ url }) => url === data.product.url) ?? there[0];
}

/** Falls back to the event's currency: another engine may know shops that are unknown here. */
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
    // This engine's completion events always state dollars, even for products without a dollar price.
    currency: type === "schedule_completion" && madeMs !== null ? currency : (price?.currency ?? currency),
    currentMinor: minor(price?.current),
    previousMinor: minor(price?.previous),
    availability: toAvailabilityCode(availability?.current),
    atMs: madeMs ?? nowMs,
    isLocal: madeMs !== null,
  };
}

/** The only current price known for another engine's event is the event's own. */
function quotesTold({ retailer, condition, currency, currentMinor, availability }: ToldEvent): Quote[] {
  return currentMinor === null
    ? []
    : [{ retailer, condition, currency, availability, priceMinor: currentMinor }];
}

/** How an offer has changed since `sinceMs`; `null` if it has not, or was unknown then. */
function changeSince(db: ReadDb, offer: StoredOffer, sinceMs: number): OfferChange | null {
  const before = readPointsSince(db, offer.id, sinceMs).findLast(({ atMs }) => atMs <= sinceMs);
  if (before === undefined || saysTheSame(before, { ...before, ...offer })) return null;
  return { before, after: offer };
}

/**
 * The input of the alert rules: current prices from the database, and the event itself. History is read
 * lazily, and only as far back as a rule asks for.
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
