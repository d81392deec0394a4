import { limits } from "../../../../shared/contract/limits.js";
import type { EventEnvelope } from "../../../../shared/contract/webhook.js";
import type { WriteDb } from "../../db/store.js";
import {
  cancelDeliveries,
  endDelivery,
  postponeDelivery,
  type StoredDelivery,
} from "../../db/webhooks/delivery.js";
import { saveDeliveryAttempt } from "../../db/webhooks/delivery-attempt.js";
import type { StoredEvent } from "../../db/webhooks/event.js";
import { countWebhookFailure, deactivateWebhook, saveWebhookTriggered } from "../../db/webhooks/webhook.js";
import { nextAttemptDueMs } from "../../domain/delivery-retries.js";
import type { PostOutcome } from "../request/effects.js";

/** Serializes a delivery's body. The signature covers the key order, so no other code may build one. */
export function serializeEnvelope(envelope: EventEnvelope): string {
  const { id, event, attempt, timestamp, data } = envelope;
  return JSON.stringify({ id, event, attempt, timestamp, data });
}

export function serializeDelivery({ id, type, data }: StoredEvent, attempt: number, atMs: number): string {
  return serializeEnvelope({ id, event: type, attempt, timestamp: new Date(atMs).toISOString(), data });
}

export interface FinishedAttempt {
  readonly delivery: StoredDelivery;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: PostOutcome;
}

/**
 * When the next attempt is due. Counts from the earlier time, so that a clock set back during the attempt
 * does not delay the next one by days.
 */
function nextRetryMs(attempt: number, { startedMs, endedMs }: FinishedAttempt): number | null {
  return nextAttemptDueMs(attempt, Math.min(startedMs, endedMs));
}

/** Records an attempt as delivered, due again or permanently failed (contract, section 3, Event delivery). */
export function recordAttempt(tx: WriteDb, finished: FinishedAttempt): void {
  const { delivery, startedMs, endedMs, outcome } = finished;
  const attempt = delivery.attempts + 1;
  const { webhookId } = delivery;
  if (!recordOutcome(tx, attempt, finished)) return;
  const isDelivered = outcome.error === null;
  saveWebhookTriggered(tx, webhookId, { atMs: startedMs, isDelivered });
  if (!isDelivered && nextAttemptDueMs(attempt, startedMs) === null)
    countPermanentFailure(tx, webhookId, endedMs);
}

/** Returns `false` if the delivery was cancelled or deleted in the meantime. */
function recordOutcome(tx: WriteDb, attempt: number, finished: FinishedAttempt): boolean {
  const { delivery, startedMs, endedMs, outcome } = finished;
  const { durationMs, responseCode, error } = outcome;
  const retryMs = error === null ? null : nextRetryMs(attempt, finished);
  const wasOpen =
    retryMs === null
      ? endDelivery(tx, delivery, {
          status: error === null ? "delivered" : "failed",
          attempts: attempt,
          atMs: endedMs,
        })
      : postponeDelivery(tx, delivery, attempt, retryMs);
  const { id: deliveryId } = delivery;
  if (wasOpen) saveDeliveryAttempt(tx, { deliveryId, attempt, startedMs, durationMs, responseCode, error });
  return wasOpen;
}

/** Decision 31: 50 consecutive failures disable the webhook and cancel its pending deliveries. */
function countPermanentFailure(tx: WriteDb, webhookId: string, nowMs: number): void {
  if (countWebhookFailure(tx, webhookId) < limits.failuresBeforeDisabling) return;
  deactivateWebhook(tx, webhookId);
  cancelDeliveries(tx, webhookId, nowMs);
}
