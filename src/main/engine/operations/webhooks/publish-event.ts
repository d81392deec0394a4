import type { Product } from "../../../../shared/contract/product.js";
import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import { offerById, type StoredOffer } from "../../db/prices/offer.js";
import { productById } from "../../db/products/product.js";
import type { WriteDb } from "../../db/store.js";
import { accountIdsWatching } from "../../db/watch/schedule.js";
import { insertDelivery } from "../../db/webhooks/delivery.js";
import { insertEvent } from "../../db/webhooks/event.js";
import { webhooksOfAccount } from "../../db/webhooks/webhook.js";
import { fromMinor } from "../../domain/money.js";
import { eventsForChange, type OfferState } from "../../domain/price-event.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import { newEventId } from "../../domain/random-text.js";
import { isCompletionRelevant } from "../alerts/evaluate-event.js";
import type { RandomBytes } from "../request/context.js";

/** The time, randomness and callback for publishing events. */
export interface PublishContext {
  readonly nowMs: number;
  readonly randomBytes: RandomBytes;
  /** Called after an event enters the outbox. */
  readonly onEvent?: () => void;
}

/** The app's own webhook is the inbox; all others are the API's. */
export type EventAudience = "all" | "api" | "inbox";

/**
 * Adds an event to the outbox within the transaction that caused it: one delivery for each active webhook of
 * the account that subscribes to it. Without such a webhook, nothing is written.
 */
export function publishEvent(
  tx: WriteDb,
  { nowMs, randomBytes, onEvent }: PublishContext,
  event: {
    readonly accountId: number;
    readonly type: EventType;
    readonly data: EventData;
    readonly audience?: EventAudience;
  },
): void {
  const { accountId, type, data, audience = "all" } = event;
  const subscribers = webhooksOfAccount(tx, accountId).filter(
    ({ isActive, events, isLocal }) =>
      isActive &&
      events.includes(type) &&
      audience !== (isLocal ? "api" : "inbox") &&
      !(isLocal && isIrrelevantCompletion(tx, type, data, nowMs)),
  );
  if (subscribers.length === 0) return;
  const id = newEventId(randomBytes);
  insertEvent(tx, { id, accountId, type, data, createdMs: nowMs });
  for (const webhook of subscribers) insertDelivery(tx, webhook.id, id, nowMs);
  onEvent?.();
}

/**
 * Whether a completed check triggers no alert rule. The app's own webhook skips these: for 10,000 products
 * checked hourly, they would add a quarter of a million deliveries a day.
 */
function isIrrelevantCompletion(tx: WriteDb, type: EventType, data: EventData, nowMs: number): boolean {
  return type === "schedule_completion" && !isCompletionRelevant(tx, data, nowMs);
}

/** The product fields of an event (decision 29). */
export function toEventProduct(product: Product, url: string | undefined): EventData["product"] {
  const image = product.images?.[0];
  return {
    service: product.service,
    title: product.title,
    ...(image === undefined ? {} : { image }),
    ...(url === undefined ? {} : { url }),
  };
}

/** Trusted, valid offers only. An auction's price is never confirmed: it moves by design. */
function hasPublishablePrice(offer: StoredOffer): boolean {
  return offer.isTrusted && offer.isValid && !offer.isAuction;
}

function offerEventData(
  product: Product,
  offer: StoredOffer,
  before: OfferState,
  after: OfferState,
): EventData {
  const [current, previous] = [after, before].map(({ availability }) => fromAvailabilityCode(availability));
  return {
    product: toEventProduct(product, offer.url),
    retailer: offer.retailer,
    price: {
      current: fromMinor(after.priceMinor),
      previous: fromMinor(before.priceMinor),
      currency: offer.currency,
    },
    availability: current == null ? null : { current, previous: previous ?? null },
  };
}

/**
 * Publishes a change of an offer to every account that has scheduled its product (decision 28). `before` and
 * `after` are both confirmed and in the offer's currency. A release is goods in stock that could only be ordered ahead
 * before: both are `in` for the API, so only the inbox is notified.
 */
export function publishChange(
  tx: WriteDb,
  publishContext: PublishContext,
  offerId: number,
  before: OfferState,
  after: OfferState,
  isRelease = false,
): void {
  const types = eventsForChange(before, after);
  if (types.length === 0 && !isRelease) return;
  const offer = offerById(tx, offerId);
  if (offer === undefined || !hasPublishablePrice(offer)) return;
  const accounts = accountIdsWatching(tx, offer.productId);
  const product = accounts.length === 0 ? undefined : productById(tx, offer.productId)?.product;
  if (product === undefined) return;
  const data = offerEventData(product, offer, before, after);
  // One alert for a change: the event about the availability also states the price.
  const last = isRelease ? null : types.at(-1);
  for (const accountId of accounts) {
    for (const type of types) {
      const audience = type === last ? "all" : "api";
      publishEvent(tx, publishContext, { accountId, type, data, audience });
    }
    if (isRelease) publishRelease(tx, publishContext, accountId, data);
  }
}

/** Unlike a return to stock, it states no availability before. */
function publishRelease(
  tx: WriteDb,
  publishContext: PublishContext,
  accountId: number,
  offerData: EventData,
): void {
  const data: EventData = { ...offerData, availability: { current: "in", previous: null } };
  publishEvent(tx, publishContext, { accountId, type: "availability_change", data, audience: "inbox" });
}
