import type { InboxEntry } from "../../../../shared/app/alerts.js";
import {
  type EventData,
  type EventEnvelope,
  type EventType,
  eventEnvelope,
} from "../../../../shared/contract/webhook.js";
import { DAY_MS, MINUTE_MS } from "../../../../shared/time.js";
import { entriesSince, hasEntry, insertEntry, rulesOfEntry, updateEntry } from "../../db/alerts/inbox.js";
import {
  deleteProcessedEventsBefore,
  insertReceivedEvent,
  markEventProcessed,
  oldestUnprocessedEvent,
  type UnprocessedEvent,
} from "../../db/alerts/received-event.js";
import { type ReadDb, type WriteDb, write } from "../../db/store.js";
import { eventById } from "../../db/webhooks/event.js";
import { englishReason, isSameHead, mergeReasonClauses } from "../../domain/alerts/reason.js";
import { testEventPrefix } from "../../domain/random-text.js";
import { addAlert, queueForChannels } from "../channels/queue-alert.js";
import type { OperationContext } from "../request/context.js";
import { type Alert, evaluateEvent } from "./evaluate-event.js";

type ReceiveContext = Pick<OperationContext, "db" | "clock" | "log">;

/** The last retry of an event arrives within three hours (decision 31). */
const receivedRetentionMs = 30 * DAY_MS;

/** One check of a product visits its pages within this time; the next check comes later. */
const maxCheckMs = 30 * MINUTE_MS;

export type Acceptance = "new" | "repeated";

/**
 * Stores a verified event. Once this returns, the event survives a killed process and may be acknowledged. The
 * commit does not wait for the disk: the sender records the delivery later in the same log, so a power cut
 * that loses the event also loses that record, and the event is sent again.
 */
export function acceptEvent(context: ReceiveContext, { id }: EventEnvelope, rawBody: string): Acceptance {
  const received: UnprocessedEvent = { id, body: rawBody, receivedMs: context.clock.now() };
  return write(context.db, (tx) => (insertReceivedEvent(tx, received) ? "new" : "repeated"));
}

/**
 * Turns accepted events into inbox entries, oldest first: one for each event that triggers a rule. The
 * decision, the rules' memory and the entry share a transaction. Each entry is yielded once it is committed,
 * so that a failure at the next event does not hide it.
 */
export function* processReceived(context: ReceiveContext): Generator<InboxEntry, void> {
  for (;;) {
    const received = oldestUnprocessedEvent(context.db);
    if (received === undefined) return;
    const entry = write(context.db, (tx) => processEvent(context, tx, received));
    if (entry !== null) yield entry;
  }
}

const noReason = { reason: null, clauses: null, ruleIds: [] };

function processEvent(
  { log, clock }: ReceiveContext,
  tx: WriteDb,
  received: UnprocessedEvent,
): InboxEntry | null {
  markEventProcessed(tx, received.id);
  const envelope = parseBody(received.body);
  if (envelope === null) {
    // Accepted by a version with another format. Keeping it would block all later events.
    log.info("Skipped a received event in a format that this version does not know.");
    return null;
  }
  const { event: type, data } = envelope;
  const { id: eventId, receivedMs } = received;
  if (eventId.startsWith(testEventPrefix))
    return insertEntry(tx, { eventId, type, isTest: true, data, ...noReason, receivedMs });
  // A repeat whose id has been purged: its entry exists already.
  if (hasEntry(tx, eventId)) return null;
  const createdMs = eventById(tx, eventId)?.createdMs ?? null;
  const alert = evaluateEvent(tx, { type, data, createdMs }, clock.now());
  if (alert === null) return null;
  if (createdMs !== null) {
    const local = { type, data, createdMs, alert };
    if (isKnownByVariant(tx, local) || mergeIntoLater(tx, local)) return null;
  }
  return addAlert(tx, { eventId, type, isTest: false, data, ...alert, receivedMs });
}

interface LocalEvent {
  readonly type: EventType;
  readonly data: EventData;
  readonly createdMs: number;
  readonly alert: Alert;
}

/**
 * Whether the same check has alerted already to the same price at the same shop, for another of its pages: a shop may
 * sell several variants of a product.
 */
function isKnownByVariant(db: ReadDb, { data, createdMs, alert }: LocalEvent): boolean {
  const { service: productKey, url } = data.product;
  return entriesSince(db, productKey, createdMs - maxCheckMs).some((entry) => {
    if (entry.data.product.url === url || entry.clauses === null) return false;
    if (JSON.stringify(entry.clauses.head) !== JSON.stringify(alert.clauses.head)) return false;
    const rules = rulesOfEntry(db, entry.id);
    return alert.ruleIds.every((id) => rules.includes(id));
  });
}

/**
 * Events may arrive out of order: a finished check can have alerted already to the price of an earlier event. Adds the
 * alert to that entry, so that no price alerts twice. Returns whether there was such an entry.
 */
function mergeIntoLater(tx: WriteDb, { type, data, createdMs, alert }: LocalEvent): boolean {
  const later = entriesSince(tx, data.product.service, createdMs).find(
    ({ clauses }) => clauses !== null && isSameHead(clauses.head, alert.clauses.head),
  );
  if (later?.clauses == null) return false;
  const clauses = mergeReasonClauses(later.clauses, alert.clauses);
  const source = later.type === "schedule_completion" ? { type, data } : later;
  const reason = englishReason(clauses, createdMs);
  updateEntry(tx, later.id, {
    type: source.type,
    data: source.data,
    reason,
    clauses,
    ruleIds: alert.ruleIds,
  });
  // Its rules may have channels that the entry's own rules lack.
  queueForChannels(tx, later.id, { ruleIds: alert.ruleIds, atMs: createdMs });
  return true;
}

function parseBody(body: string): EventEnvelope | null {
  try {
    return eventEnvelope.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

/** Deletes the ids of events that can no longer be repeated. Returns how many. */
export function purgeReceived(db: ReadDb, nowMs: number): number {
  return write(db, (tx) => deleteProcessedEventsBefore(tx, nowMs - receivedRetentionMs));
}
