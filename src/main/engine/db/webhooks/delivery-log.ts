import type { EventType } from "../../../../shared/contract/webhook.js";
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

/** The newest deliveries to a webhook, newest first. */
export function deliveryLog(db: ReadDb, webhookId: string, limit: number): LoggedDelivery[] {
  return allRows(
    db,
    `SELECT d.id, d.event_id AS eventId, e.type, e.data ->> '$.product.title' AS productTitle, d.status,
       d.due_at AS dueMs, e.created_at AS createdMs
     FROM delivery d JOIN event e ON e.id = d.event_id
     WHERE d.webhook_id = ? ORDER BY d.id DESC LIMIT ?`,
    webhookId,
    limit,
  );
}
