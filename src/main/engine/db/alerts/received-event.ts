import type { EventEnvelope } from "../../../../shared/contract/webhook.js";
import { change, getRow, type ReadDb, type WriteDb } from "../store.js";

/** An accepted event that is not yet processed. */
export interface UnprocessedEvent {
  readonly id: string;
  /** The delivery's body, as sent. */
  readonly body: string;
  readonly receivedMs: number;
}

/** Returns whether the id is new. The id alone identifies an event (contract §6 rule 2). */
export function insertReceivedEvent(tx: WriteDb, event: UnprocessedEvent): boolean {
  const sql = `INSERT INTO received_event (id, body, received_at) VALUES (:id, :body, :receivedMs)
    ON CONFLICT (id) DO NOTHING`;
  return change(tx, sql, event) === 1;
}

/** The oldest one whose product is not snoozed. */
export function oldestUnprocessedEvent(db: ReadDb, nowMs: number): UnprocessedEvent | undefined {
  const sql = `SELECT id, body, received_at AS receivedMs FROM received_event
    WHERE body IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM alert_snooze s JOIN product p ON p.id = s.product_id
      WHERE s.until > ? AND json_valid(body) AND p.service = json_extract(body, '$.data.product.service'))
    ORDER BY received_at, rowid LIMIT 1`;
  return getRow(db, sql, nowMs);
}

/** Whether the first attempt of an event of the same type, product and shop is waiting. */
export function hasWaitingEvent(
  db: ReadDb,
  { event, data: { product, retailer } }: Pick<EventEnvelope, "event" | "data">,
): boolean {
  const sql = `SELECT 1 FROM received_event WHERE body IS NOT NULL AND json_valid(body)
    AND body ->> '$.event' = ? AND body ->> '$.data.product.service' = ? AND body ->> '$.data.retailer' IS ?
    AND body ->> '$.attempt' = 1 LIMIT 1`;
  return getRow(db, sql, event, product.service, retailer) !== undefined;
}

/** Marks an event as processed. Its id stays, so that a repeat is recognised. */
export function markEventProcessed(tx: WriteDb, id: string): void {
  change(tx, "UPDATE received_event SET body = NULL WHERE id = ?", id);
}
