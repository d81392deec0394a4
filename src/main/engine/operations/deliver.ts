import { limits } from "../../../shared/contract/requests.js";
import type { EventEnvelope } from "../../../shared/contract/webhook.js";
import { cancelDeliveries, endDelivery, postponeDelivery, type StoredDelivery } from "../db/delivery.js";
import { saveAttempt } from "../db/delivery-attempt.js";
import type { StoredEvent } from "../db/event.js";
import { attempt as attemptWithin, type WriteDb } from "../db/store.js";
import { deactivateWebhook, noteDelivered, noteFailed, noteTriggered } from "../db/webhook.js";
import { nextAttemptAt } from "../domain/delivery-times.js";
import type { PostOutcome } from "./effects.js";

/** Serializes a delivery's body. The signature covers the key order, so no other code may build one. */
export function envelopeText(envelope: EventEnvelope): string {
  const { id, event, attempt, timestamp, data } = envelope;
  return JSON.stringify({ id, event, attempt, timestamp, data });
}

export function deliveryText({ id, type, data }: StoredEvent, attempt: number, atMs: number): string {
  return envelopeText({ id, event: type, attempt, timestamp: new Date(atMs).toISOString(), data });
}

export interface EndedAttempt {
  readonly delivery: StoredDelivery;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: PostOutcome;
}

/**
 * When the next attempt is due. Counts from the earlier time, so that a clock set back during the attempt
 * does not delay the next one by days.
 */
function retryAt(attempt: number, { startedMs, endedMs }: EndedAttempt): number | null {
  return nextAttemptAt(attempt, Math.min(startedMs, endedMs));
}

/** Records an attempt as delivered, due again or permanently failed (contract, section 3, Event delivery). */
export function bookAttempt(tx: WriteDb, ended: EndedAttempt): void {
  const { delivery, startedMs, endedMs, outcome } = ended;
  const attempt = delivery.attempts + 1;
  const { webhookId } = delivery;
  if (!book(tx, attempt, ended)) return;
  noteTriggered(tx, webhookId, startedMs);
  if (outcome.error === null) noteDelivered(tx, webhookId);
  else if (nextAttemptAt(attempt, startedMs) === null) countFailure(tx, webhookId, endedMs);
}

/** Returns `false` if the delivery was cancelled or deleted in the meantime. */
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

/** Decision 31: 50 consecutive failures disable the webhook and cancel its pending deliveries. */
function countFailure(tx: WriteDb, webhookId: string, nowMs: number): void {
  if (noteFailed(tx, webhookId) < limits.failuresBeforeDisabling) return;
  deactivateWebhook(tx, webhookId);
  cancelDeliveries(tx, webhookId, nowMs);
}

/** Records attempts that finished together. A failure to record one does not roll back the others. */
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
