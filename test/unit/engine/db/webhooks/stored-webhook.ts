import { type ReadDb, type WriteDb, write } from "../../../../../src/main/engine/db/store.js";
import { insertDelivery } from "../../../../../src/main/engine/db/webhooks/delivery.js";
import { insertEvent } from "../../../../../src/main/engine/db/webhooks/event.js";
import { insertWebhook, type NewWebhook } from "../../../../../src/main/engine/db/webhooks/webhook.js";

/** Inserts a webhook of the first account. */
export function newWebhook(db: ReadDb, overrides: Partial<NewWebhook> = {}): void {
  write(db, (tx) =>
    insertWebhook(tx, {
      id: "wh",
      accountId: 1,
      url: "https://hooks.example/",
      events: ["price_drop"],
      isActive: true,
      secret: Buffer.of(0),
      isLocal: false,
      createdMs: 0,
      ...overrides,
    }),
  );
}

/** Inserts an event with a delivery to a webhook. Returns the delivery's row id. */
export function insertTestDelivery(tx: WriteDb, webhookId: string, eventId: string, dueMs: number): number {
  const product = { service: "product/p/1", title: "P" };
  const data = { product, retailer: null, price: null, availability: null };
  insertEvent(tx, { id: eventId, accountId: 1, type: "price_drop", data, createdMs: 0 });
  return insertDelivery(tx, webhookId, eventId, dueMs);
}
