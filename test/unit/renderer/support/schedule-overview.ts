import type { ScheduleOverview } from "../../../../src/shared/app/alerts.js";

/** A schedule with what a test does not care about filled in. */
export function scheduleOverview(change: Partial<ScheduleOverview> = {}): ScheduleOverview {
  return {
    product_key: "product/kettle/1",
    title: "Kettle",
    category: null,
    image: null,
    best: { price: 45, currency: "USD", retailer: "shop.example" },
    schedule: "daily",
    retailer: null,
    next_check_at: "2026-06-15T15:00:00.000Z",
    last_check_at: "2026-06-15T10:00:00.000Z",
    is_running: false,
    checked_retailers: ["shop.example"],
    checks: [],
    ...change,
  };
}
