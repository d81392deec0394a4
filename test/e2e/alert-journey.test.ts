import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { clockFile, moveClock } from "../support/clock.js";
import { expect, killEngine, test, waitForEngine } from "../support/electron.js";
import { goTo, lookUp, watchHourly, watchPanel } from "../support/window.js";

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
  return page.evaluate(async (product) => {
    const listener = await window.tidemark.invoke("engine:call", "webhooks.listener", {});
    const webhook_id = listener.ok ? (listener.data.webhook_id ?? "") : "";
    const [inbox, log] = await Promise.all([
      window.tidemark.invoke("engine:call", "inbox.list", {}),
      window.tidemark.invoke("engine:call", "webhooks.deliveries", { webhook_id }),
    ]);
    if (!inbox.ok || !log.ok) return null;
    return {
      types: inbox.data.entries
        .filter(({ data }) => data.product.service === product)
        .map(({ type }) => type)
        .sort(),
      due: log.data.due,
      statuses: [...new Set(log.data.deliveries.map(({ status }) => status))],
    };
  }, productKey);
}

function readUnreadCount(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const inbox = await window.tidemark.invoke("engine:call", "inbox.list", {});
    return inbox.ok ? inbox.data.unread : null;
  });
}

const alertedOnce = { types: ["price_drop"], due: 0, statuses: ["delivered"] };

test.describe("a price drop of a watched product", () => {
  const drop = findPriceDrop(Date.now());

  async function watch(page: Page): Promise<void> {
    await lookUp(page, drop.productKey);
    await watchHourly(page);
  }

  async function advanceToDrop(dataFolder: string): Promise<void> {
    moveClock(dataFolder, drop.offsetMs);
  }

  test.beforeEach(({ dataFolder }) => {
    process.env.TIDEMARK_CLOCK_FILE = clockFile(dataFolder);
  });
  test.afterEach(() => {
    delete process.env.TIDEMARK_CLOCK_FILE;
  });

  test("shows a price drop in the window, and once in the inbox", async ({ dataFolder, open }) => {
    const { page } = await open();
    await waitForEngine(page, "ready");
    await watch(page);
    await advanceToDrop(dataFolder);
    const notice = page.getByRole("status").filter({ hasText: drop.title });
    await expect(notice.first()).toBeVisible({ timeout: 40_000 });
    await expect.poll(() => readRecords(page, drop.productKey), { timeout: 40_000 }).toEqual(alertedOnce);
    await goTo(page, "Alerts");
    await expect(page.locator(".alert-days [data-row]").filter({ hasText: drop.title })).toHaveCount(1);
  });

  test("alerts when a target set on the product page is reached", async ({ dataFolder, open }) => {
    const { page } = await open();
    await waitForEngine(page, "ready");
    await watch(page);
    const section = watchPanel(page);
    await expect(section).toContainText("Any price drop · Back in stock, as for all products.");
    await section.getByRole("textbox", { name: /^Target price/ }).fill(String(drop.price));
    await section.getByRole("button", { name: "Set target" }).click();
    const amount = drop.price.toLocaleString("en-US", { style: "currency", currency: "USD" });
    await expect(section).toContainText(`Target price ${amount}`);
    await expect(section).toContainText("Any price drop · Back in stock, as for all products.");

    await advanceToDrop(dataFolder);
    // The product page announces the new price, too; only the alert gives the reason.
    const alerted = page.getByRole("status").filter({ hasText: "your target of" });
    await expect(alerted.first()).toContainText(`${amount} at sample-`, { timeout: 40_000 });
    await expect(section).toContainText(/Reached\. Alert sent .* at /);
    await goTo(page, "Alerts");
    const row = page.locator(".alert-days [data-row]").filter({ hasText: drop.title });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(`your target of ${amount}`);
  });

  test("alerts exactly once though the engine is killed at every step", async ({ dataFolder, open }) => {
    const { page } = await open();
    await waitForEngine(page, "ready");
    await watch(page);
    await killEngine(page);
    await advanceToDrop(dataFolder);
    await killEngine(page);
    await expect.poll(() => readRecords(page, drop.productKey), { timeout: 40_000 }).toEqual(alertedOnce);
    await killEngine(page);
    await goTo(page, "Alerts");
    const rows = page.locator(".alert-days [data-row]").filter({ hasText: drop.title });
    await expect(rows).toHaveCount(1);
    await page.getByRole("button", { name: "Mark all read" }).click();
    await expect(page.getByText(/^All read of/)).toBeVisible();
    // The window shows the change before the engine has stored it.
    await expect.poll(() => readUnreadCount(page)).toBe(0);
    await killEngine(page);
    await expect.poll(() => readRecords(page, drop.productKey), { timeout: 40_000 }).toEqual(alertedOnce);
    await page.reload();
    await goTo(page, "Alerts");
    await expect(rows).toHaveCount(1);
    await expect(page.getByText(/^All read of/)).toBeVisible();
  });
});
