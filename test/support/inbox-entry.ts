import type { InboxEntry } from "../../src/shared/app/alerts.js";

/** An unread alert about a price drop with default values. */
export function createInboxEntry(id: number, patch: Partial<InboxEntry> = {}): InboxEntry {
  return {
    id,
    event_id: `evt_${id}`,
    type: "price_drop",
    is_test: false,
    data: {
      product: { service: `product/lamp/${id}`, title: `Lamp ${id}`, image: "https://img.example/lamp.png" },
      retailer: "shop.example",
      price: { current: 40, previous: 50, currency: "USD" },
      availability: null,
    },
    received_at: "2026-05-04T10:00:00.000Z",
    read_at: null,
    reason: `$40.00 at shop.example, 20% under the price before`,
    clauses: null,
    ...patch,
  };
}
