import type { Product } from "../../../../shared/contract/product.js";
import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import type { StoredOffer } from "../../db/prices/offer.js";
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
import type { RandomBytes, RequestContext } from "../request/context.js";
import type { WorkKind } from "../request/effects.js";

/** The time, randomness and callback for publishing events. */
export interface PublishContext {
  readonly nowMs: number;
  readonly randomBytes: RandomBytes;
  /** Called after an event enters the outbox, or an alert the inbox. */
  readonly onEvent?: () => void;
}

/** Wakes the workers that send events and announce alerts. */
export function createPublishContext({
  clock,
  randomBytes,
  effects,
}: Pick<RequestContext, "clock" | "randomBytes" | "effects">): PublishContext {
  const onEvent = () => {
    for (const work of announcingWork) effects.wakeWorker(work);
  };
  return { nowMs: clock.now(), randomBytes, onEvent };
}

const announcingWork: readonly WorkKind[] = ["deliveries", "alerts", "channels"];

/**
 * Adds an event to the outbox within the transaction that caused it: one delivery for each active webhook of
 * the account that subscribes to it. Without such a webhook, nothing is written. The app's own webhook only announces
 * alerts: see `announceAlerts`.
 */
export function publishEvent(
  tx: WriteDb,
  { nowMs, randomBytes, onEvent }: PublishContext,
  event: { readonly accountId: number; readonly type: EventType; readonly data: EventData },
): void {
  const subscribers = webhooksOfAccount(tx, event.accountId).filter(
    ({ isActive, events, isLocal }) => isActive && events.includes(event.type) && !isLocal,
  );
  if (subscribers.length === 0) return;
  const id = newEventId(randomBytes);
  insertEvent(tx, { id, ...event, createdMs: nowMs });
  for (const webhook of subscribers) insertDelivery(tx, webhook.id, id, nowMs);
  onEvent?.();
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

/** Publishes a change of an offer to every account that has scheduled its product (decision 28). */
export function publishChange(
  tx: WriteDb,
  context: PublishContext,
  offer: StoredOffer,
  before: OfferState,
  after: OfferState,
): void {
  const types = eventsForChange(before, after);
  if (types.length === 0 || !hasPublishablePrice(offer)) return;
  const accounts = accountIdsWatching(tx, offer.productId);
  const product = accounts.length === 0 ? undefined : productById(tx, offer.productId)?.product;
  if (product === undefined) return;
  const data = offerEventData(product, offer, before, after);
  for (const accountId of accounts)
    for (const type of types) publishEvent(tx, context, { accountId, type, data });
}
