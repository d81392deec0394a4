import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import { change, getRow, type ReadDb, type WriteDb } from "../store.js";

export interface StoredEvent {
  readonly id: string;
  readonly accountId: number;
  readonly type: EventType;
  readonly data: EventData;
  readonly createdMs: number;
}

export function insertEvent(tx: WriteDb, event: StoredEvent): void {
  const sql = `INSERT INTO event (id, account_id, type, data, created_at)
    VALUES (:id, :accountId, :type, :data, :createdMs)`;
  change(tx, sql, event);
}

export function eventById(db: ReadDb, id: string): StoredEvent | undefined {
  const sql = `SELECT id, account_id AS accountId, type, data AS "data:json", created_at AS createdMs
    FROM event WHERE id = ?`;
  return getRow<StoredEvent>(db, sql, id);
}

export function deleteEventsWithoutDelivery(tx: WriteDb): void {
  change(
    tx,
    "DELETE FROM event WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.event_id = event.id)",
  );
}
