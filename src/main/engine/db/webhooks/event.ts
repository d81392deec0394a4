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
  const sql = "INSERT INTO event (id, account_id, type, data, created_at) VALUES (?, ?, ?, ?, ?)";
  change(tx, sql, event.id, event.accountId, event.type, JSON.stringify(event.data), event.createdMs);
}

export function eventById(db: ReadDb, id: string): StoredEvent | undefined {
  const sql =
    "SELECT id, account_id AS accountId, type, data, created_at AS createdMs FROM event WHERE id = ?";
  const row = getRow<Omit<StoredEvent, "data"> & { readonly data: string }>(db, sql, id);
  return row && { ...row, data: JSON.parse(row.data) as EventData };
}

export function deleteEventsWithoutDelivery(tx: WriteDb): number {
  return change(
    tx,
    "DELETE FROM event WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.event_id = event.id)",
  );
}
