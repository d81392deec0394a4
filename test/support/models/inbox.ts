import type { InboxEntry } from "../../../src/shared/app/alerts.js";
import type { Product } from "../../../src/shared/contract/product.js";
import type { RunningApp } from "../electron.js";
import { createInboxEntry } from "../inbox-entry.js";
import { goTo, pushToWindow } from "../window.js";
import { PageModel } from "./page-model.js";

/** The alerts, with the rules for all products beside them. */
export class Inbox extends PageModel {
  readonly rows = this.page.locator(".alert-days [data-row]");
  /** Shown instead of an empty inbox. */
  readonly empty = this.page.getByRole("heading", { name: "No alerts yet" });
  /** Says what has just arrived, wherever the shopper is. */
  notice(text: string) {
    return this.page.getByRole("status").filter({ hasText: text });
  }

  async open(): Promise<void> {
    await goTo(this.page, "Alerts");
  }

  async openRules(): Promise<void> {
    await this.open();
    await this.page.getByText("Rules", { exact: true }).click();
  }

  async markAllRead(): Promise<void> {
    await this.page.getByRole("button", { name: "Mark all read" }).click();
  }
}

/** An inbox entry as the engine sends it, with defaults for the fields that a test does not set. */
export function inboxEntry(
  id: number,
  product: Pick<Product, "service" | "title" | "images">,
  change: Partial<InboxEntry> = {},
): InboxEntry {
  return createInboxEntry(id, {
    data: {
      product: { service: product.service, title: product.title, image: product.images?.[0] },
      retailer: "sample-market.example",
      price: { current: 249.99, previous: 299.99, currency: "USD" },
      availability: { current: "in", previous: "in" },
    },
    reason: null,
    received_at: new Date().toISOString(),
    ...change,
  });
}

/** Entries of each kind, spread over three days and partly read, oldest first. */
export function inboxEntries(products: readonly Product[]): InboxEntry[] {
  const [one, two, three, four] = products as [Product, Product, Product, Product];
  // Counted in days, as the inbox groups them: a few hours ago may be today or yesterday.
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
  return [
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
      clauses: {
        head: { kind: "price", price: 249.99, currency: "USD", retailer: "sample-market.example" },
        clauses: [
          { kind: "target", price: 260, currency: "USD", is_under: true },
          { kind: "under_median30", percent: 18 },
          { kind: "lowest_since", at: dayAt(260, 12) },
        ],
      },
    }),
  ];
}

/** Pushes these entries to the window. */
export async function fillInbox(tidemark: RunningApp, products: readonly Product[]): Promise<void> {
  for (const entry of inboxEntries(products))
    await pushToWindow(tidemark, "engine:event", { kind: "inbox", entry });
}
