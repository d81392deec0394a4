import type { InboxEntry } from "../../../../shared/app/alerts.js";
import type { ChannelSummary } from "../../../../shared/app/channels.js";
import { nextCollectionMs } from "../../../../shared/collection.js";
import { quietMsLeft } from "../../../../shared/quiet-hours.js";
import { groupAlerts, groupingMs } from "../../../../shared/texts/alert-notices.js";
import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { entriesByIds } from "../../db/alerts/inbox.js";
import { allChannels, type StoredChannel } from "../../db/channels/channel.js";
import {
  entryIdsOfMessage,
  insertMessage,
  openMessage,
  queuedAlerts,
  type StoredMessage,
  updateMessage,
} from "../../db/channels/channel-message.js";
import { type ReadDb, type WriteDb, write, writeDurably } from "../../db/store.js";
import {
  decideAfterCrash,
  decideNext,
  type NextStep,
  type SendOutcome,
} from "../../domain/channels/outcome.js";
import { newMessageId } from "../../domain/random-text.js";
import type { OperationContext } from "../request/context.js";

type OutboxContext = Pick<OperationContext, "db" | "clock" | "randomBytes">;

/** When a channel has something to send: at a time, which may have passed, or never (`null`). */
export function nextSendMs(db: ReadDb, channel: StoredChannel, nowMs: number): number | null {
  const dueMs = nextDueMs(db, channel);
  if (dueMs === null) return null;
  const sendMs = Math.max(dueMs, nowMs);
  return sendMs + quietMsLeft(channel.quietHours, new Date(sendMs));
}

function nextDueMs(db: ReadDb, { id, collect }: StoredChannel): number | null {
  const open = openMessage(db, id);
  if (open !== undefined) return open.dueMs;
  const [oldest] = queuedAlerts(db, id);
  if (oldest === undefined) return null;
  return collect === "at-once" ? oldest.queuedMs + groupingMs : nextCollectionMs(collect, oldest.queuedMs);
}

/** When a channel's waiting alerts are sent, with the error of the last attempt; `null` if none wait. */
export function nextAttempt(
  db: ReadDb,
  channel: StoredChannel,
  nowMs: number,
): ChannelSummary["next_attempt"] {
  const sendMs = nextSendMs(db, channel, nowMs);
  if (sendMs === null) return null;
  const { error = null, action = null } = openMessage(db, channel.id) ?? {};
  return { at: new Date(sendMs).toISOString(), error, action };
}

/** A message that may be sent now, and its alerts. */
export interface ClaimedMessage {
  readonly message: StoredMessage;
  readonly entries: readonly [InboxEntry, ...InboxEntry[]];
}

/** Turns the queued alerts into messages: one each, or one for many, or for all that were collected. */
function createMessages(
  { randomBytes }: OutboxContext,
  tx: WriteDb,
  { id: channelId, collect }: StoredChannel,
  nowMs: number,
): void {
  const queued = queuedAlerts(tx, channelId);
  const groups = collect === "at-once" || queued.length === 0 ? groupAlerts(queued) : [queued];
  for (const alerts of groups)
    insertMessage(
      tx,
      { channelId, publicId: newMessageId(randomBytes), createdMs: nowMs },
      alerts.map(({ entryId }) => entryId),
    );
}

/**
 * Claims a channel's next message in a commit of its own, so that an engine that ends while it sends leaves a trace.
 * Waits for the disk: after a power cut, too, the message must not be sent as if for the first time. Returns `null` if
 * nothing is due.
 */
export function claimMessage(context: OutboxContext, channel: StoredChannel): ClaimedMessage | null {
  return writeDurably(context.db, (tx) => {
    const nowMs = context.clock.now();
    if (openMessage(tx, channel.id) === undefined) createMessages(context, tx, channel, nowMs);
    const open = openMessage(tx, channel.id);
    if (open === undefined || open.status !== "due" || open.dueMs > nowMs) return null;
    const [first, ...others] = entriesByIds(tx, entryIdsOfMessage(tx, open.id));
    if (first === undefined) {
      const gone = {
        error: said.alertDeleted,
        action: said.nothingToDo,
      };
      updateMessage(tx, afterStep(open, { status: "failed", ...gone }, nowMs));
      return null;
    }
    const message: StoredMessage = { ...open, status: "sending", attempts: open.attempts + 1 };
    updateMessage(tx, message);
    return { message, entries: [first, ...others] };
  });
}

function afterStep(message: StoredMessage, step: NextStep, nowMs: number): StoredMessage {
  const { error = null, action = null, ...rest } = { error: undefined, action: undefined, ...step };
  return rest.status === "due"
    ? { ...message, status: "due", dueMs: rest.dueMs, error, action }
    : { ...message, status: rest.status, endedMs: nowMs, error, action };
}

/** Records the outcome of an attempt. A channel that was removed in the meantime took its messages along. */
export function recordOutcome(
  { db, clock }: OutboxContext,
  { kind }: StoredChannel,
  message: StoredMessage,
  outcome: SendOutcome,
): void {
  const nowMs = clock.now();
  const { attempts: attempt, createdMs } = message;
  const step = decideNext(outcome, { kind, attempt, createdMs, nowMs });
  write(db, (tx) => updateMessage(tx, afterStep(message, step, nowMs)));
}

/** Decides about the messages that an engine was sending when it ended. Call it before any message is claimed. */
export function recoverMessages({ db, clock }: OutboxContext): void {
  const nowMs = clock.now();
  const interrupted = allChannels(db).flatMap(({ id, kind }) => {
    const message = openMessage(db, id);
    return message?.status === "sending" ? [{ message, step: decideAfterCrash(kind, nowMs) }] : [];
  });
  if (interrupted.length === 0) return;
  write(db, (tx) => {
    for (const { message, step } of interrupted) updateMessage(tx, afterStep(message, step, nowMs));
  });
}
