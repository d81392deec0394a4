import { allRows, change, type ReadDb, type WriteDb } from "../store.js";

/** One attempt to post an event to a webhook, with its outcome. */
export interface StoredAttempt {
  readonly deliveryId: number;
  /** From 1. */
  readonly attempt: number;
  readonly startedMs: number;
  readonly durationMs: number;
  readonly responseCode: number | null;
  /** A sentence for the delivery log; `null` when it was delivered. */
  readonly error: string | null;
}

interface AttemptRow {
  delivery_id: number;
  attempt: number;
  started_at: number;
  duration_ms: number;
  response_code: number | null;
  error: string | null;
}

/** Replaces the row that a killed engine may have left for the same attempt. */
export function saveDeliveryAttempt(tx: WriteDb, attempt: StoredAttempt): void {
  change(
    tx,
    `INSERT OR REPLACE INTO delivery_attempt
       (delivery_id, attempt, started_at, duration_ms, response_code, error) VALUES (?, ?, ?, ?, ?, ?)`,
    attempt.deliveryId,
    attempt.attempt,
    attempt.startedMs,
    Math.round(attempt.durationMs),
    attempt.responseCode,
    attempt.error,
  );
}

export function deliveryAttempts(db: ReadDb, deliveryId: number): StoredAttempt[] {
  return allRows<AttemptRow>(
    db,
    "SELECT * FROM delivery_attempt WHERE delivery_id = ? ORDER BY attempt",
    deliveryId,
  ).map((row) => ({
    deliveryId: row.delivery_id,
    attempt: row.attempt,
    startedMs: row.started_at,
    durationMs: row.duration_ms,
    responseCode: row.response_code,
    error: row.error,
  }));
}
