import type { WatchRow } from "../../src/shared/app/watch.js";

/** A watched product with default values. */
export function createWatchRow(patch: Partial<WatchRow> = {}): WatchRow {
  return {
    product_key: "product/kettle/1",
    title: "Kettle",
    image: null,
    category: null,
    brand: null,
    tags: [],
    best: { price: 45, currency: "USD", retailer: "shop.example" },
    is_in_stock: true,
    elsewhere: null,
    entered_at: null,
    change_since_yesterday: 0,
    below_median30: 0,
    change_since_added: null,
    low: 40,
    high: 80,
    usual_low: 50,
    usual_high: 60,
    grade: "B",
    is_lowest_ever: false,
    target: null,
    retailers: ["shop.example"],
    schedule: "daily",
    retailer: null,
    next_check_at: "2026-06-15T15:00:00.000Z",
    last_check_at: "2026-06-15T10:00:00.000Z",
    is_running: false,
    added_at: "2026-06-01T10:00:00.000Z",
    snoozed_until: null,
    health: {
      state: "ok",
      outcome: "ok",
      failures: 0,
      last_good_at: "2026-06-15T10:00:00.000Z",
      retailer: null,
      is_everywhere: false,
    },
    ...patch,
  };
}
