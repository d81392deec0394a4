import type { Delivery } from "../../../../shared/app/alerts.js";
import { allRows, change, type ReadDb, type WriteDb } from "../store.js";

/** One attempt to post an event to a webhook, with its outcome. */
interface NewAttempt {
  readonly deliveryId: number;
  /** From 1. */
  readonly attempt: number;
  readonly startedMs: number;
  readonly durationMs: number;
  readonly responseCode: number | null;
  /** A sentence for the delivery log; `null` when it was delivered. */
  readonly error: string | null;
}

/** Replaces the row that a killed engine may have left for the same attempt. */
export function saveDeliveryAttempt(tx: WriteDb, attempt: NewAttempt): void {
  change(
    tx,
    `INSERT OR REPLACE INTO delivery_attempt (delivery_id, attempt, started_at, duration_ms, response_code, error)
     VALUES (:deliveryId, :attempt, :startedMs, round(:durationMs), :responseCode, :error)`,
    attempt,
  );
}

export function deliveryAttempts(db: ReadDb, deliveryId: number): Delivery["attempts"] {
  const sql = `SELECT attempt, started_at AS "started_at:time", duration_ms, response_code, error
    FROM delivery_attempt WHERE delivery_id = ? ORDER BY attempt`;
  return allRows(db, sql, deliveryId);
}
