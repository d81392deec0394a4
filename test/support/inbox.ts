import type { InboxEntry } from "../../src/shared/app/alerts.js";
import type { Product } from "../../src/shared/contract/product.js";
import { push, type RunningApp } from "./electron.js";

/** An entry as the engine tells of it; what a test does not care about is filled in. */
export function inboxEntry(
  id: number,
  product: Pick<Product, "service" | "title">,
  change: Partial<InboxEntry> = {},
): InboxEntry {
  return {
    id,
    event_id: `evt_${id}`,
    type: "price_drop",
    is_test: false,
    data: {
      product: { service: product.service, title: product.title },
      retailer: "sample-market.example",
      price: { current: 249.99, previous: 299.99, currency: "USD" },
      availability: { current: "in", previous: "in" },
    },
    reason: null,
    clauses: null,
    received_at: new Date().toISOString(),
    read_at: null,
    ...change,
  };
}

/** One of each kind, over three days, some of them read; told oldest first, as they would arrive. */
export async function fillInbox(tidemark: RunningApp, products: readonly Product[]): Promise<void> {
  const [one, two, three, four] = products as [Product, Product, Product, Product];
  // By the day, as the inbox groups them: hours ago are of another day at another time of the day.
  const dayAt = (daysAgo: number, hour: number) => {
    const day = new Date();
    day.setDate(day.getDate() - daysAgo);
    day.setHours(hour, 0, 0, 0);
    return day.toISOString();
  };
  const read = (daysAgo: number, hour: number) => ({
    received_at: dayAt(daysAgo, hour),
    read_at: dayAt(daysAgo, hour + 1),
  });
  const base = inboxEntry(0, one).data;
  const entries = [
    inboxEntry(1, two, read(3, 10)),
    inboxEntry(2, three, {
      type: "schedule_completion",
      data: { ...inboxEntry(2, three).data, retailer: null, availability: null },
      ...read(3, 12),
    }),
    inboxEntry(3, four, {
      type: "availability_change",
      data: { ...inboxEntry(3, four).data, availability: { current: "out", previous: "in" } },
      ...read(1, 12),
    }),
    inboxEntry(
      4,
      { service: "product/test-event/0000000000", title: "Test event: a made-up product" },
      {
        is_test: true,
        data: {
          ...base,
          product: { service: "product/test-event/0000000000", title: "Test event: a made-up product" },
        },
      },
    ),
    inboxEntry(5, one, {
      type: "availability_change",
      data: { ...base, availability: { current: "in", previous: "out" } },
    }),
    inboxEntry(6, two, {
      reason:
        "$249.99 at sample-market.example, under your target of $260.00, 18% under its 30-day median, lowest since March 3",
    }),
  ];
  for (const entry of entries) await push(tidemark, "engine:event", { kind: "inbox", entry });
}
