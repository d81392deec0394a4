import type { EventEnvelope } from "../../src/shared/contract/webhook.js";

/** The body of a delivery, as in the contract's example. */
export function envelope(id: string, fields: Partial<EventEnvelope> = {}): EventEnvelope {
  return {
    id,
    event: "price_drop",
    attempt: 1,
    timestamp: "2026-06-15T12:00:00.000Z",
    data: {
      product: { service: "product/aurora-headphones/p1", title: "Aurora Wireless Headphones" },
      retailer: "shop.example",
      price: { current: 199.99, previous: 229.99, currency: "USD" },
      availability: null,
    },
    ...fields,
  };
}
