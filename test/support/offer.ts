import type { Offer } from "../../src/shared/contract/offer.js";

/** A new offer in stock with default values. */
export function createOffer(patch: Partial<Offer> = {}): Offer {
  return {
    id: "o1",
    retailer: "shop.example",
    price: 10,
    currency: "USD",
    availability: "in",
    condition: "new",
    condition_grade: null,
    URL: "https://shop.example/p",
    seller: null,
    is_marketplace: false,
    timestamp: "2026-01-20T00:00:00.000Z",
    history: [],
    ...patch,
  };
}
