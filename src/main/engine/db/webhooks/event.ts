import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import { change, getRow, type ReadDb, type WriteDb } from "../store.js";

export interface StoredEvent {
  readonly id: string;
  readonly accountId: number;
  readonly type: EventType;
  readonly data: EventData;
  readonly createdMs: number;
}

interface EventRow {
  id: string;
  account_id: number;
  type: EventType;
  data: string;
  created_at: number;
}

export function insertEvent(tx: WriteDb, event: StoredEvent): void {
  change(
    tx,
    "INSERT INTO event (id, account_id, type, data, created_at) VALUES (?, ?, ?, ?, ?)",
    event.id,
    event.accountId,
    event.type,
    JSON.stringify(event.data),
    event.createdMs,
  );
}

export function eventById(db: ReadDb, id: string): StoredEvent | undefined {
  const row = getRow<EventRow>(db, "SELECT * FROM event WHERE id = ?", id);
  if (row === undefined) return undefined;
  const { id: eventId, account_id: accountId, type, data, created_at: createdMs } = row;
  return { id: eventId, accountId, type, data: JSON.parse(data) as EventData, createdMs };
}

export function deleteEventsWithoutDelivery(tx: WriteDb): number {
  return change(
    tx,
    "DELETE FROM event WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.event_id = event.id)",
  );
}
