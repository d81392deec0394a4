import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { callEngine } from "../support/call-engine.js";
import { expect, killEngine, test } from "../support/electron.js";
import type { Ui } from "../support/models/ui.js";
import { goTo, lookUp } from "../support/window.js";

interface PriceDrop {
  readonly productKey: string;
  readonly title: string;
  /** The price after the drop, in dollars. */
  readonly price: number;
  /** How far to move the clock for the price to have dropped. */
  readonly offsetMs: number;
}

/** Runs in a process of its own, because Playwright cannot load the sample's data files. */
function findPriceDrop(nowMs: number): PriceDrop {
  const args = [
    "--import",
    resolve("scripts/lib/run-typescript.mjs"),
    "test/support/find-sample-drop.ts",
    String(nowMs),
  ];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as PriceDrop;
}

/** The product's stored alerts, and the deliveries that caused them. */
async function readRecords(page: Page, productKey: string) {
  const { webhook_id } = await callEngine(page, "webhooks.listener", {});
  const { entries } = await callEngine(page, "inbox.list", {});
  const { due, deliveries } = await callEngine(page, "webhooks.deliveries", { webhook_id: webhook_id ?? "" });
  return {
    types: entries
      .filter(({ data }) => data.product.service === productKey)
      .map(({ type }) => type)
      .sort(),
    due,
    statuses: [...new Set(deliveries.map(({ status }) => status))],
  };
}

const alertedOnce = { types: ["price_drop"], due: 0, statuses: ["delivered"] };

test.describe("a price drop of a watched product", () => {
  const drop = findPriceDrop(Date.now());

  async function watchHourly(page: Page, ui: Ui): Promise<void> {
    await lookUp(page, drop.productKey);
    await ui.product.watchSwitch.click();
    await ui.product.setFrequency("Hourly");
  }

  test("shows a price drop in the window, and once in the inbox", async ({ clock, page, ui }) => {
    await watchHourly(page, ui);
    clock.advance(drop.offsetMs);
    const notice = ui.inbox.notice(drop.title);
    await expect(notice.first()).toBeVisible({ timeout: 40_000 });
    await expect.poll(() => readRecords(page, drop.productKey), { timeout: 40_000 }).toEqual(alertedOnce);
    await ui.inbox.open();
    await expect(ui.inbox.rows.filter({ hasText: drop.title })).toHaveCount(1);
  });

  test("alerts when a target set on the product page is reached", async ({ clock, page, ui }) => {
    await watchHourly(page, ui);
    await expect(ui.product.watching).toContainText(
      "Price drops worth knowing, from 5% · Back in stock, as for all products.",
    );
    await ui.product.target.fill(String(drop.price));
    await ui.product.watching.getByRole("button", { name: "Set target" }).click();
    const amount = drop.price.toLocaleString("en-US", { style: "currency", currency: "USD" });
    await expect(ui.product.watching).toContainText(`Target price ${amount}`);
    await expect(ui.product.watching).toContainText(
      "Price drops worth knowing, from 5% · Back in stock, as for all products.",
    );

    clock.advance(drop.offsetMs);
    // The product page announces the new price, too; only the alert gives the reason.
    const alerted = page.getByRole("status").filter({ hasText: "your target of" });
    await expect(alerted.first()).toContainText(`${amount} at sample-`, { timeout: 40_000 });
    await expect(ui.product.watching).toContainText(/Reached\. Alert sent .* at /);
    await goTo(page, "Alerts");
    const row = page.locator(".alert-days [data-row]").filter({ hasText: drop.title });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(`your target of ${amount}`);
  });

  test("alerts exactly once though the engine is killed at every step", async ({ clock, page, ui }) => {
    await watchHourly(page, ui);
    await killEngine(page);
    clock.advance(drop.offsetMs);
    await killEngine(page);
    await expect.poll(() => readRecords(page, drop.productKey), { timeout: 40_000 }).toEqual(alertedOnce);
    await killEngine(page);
    await ui.inbox.open();
    const rows = ui.inbox.rows.filter({ hasText: drop.title });
    await expect(rows).toHaveCount(1);
    await ui.inbox.markAllRead();
    await expect(page.getByText(/^All read of/)).toBeVisible();
    // The window shows the change before the engine has stored it.
    await expect.poll(async () => (await callEngine(page, "inbox.list", {})).unread).toBe(0);
    await killEngine(page);
    await expect.poll(() => readRecords(page, drop.productKey), { timeout: 40_000 }).toEqual(alertedOnce);
    await page.reload();
    await ui.inbox.open();
    await expect(rows).toHaveCount(1);
    await expect(page.getByText(/^All read of/)).toBeVisible();
  });
});
