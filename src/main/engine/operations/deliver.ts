import { limits } from "../../../shared/contract/requests.js";
import type { EventEnvelope } from "../../../shared/contract/webhook.js";
import { cancelDeliveries, endDelivery, postponeDelivery, type StoredDelivery } from "../db/delivery.js";
import { saveAttempt } from "../db/delivery-attempt.js";
import type { StoredEvent } from "../db/event.js";
import { attempt as attemptWithin, type WriteDb } from "../db/store.js";
import { deactivateWebhook, noteDelivered, noteFailed, noteTriggered } from "../db/webhook.js";
import { nextAttemptAt } from "../domain/delivery-times.js";
import type { PostOutcome } from "./effects.js";

/** The body of a delivery; key order is part of what is signed, so there is one place that makes it. */
export function envelopeText(envelope: EventEnvelope): string {
  const { id, event, attempt, timestamp, data } = envelope;
  return JSON.stringify({ id, event, attempt, timestamp, data });
}

export function deliveryText({ id, type, data }: StoredEvent, attempt: number, atMs: number): string {
  return envelopeText({ id, event: type, attempt, timestamp: new Date(atMs).toISOString(), data });
}

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly delivery: StoredDelivery;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: PostOutcome;
}

/** When the next attempt is due. A clock that was set back meanwhile counts from where it is: nobody waits for days. */
function retryAt(attempt: number, { startedMs, endedMs }: EndedAttempt): number | null {
  return nextAttemptAt(attempt, Math.min(startedMs, endedMs));
}

/** Books an attempt: delivered, due again, or failed for good (contract, section 3, Event delivery). */
export function bookAttempt(tx: WriteDb, ended: EndedAttempt): void {
  const { delivery, startedMs, endedMs, outcome } = ended;
  const attempt = delivery.attempts + 1;
  const { webhookId } = delivery;
  if (!book(tx, attempt, ended)) return;
  noteTriggered(tx, webhookId, startedMs);
  if (outcome.error === null) noteDelivered(tx, webhookId);
  else if (nextAttemptAt(attempt, startedMs) === null) countFailure(tx, webhookId, endedMs);
}

/** Returns whether the delivery was still wanted: it may have been cancelled or deleted meanwhile. */
function book(tx: WriteDb, attempt: number, ended: EndedAttempt): boolean {
  const { delivery, startedMs, endedMs, outcome } = ended;
  const { durationMs, responseCode, error } = outcome;
  const retryMs = error === null ? null : retryAt(attempt, ended);
  const isOpen =
    retryMs === null
      ? endDelivery(tx, delivery, {
          status: error === null ? "delivered" : "failed",
          attempts: attempt,
          atMs: endedMs,
        })
      : postponeDelivery(tx, delivery, attempt, retryMs);
  const { id: deliveryId } = delivery;
  if (isOpen) saveAttempt(tx, { deliveryId, attempt, startedMs, durationMs, responseCode, error });
  return isOpen;
}

/** Decision 31: at 50 in a row the webhook is disabled, and what was waiting is cancelled. */
function countFailure(tx: WriteDb, webhookId: string, nowMs: number): void {
  if (noteFailed(tx, webhookId) < limits.failuresBeforeDisabling) return;
  deactivateWebhook(tx, webhookId);
  cancelDeliveries(tx, webhookId, nowMs);
}

/** Books attempts that ended together; one that cannot be booked does not take the others with it. */
export function bookAttempts(
  tx: WriteDb,
  ended: readonly EndedAttempt[],
  onFault: (error: unknown, ended: EndedAttempt) => void,
): void {
  for (const each of ended) {
    try {
      attemptWithin(tx, () => bookAttempt(tx, each));
    } catch (error) {
      onFault(error, each);
    }
  }
}
