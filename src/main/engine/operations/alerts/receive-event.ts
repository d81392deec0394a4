import { type EventEnvelope, eventEnvelope } from "../../../../shared/contract/webhook.js";
import { parseJson } from "../../../../shared/parse-json.js";
import { entryOfEvent, insertEntry } from "../../db/alerts/inbox.js";
import {
  hasWaitingEvent,
  insertReceivedEvent,
  markEventProcessed,
  oldestUnprocessedEvent,
  type UnprocessedEvent,
} from "../../db/alerts/received-event.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import { productIdByKey } from "../../db/products/product.js";
import { type WriteDb, write } from "../../db/store.js";
import { eventById } from "../../db/webhooks/event.js";
import type { AlertFacts, Quote } from "../../domain/alerts/facts.js";
import { unknownPast } from "../../domain/alerts/past-prices.js";
import { retryDelaysMs } from "../../domain/delivery-retries.js";
import { toMinor } from "../../domain/money.js";
import { availabilityCodes, toAvailabilityCode } from "../../domain/price-point.js";
import { testEventPrefix } from "../../domain/random-text.js";
import { addAlert } from "../channels/queue-alert.js";
import type { OperationContext } from "../request/context.js";
import { currencyOfRule, eligibleOffers } from "./alert-facts.js";
import { affectedRules, evaluateRules, setAsideFailure } from "./evaluate-round.js";

type ReceiveContext = Pick<OperationContext, "db" | "clock" | "log">;

export type Acceptance = "new" | "repeated";

/** An entry is that of a recorded alert, which is to be announced now. */
interface AcceptedEvent {
  readonly acceptance: Acceptance;
  readonly entryId: number | null;
}

/**
 * Takes a verified event: that of an alert of this engine announces it; one of another engine is stored. Once this returns,
 * the event survives a killed process and may be acknowledged. The commit does not wait for the disk: a power cut that
 * loses the event also loses the record of its delivery.
 */
export function acceptEvent(context: ReceiveContext, { id }: EventEnvelope, rawBody: string): AcceptedEvent {
  const entryId = entryOfEvent(context.db, id);
  if (entryId !== null) return { acceptance: "new", entryId };
  // An old event of this engine that was sent again: it has been evaluated, or its entry has been deleted.
  if (eventById(context.db, id) !== undefined) return { acceptance: "repeated", entryId: null };
  const received: UnprocessedEvent = { id, body: rawBody, receivedMs: context.clock.now() };
  const isNew = write(context.db, (tx) => insertReceivedEvent(tx, received));
  return { acceptance: isNew ? "new" : "repeated", entryId: null };
}

/**
 * Evaluates the rules for the accepted events of other engines, oldest first. Each is a transaction of its own; those of
 * snoozed products wait.
 */
export function processReceived(context: ReceiveContext): void {
  for (;;) {
    const received = oldestUnprocessedEvent(context.db, context.clock.now());
    if (received === undefined) return;
    write(context.db, (tx) => processEvent(context, tx, received));
  }
}

function processEvent({ log, clock }: ReceiveContext, tx: WriteDb, received: UnprocessedEvent): void {
  markEventProcessed(tx, received.id);
  const { data: envelope } = eventEnvelope.safeParse(parseJson(received.body));
  if (envelope === undefined) {
    // Accepted by a version with another format. Keeping it would block all later events.
    log.info("Skipped a received event in a format that this version does not know.");
    return;
  }
  const { event: type, data } = envelope;
  const { id: eventId, receivedMs } = received;
  if (eventId.startsWith(testEventPrefix)) {
    const test = { isTest: true, reason: null, clauses: null, ruleIds: [] };
    insertEntry(tx, { eventId, type, data, receivedMs, ...test });
    return;
  }
  const productId = productIdByKey(tx, data.product.service) ?? null;
  const offers = productId === null ? [] : eligibleOffers(tx, productId);
  if (hasWaitingEvent(tx, envelope) || isOutdated(offers, envelope)) return;
  setAsideFailure(tx, { productId, atMs: receivedMs }, () => {
    const currencyOf = productId === null ? null : currencyOfRule(tx, productId, offers);
    const facts = eventFacts(currencyOf, envelope, clock.now());
    const rules = affectedRules(tx, productId, facts.changes.length > 0);
    const alert = evaluateRules(tx, { productId, product: data.product, rules, facts });
    if (alert !== null) addAlert(tx, { eventId, isTest: false, ...alert, type, data, receivedMs });
  });
}

/** Whether this engine has seen the shop's price later. An event's timestamp is that of its last attempt. */
function isOutdated(offers: readonly StoredOffer[], { timestamp, attempt, data }: EventEnvelope): boolean {
  const lateMs = retryDelaysMs.slice(0, attempt - 1).reduce((sum, delayMs) => sum + delayMs, 0);
  const sentMs = Date.parse(timestamp) - lateMs;
  return offers.some(({ retailer, seenMs }) => retailer === data.retailer && seenMs > sentMs);
}

/** The only price known of another engine's event is its own. */
function eventFacts(
  currencyOf: ReturnType<typeof currencyOfRule> | null,
  { event, data: { retailer, price, availability } }: EventEnvelope,
  nowMs: number,
): AlertFacts {
  const quotes: Quote[] = [];
  if (price?.current != null)
    quotes.push({
      retailer,
      condition: null,
      currency: price.currency,
      priceMinor: toMinor(price.current),
      availability: toAvailabilityCode(availability?.current),
    });
  // A drop has an event of its own beside that of the stock.
  const previous = event === "price_drop" ? price?.previous : null;
  // An event about the stock need not know what it was before.
  const isReturn = event === "availability_change" && availability?.previous == null;
  const changes = (event === "schedule_completion" ? [] : quotes).map((after) => ({
    after,
    before: {
      priceMinor: previous == null ? after.priceMinor : toMinor(previous),
      availability: isReturn ? availabilityCodes.out : toAvailabilityCode(availability?.previous),
    },
  }));
  return {
    nowMs,
    // Another engine may know shops that are unknown here.
    currencyOf: (rule) => currencyOf?.(rule) ?? price?.currency ?? "USD",
    quotes,
    quotesBefore: changes.map(({ before, after }) => ({ ...after, ...before })),
    changes,
    foreignRetailer: retailer,
    past: () => unknownPast,
  };
}
