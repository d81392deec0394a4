import type { EventType } from "../../../../shared/contract/webhook.js";
import { allRows, allValues, change, getRow, getValue, insert, type ReadDb, type WriteDb } from "../store.js";

export type DeliveryStatus = "due" | "delivered" | "failed" | "cancelled";

export interface StoredDelivery {
  readonly id: number;
  readonly webhookId: string;
  readonly eventId: string;
  readonly status: DeliveryStatus;
  /** Finished attempts. */
  readonly attempts: number;
  readonly dueMs: number;
}

const deliverySql = `SELECT id, webhook_id AS webhookId, event_id AS eventId, status, attempts, due_at AS dueMs
  FROM delivery`;

export function insertDelivery(tx: WriteDb, webhookId: string, eventId: string, dueMs: number): number {
  const sql = "INSERT INTO delivery (webhook_id, event_id, status, due_at) VALUES (?, ?, 'due', ?)";
  return insert(tx, sql, webhookId, eventId, dueMs);
}

/** Deliveries to one webhook that are due by `nowMs`, earliest due first. */
export function dueDeliveries(db: ReadDb, webhookId: string, nowMs: number, limit: number): StoredDelivery[] {
  const where = "WHERE webhook_id = ? AND status = 'due' AND due_at <= ? ORDER BY due_at, id LIMIT ?";
  return allRows(db, `${deliverySql} ${where}`, webhookId, nowMs, limit);
}

/** Ids of the webhooks with a delivery due by `nowMs`. */
export function webhooksWithDueDeliveries(db: ReadDb, nowMs: number): string[] {
  const sql = `SELECT id FROM webhook w WHERE EXISTS (
      SELECT 1 FROM delivery d WHERE d.webhook_id = w.id AND d.status = 'due' AND d.due_at <= ?)`;
  return allValues<string>(db, sql, nowMs);
}

/** The newest delivery of an event to a webhook: the event may have been sent again. */
export function latestDelivery(db: ReadDb, webhookId: string, eventId: string): StoredDelivery | undefined {
  const where = "WHERE event_id = ? AND webhook_id = ? ORDER BY id DESC LIMIT 1";
  return getRow<StoredDelivery>(db, `${deliverySql} ${where}`, eventId, webhookId);
}

/** The earliest due time of all pending deliveries; `null` if none is pending. */
export function earliestDueMs(db: ReadDb): number | null {
  const sql = "SELECT min(due_at) AS due_at FROM delivery WHERE status = 'due'";
  return getValue<number>(db, sql) ?? null;
}

/** The first due time after `nowMs`; `null` if there is none. */
export function nextDeliveryDueMs(db: ReadDb, nowMs: number): number | null {
  const sql = `SELECT min((SELECT due_at FROM delivery d WHERE d.webhook_id = w.id AND d.status = 'due' AND d.due_at > ?
    ORDER BY d.due_at LIMIT 1)) FROM webhook w`;
  return getValue<number>(db, sql, nowMs) ?? null;
}

export function countPendingDeliveries(db: ReadDb, webhookId: string): number {
  const sql = "SELECT count(*) FROM delivery WHERE webhook_id = ? AND status = 'due'";
  return getValue<number>(db, sql, webhookId) ?? 0;
}

/** Includes the event id, because row ids are reused after a deletion and differ after a restore. */
export type DeliveryKey = Pick<StoredDelivery, "id" | "eventId">;

/** Ends a pending delivery; returns whether it was still pending. */
export function endDelivery(
  tx: WriteDb,
  { id, eventId }: DeliveryKey,
  outcome: { readonly status: "delivered" | "failed"; readonly attempts: number; readonly atMs: number },
): boolean {
  const sql = `UPDATE delivery SET status = ?, attempts = ?, ended_at = ?
    WHERE id = ? AND event_id = ? AND status = 'due'`;
  return change(tx, sql, outcome.status, outcome.attempts, outcome.atMs, id, eventId) === 1;
}

/** Schedules the next attempt; returns whether the delivery was still pending. */
export function postponeDelivery(
  tx: WriteDb,
  { id, eventId }: DeliveryKey,
  attempts: number,
  dueMs: number,
): boolean {
  const sql = "UPDATE delivery SET attempts = ?, due_at = ? WHERE id = ? AND event_id = ? AND status = 'due'";
  return change(tx, sql, attempts, dueMs, id, eventId) === 1;
}

export function cancelDeliveries(tx: WriteDb, webhookId: string, atMs: number): number {
  return change(
    tx,
    "UPDATE delivery SET status = 'cancelled', ended_at = ? WHERE webhook_id = ? AND status = 'due'",
    atMs,
    webhookId,
  );
}

/** Cancels what has been due since before a time. */
export function cancelDeliveriesBefore(tx: WriteDb, beforeMs: number, atMs: number): void {
  const sql = "UPDATE delivery SET status = 'cancelled', ended_at = ? WHERE status = 'due' AND due_at < ?";
  change(tx, sql, atMs, beforeMs);
}

/** A delivery with its event. */
export interface LoggedDelivery {
  readonly id: number;
  readonly eventId: string;
  readonly type: EventType;
  readonly productTitle: string;
  readonly status: DeliveryStatus;
  readonly dueMs: number;
  readonly createdMs: number;
}

/** The newest deliveries to a webhook, newest first. */
export function deliveryLog(db: ReadDb, webhookId: string, limit: number): LoggedDelivery[] {
  const sql = `SELECT d.id, d.event_id AS eventId, e.type, e.data ->> '$.product.title' AS productTitle, d.status,
      d.due_at AS dueMs, e.created_at AS createdMs
    FROM delivery d JOIN event e ON e.id = d.event_id
    WHERE d.webhook_id = ? ORDER BY d.id DESC LIMIT ?`;
  return allRows(db, sql, webhookId, limit);
}
