import type { EventData, EventType } from "../../../../shared/contract/webhook.js";
import { allRows, type ReadDb } from "../store.js";
import type { DeliveryStatus } from "./delivery.js";

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

interface LogRow {
  id: number;
  event_id: string;
  type: EventType;
  data: string;
  status: DeliveryStatus;
  due_at: number;
  created_at: number;
}

/** The newest deliveries to a webhook, newest first. */
export function deliveryLog(db: ReadDb, webhookId: string, limit: number): LoggedDelivery[] {
  return allRows<LogRow>(
    db,
    `SELECT d.id, d.event_id, e.type, e.data, d.status, d.due_at, e.created_at
     FROM delivery d JOIN event e ON e.id = d.event_id
     WHERE d.webhook_id = ? ORDER BY d.id DESC LIMIT ?`,
    webhookId,
    limit,
  ).map((row) => ({
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    productTitle: (JSON.parse(row.data) as EventData).product.title,
    status: row.status,
    dueMs: row.due_at,
    createdMs: row.created_at,
  }));
}
