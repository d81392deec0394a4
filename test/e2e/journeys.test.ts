import type { Page } from "@playwright/test";
import { HOUR_MS } from "../../src/shared/time.js";
import { clockFile, moveClock } from "../support/clock.js";
import { importProduct } from "../support/command-line.js";
import { expect, test, waitForEngine } from "../support/electron.js";
import { soldOut } from "../support/price-history.js";
import { startShopSite } from "../support/shop-site.js";
import {
  addLink,
  checkHourly,
  expectAccessible,
  findSampleProducts,
  goTo,
  openSettings,
  photograph,
} from "../support/window.js";

function rows(page: Page) {
  return page.getByRole("grid", { name: "Watched products" }).locator("[data-product]");
}

test("manages a hundred watched products at once", async ({ tidemark }) => {
  const { page, dataFolder } = tidemark;
  // Every sample product may be in stock.
  const gone = await importProduct(dataFolder, soldOut(Date.now()));
  const found = await Promise.all(
    ["headphones", "laptop", "kitchen", "monitor", "toy"].map((words) =>
      findSampleProducts(page, words, 100),
    ),
  );
  const ids = [...new Set([gone, ...found.flat().map(({ service: productKey }) => productKey)])].slice(
    0,
    100,
  );
  expect(ids).toHaveLength(100);
  await page.evaluate(
    (list) => window.tidemark.invoke("engine:call", "schedules.put", { ids: list, schedule: "weekly" }),
    ids,
  );
  await expect(page.getByText("100 products", { exact: true })).toBeVisible();

  // Selects all of them by keyboard, and changes weekly to daily.
  await rows(page).first().focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText("100 selected")).toBeVisible();
  await photograph(tidemark, "watched-hundred");
  await page.getByRole("button", { name: /^How often the selected/ }).click();
  await page.getByRole("menuitemradio", { name: "Daily" }).click();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const list = await window.tidemark.invoke("engine:call", "watch.list", { limit: 1_000 });
        return list.ok ? list.data.rows.filter(({ schedule }) => schedule === "daily").length : 0;
      }),
    )
    .toBe(100);

  // Sets a target 10% under today's price for all of them, and undoes it.
  await page.getByRole("button", { name: "Target…" }).click();
  const dialog = page.getByRole("dialog", { name: "Target for 100 products" });
  await dialog.getByRole("spinbutton").fill("10");
  await dialog.getByRole("button", { name: "Set targets" }).click();
  const notice = page.locator(".notice").filter({ hasText: /Set \d+ targets/ });
  await expect(notice).toBeVisible();
  const flags = rows(page).getByRole("img", { name: /Target: \$/ });
  await expect(flags.first()).toBeVisible();
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(flags).toHaveCount(0);

  // Removes the products out of stock, and restores them with one key.
  await page.keyboard.press("Escape");
  const chip = page.locator(".chip", { hasText: "Out of stock" });
  const count = Number(await chip.locator(".chip-count").textContent());
  await chip.click();
  await expect(rows(page)).toHaveCount(count);
  await rows(page).first().focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText(`${count} selected`)).toBeVisible();
  await rows(page).first().focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText(`${100 - count} products`, { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("100 products", { exact: true })).toBeVisible();
});

test("reads a deal, and opens its product", async ({ tidemark: { page } }) => {
  await goTo(page, "Deals");
  const first = page.getByRole("list", { name: "Deals" }).getByRole("listitem").first();
  const line = first.locator("[data-row]");
  await line.click();
  await expect(line).toHaveAttribute("aria-expanded", "true");
  await expect(first).toContainText(/below its|above its|about its/);
  await expect(first).toContainText(/\d for, \d+ against/);
  await first.getByRole("button", { name: "Open the product" }).click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
});

test("creates an API key, and counts its requests in the usage", async ({ tidemark: { page } }) => {
  await openSettings(page, "For programs");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill("shell script");
  await dialog.getByRole("button", { name: /^Make key|^Create key|^New key/ }).click();
  const key = await dialog.getByText(/^ss_live_/).textContent();
  const command = (await page.getByText(/^curl -H/).textContent()) ?? "";
  await dialog
    .getByRole("button", { name: /Done|Close/ })
    .first()
    .click();
  await expect(page.getByText("shell script")).toBeVisible();

  const requests = page.locator("div", { has: page.getByText("Requests made", { exact: true }) }).last();
  const before = Number(((await requests.textContent()) ?? "").replace(/\D/g, ""));
  const url = /"(http[^"]+)"$/.exec(command)?.[1] ?? "";
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  await expect
    .poll(async () => Number(((await requests.textContent()) ?? "").replace(/\D/g, "")))
    .toBeGreaterThan(before);
});

/** Consecutive failed checks of the only watched product. */
function readFailures(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const list = await window.tidemark.invoke("engine:call", "watch.list", {});
    return list.ok ? (list.data.rows[0]?.health.failures ?? 0) : 0;
  });
}

/** Pictures of products that have loaded. */
function shownPictures(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLImageElement>(".product-image img")].filter(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ).length,
  );
}

test.describe("a week offline", () => {
  test.beforeEach(({ dataFolder }) => {
    process.env.TIDEMARK_CLOCK_FILE = clockFile(dataFolder);
  });
  test.afterEach(() => {
    delete process.env.TIDEMARK_CLOCK_FILE;
  });

  test("shows all known data with its age during a week offline, then catches up", async ({
    dataFolder,
    open,
  }) => {
    let hours = 0;
    const advanceHours = (more: number) => {
      hours += more;
      moveClock(dataFolder, hours * HOUR_MS);
    };
    const shop = await startShopSite();
    const ware = shop.products[0];
    if (!ware) throw new Error("The shop has no products.");
    const tidemark = await open();
    const { page } = tidemark;
    try {
      await waitForEngine(page, "ready");
      await addLink(page, shop.origin + ware.path);
      await expect(page.getByRole("heading", { level: 1, name: ware.title })).toBeVisible({
        timeout: 40_000,
      });
      await checkHourly(page, ware.title);
      await goTo(page, "Watch list");
      await expect(rows(page)).toHaveCount(1);
      advanceHours(2);
      await expect(rows(page).first()).toContainText("Checked", { timeout: 40_000 });
      await expect.poll(() => shownPictures(page)).toBe(1);
      shop.pause();

      // Only two checks fail in these seven days: the pause after each failure is longer than the last.
      for (const [days, failed] of [
        [3, 1],
        [4, 2],
      ] as const) {
        advanceHours(days * 24);
        await expect.poll(() => readFailures(page), { timeout: 40_000 }).toBe(failed);
      }
      await expect(rows(page).first()).toContainText("127.0.0.1: not reached. Next try in");
      await expect(page.getByText("Problems")).toBeVisible();
      await photograph(tidemark, "week-offline", false);
      await expectAccessible(page);

      await page.reload();
      await expect(rows(page)).toHaveCount(1);
      await expect.poll(() => shownPictures(page)).toBe(1);

      // The product page shows all known data.
      await rows(page).first().click();
      await expect(page.getByRole("heading", { level: 1, name: ware.title })).toBeVisible();
      await expect(page.getByRole("region", { name: "Best price" })).toContainText("$49.99");
      await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();

      shop.resume();
      ware.price = 44.99;
      advanceHours(24);
      await goTo(page, "Watch list");
      await expect(rows(page).first()).toContainText("$44.99", { timeout: 60_000 });
      await expect(rows(page).first()).not.toContainText("Next try");
      await goTo(page, "Alerts");
      await expect(page.getByText(/^\$44\.99 at 127\.0\.0\.1, was \$49\.99/)).toBeVisible({
        timeout: 40_000,
      });
    } finally {
      shop.close();
    }
  });
});
