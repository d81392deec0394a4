import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { engineReaches, expect, goTo, killEngine, lookUp, test } from "../support/electron.js";
import { clockFile, moveClock } from "../support/moved-clock.js";

interface Fall {
  readonly service: string;
  readonly title: string;
  /** What it costs then, in dollars. */
  readonly price: number;
  /** How far the clock has to be moved for the price to have fallen. */
  readonly offsetMs: number;
}

/** Runs in a process of its own, because Playwright cannot load the sample's data files. */
function findFall(nowMs: number): Fall {
  const args = [
    "--import",
    resolve("scripts/lib/run-typescript.mjs"),
    "test/support/find-sample-fall.ts",
    String(nowMs),
  ];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Fall;
}

/** What the engine has on record of the product's alerts, and of what was sent for them. */
async function records(page: Page, service: string) {
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
  }, service);
}

function unreadOnRecord(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const inbox = await window.tidemark.invoke("engine:call", "inbox.list", {});
    return inbox.ok ? inbox.data.unread : null;
  });
}

const once = { types: ["price_drop"], due: 0, statuses: ["delivered"] };

test.describe("time passes, and a watched price falls", () => {
  const fall = findFall(Date.now());

  async function watch(page: Page): Promise<void> {
    await lookUp(page, fall.service);
    const section = page.getByRole("region", { name: "Watching" });
    await section.getByText("Hourly").click();
    await section.getByRole("button", { name: "Watch for 1 credit" }).click();
    await expect(section).toContainText("Watched hourly");
  }

  async function passTime(dataFolder: string): Promise<void> {
    moveClock(dataFolder, fall.offsetMs);
  }

  test.beforeEach(({ dataFolder }) => {
    process.env.TIDEMARK_CLOCK_FILE = clockFile(dataFolder);
  });
  test.afterEach(() => {
    delete process.env.TIDEMARK_CLOCK_FILE;
  });

  test("the window says so, the inbox has it once", async ({ dataFolder, open }) => {
    const { page } = await open();
    await engineReaches(page, "ready");
    await watch(page);
    await passTime(dataFolder);
    const notice = page.getByRole("status").filter({ hasText: fall.title });
    await expect(notice.first()).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => records(page, fall.service), { timeout: 20_000 }).toEqual(once);
    await goTo(page, "Alerts");
    await expect(page.locator(".alert-days [data-row]").filter({ hasText: fall.title })).toHaveCount(1);
  });

  test("a target that was set on the product's page is reached: the inbox says so", async ({
    dataFolder,
    open,
  }) => {
    const { page } = await open();
    await engineReaches(page, "ready");
    await watch(page);
    const section = page.getByRole("region", { name: "Alerts", exact: true });
    await expect(section).toContainText("The rules for all products apply: Any price drop · Back in stock.");
    await section.getByRole("button", { name: "Add rule" }).click();
    const dialog = page.getByRole("dialog", { name: "New rule" });
    await dialog.getByRole("spinbutton", { name: /^Target price/ }).fill(String(fall.price));
    await dialog.getByRole("button", { name: "Add rule" }).click();
    const amount = fall.price.toLocaleString("en-US", { style: "currency", currency: "USD" });
    await expect(section.getByRole("listitem")).toContainText(`Price at or below ${amount}`);
    await expect(section).toContainText("Only these count here");

    await passTime(dataFolder);
    // The product's page tells of the new price, too: the alert is the one that gives the reason.
    const alerted = page.getByRole("status").filter({ hasText: "your target of" });
    await expect(alerted.first()).toContainText(`${amount} at sample-`, { timeout: 20_000 });
    await goTo(page, "Alerts");
    const row = page.locator(".alert-days [data-row]").filter({ hasText: fall.title });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(`your target of ${amount}`);
  });

  test("the same, though the engine is killed at every step", async ({ dataFolder, open }) => {
    test.setTimeout(120_000);
    const { page } = await open();
    await engineReaches(page, "ready");
    await watch(page);
    await killEngine(page);
    await passTime(dataFolder);
    await killEngine(page);
    await expect.poll(() => records(page, fall.service), { timeout: 20_000 }).toEqual(once);
    await killEngine(page);
    await goTo(page, "Alerts");
    const rows = page.locator(".alert-days [data-row]").filter({ hasText: fall.title });
    await expect(rows).toHaveCount(1);
    await page.getByRole("button", { name: "Mark all read" }).click();
    await expect(page.getByText(/^All read of/)).toBeVisible();
    // The window says so before the engine has kept it.
    await expect.poll(() => unreadOnRecord(page)).toBe(0);
    await killEngine(page);
    await expect.poll(() => records(page, fall.service), { timeout: 20_000 }).toEqual(once);
    await page.reload();
    await goTo(page, "Alerts");
    await expect(rows).toHaveCount(1);
    await expect(page.getByText(/^All read of/)).toBeVisible();
  });
});
