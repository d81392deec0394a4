import type { InboxEntry } from "../../../shared/app/alerts.js";
import { type EventEnvelope, eventEnvelope } from "../../../shared/contract/webhook.js";
import { eventById } from "../db/event.js";
import { hasEntry, insertEntry } from "../db/inbox.js";
import {
  deleteReceivedBefore,
  dropBody,
  insertReceived,
  oldestWaiting,
  type WaitingEvent,
} from "../db/received-event.js";
import { type ReadDb, type WriteDb, write } from "../db/store.js";
import { DAY_MS } from "../domain/clock.js";
import { testEventPrefix } from "../domain/random-text.js";
import { judgeEvent } from "./alerts/judge-event.js";
import type { OperationContext } from "./context.js";

type ReceiveContext = Pick<OperationContext, "db" | "clock" | "log">;

/** The last retry of an event comes within three hours (decision 31). */
const rememberedMs = 30 * DAY_MS;

export type Acceptance = "new" | "repeated";

/**
 * Keeps a verified event. Whoever sent it may be told so once this has returned: a killed process does not lose it.
 * It does not wait for the disk, because the sender's own note of the delivery comes later in the same log: a power
 * cut that takes the event takes the note as well, and the event is sent again.
 */
export function acceptEvent(context: ReceiveContext, { id }: EventEnvelope, rawBody: string): Acceptance {
  const waiting: WaitingEvent = { id, body: rawBody, receivedMs: context.clock.now() };
  return write(context.db, (tx) => (insertReceived(tx, waiting) ? "new" : "repeated"));
}

/**
 * Turns what has been accepted into entries of the inbox, oldest first: one for each event that a rule wants, whatever
 * ends halfway. Decision, what the rules remember, and entry are one transaction. Each is handed out as soon as it is kept, so that a failure at the next does not hide it.
 */
export function* workOnReceived(context: ReceiveContext): Generator<InboxEntry, void> {
  for (;;) {
    const waiting = oldestWaiting(context.db);
    if (waiting === undefined) return;
    const entry = write(context.db, (tx) => workOn(context, tx, waiting));
    if (entry !== null) yield entry;
  }
}

const noReason = { reason: null, clauses: null, ruleIds: [] };

function workOn({ log, clock }: ReceiveContext, tx: WriteDb, waiting: WaitingEvent): InboxEntry | null {
  dropBody(tx, waiting.id);
  const envelope = readBody(waiting.body);
  if (envelope === null) {
    // It passed when it was accepted, by a version that knew another form. Keeping it would hold up all others.
    log.info("A received event is of no form that this version knows; it was passed over.");
    return null;
  }
  const { event: type, data } = envelope;
  const { id: eventId, receivedMs } = waiting;
  if (eventId.startsWith(testEventPrefix))
    return insertEntry(tx, { eventId, type, isTest: true, data, ...noReason, receivedMs });
  // What comes again after its id was forgotten has had its say.
  if (hasEntry(tx, eventId)) return null;
  const madeMs = eventById(tx, eventId)?.createdMs ?? null;
  const alert = judgeEvent(tx, { type, data, madeMs }, clock.now());
  return alert === null
    ? null
    : insertEntry(tx, { eventId, type, isTest: false, data, ...alert, receivedMs });
}

function readBody(body: string): EventEnvelope | null {
  try {
    return eventEnvelope.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

/** Forgets ids whose repeats can no longer come. Returns how many. */
export function purgeReceived(db: ReadDb, nowMs: number): number {
  return write(db, (tx) => deleteReceivedBefore(tx, nowMs - rememberedMs));
}
