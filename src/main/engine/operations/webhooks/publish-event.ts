import type { Product } from "../../../../shared/contract/product.js";
import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import { insertRound, insertRoundChange } from "../../db/alerts/round.js";
import { offerById, type StoredOffer } from "../../db/prices/offer.js";
import { productById } from "../../db/products/product.js";
import type { WriteDb } from "../../db/store.js";
import { accountIdsWatching } from "../../db/watch/schedule.js";
import { insertDelivery } from "../../db/webhooks/delivery.js";
import { insertEvent } from "../../db/webhooks/event.js";
import { webhooksOfAccount } from "../../db/webhooks/webhook.js";
import { fromMinor } from "../../domain/money.js";
import { eventsForChange, type OfferState } from "../../domain/price-event.js";
import { availabilityCodes, fromAvailabilityCode } from "../../domain/price-point.js";
import { newEventId } from "../../domain/random-text.js";
import { isEligible } from "../products/best-offer.js";
import type { RandomBytes, RequestContext } from "../request/context.js";
import type { WorkKind } from "../request/effects.js";

/** The time, randomness and callback for publishing events. */
export interface PublishContext {
  readonly nowMs: number;
  readonly randomBytes: RandomBytes;
  /** Called after an event enters the outbox, or an alert the inbox. */
  readonly onEvent?: () => void;
  /** Part of an import of many products, whose alerts come together at its end. */
  readonly isBulk?: boolean;
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
function publishChange(
  tx: WriteDb,
  context: PublishContext,
  offer: StoredOffer,
  before: OfferState,
  after: OfferState,
): void {
  const types = eventsForChange(before, after);
  if (types.length === 0 || !isEligible(offer)) return;
  const accounts = accountIdsWatching(tx, offer.productId);
  const product = accounts.length === 0 ? undefined : productById(tx, offer.productId)?.product;
  if (product === undefined) return;
  const data = offerEventData(product, offer, before, after);
  for (const accountId of accounts)
    for (const type of types) publishEvent(tx, context, { accountId, type, data });
}

interface OfferChange {
  readonly before: OfferState;
  readonly after: OfferState;
  /** When the new state was seen; the history before is past. */
  readonly atMs: number;
  /** Goods in stock that could only be ordered ahead before: both are `in` for the API. */
  readonly isRelease?: boolean;
}

/**
 * Reports a change of an offer's present price or stock: to the webhooks of programs (decision 28), and to the round of its
 * product, at whose end the shopper's rules are evaluated. `before` and `after` are both confirmed and in the offer's
 * currency.
 */
export function reportChange(
  tx: WriteDb,
  context: PublishContext,
  offerId: number,
  change: OfferChange,
): void {
  const offer = offerById(tx, offerId);
  if (offer === undefined) return;
  publishChange(tx, context, offer, change.before, change.after);
  addToRound(tx, context, offer, change);
}

/**
 * Adds an offer's state before to the round of its product, or opens one; null for an offer that has just joined. Products
 * that are not scheduled have no rounds.
 */
export function addToRound(
  tx: WriteDb,
  { nowMs, isBulk = false }: Pick<PublishContext, "nowMs" | "isBulk">,
  { id, productId }: Pick<StoredOffer, "id" | "productId">,
  {
    before,
    atMs,
    isRelease = false,
  }: Pick<OfferChange, "atMs" | "isRelease"> & { readonly before: OfferState | null },
): void {
  const round = { productId, fromMs: Math.min(atMs, nowMs), openedMs: nowMs, isBulk };
  if (!insertRound(tx, round)) return;
  const { priceMinor, availability } = before ?? {
    priceMinor: null,
    availability: availabilityCodes.unknown,
  };
  insertRoundChange(tx, { offerId: id, priceMinor, availability, isRelease });
}
