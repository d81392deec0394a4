import type { Page } from "@playwright/test";
import { DAY_MS, HOUR_MS } from "../../src/shared/time.js";
import { callEngine, watch } from "../support/call-engine.js";
import { importProduct } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import { soldOut } from "../support/price-history.js";
import { checkHourly, findSampleProducts } from "../support/window.js";

test("manages a hundred watched products at once", async ({ page, ui, dataFolder }) => {
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
  await watch(page, ids, "weekly");
  await expect(page.getByText("100 products", { exact: true })).toBeVisible();

  // Selects all of them by keyboard, and changes weekly to daily.
  await ui.watchList.rows.first().focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText("100 selected")).toBeVisible();
  await ui.photograph("watched-hundred");
  await ui.watchList.setFrequencyOfSelected("Daily");
  const countDaily = async () =>
    (await readWatched(page)).filter(({ schedule }) => schedule === "daily").length;
  await expect.poll(countDaily).toBe(100);

  // Sets a target 10% under today's price for all of them, then 20%, and undoes that.
  const notice = page.locator(".notice").filter({ hasText: /Set \d+ targets/ });
  const setTargets = async (percent: string) => {
    await page.getByRole("button", { name: "Target…" }).click();
    const dialog = page.getByRole("dialog", { name: "Target for 100 products" });
    await dialog.getByRole("spinbutton").fill(percent);
    await dialog.getByRole("button", { name: "Set targets" }).click();
    await expect(notice).toBeVisible();
  };
  const flag = ui.watchList.rows.getByRole("img", { name: /Target: \$/ }).first();
  await setTargets("10");
  const before = (await flag.getAttribute("aria-label")) ?? "";
  expect(before).toContain("$");
  await setTargets("20");
  await expect(flag).not.toHaveAttribute("aria-label", before);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(flag).toHaveAttribute("aria-label", before);

  // Removes the products out of stock, and restores them with one key.
  await page.keyboard.press("Escape");
  const chip = page.locator(".chip", { hasText: "Out of stock" });
  const count = Number(await chip.locator(".chip-count").textContent());
  await chip.click();
  await expect(ui.watchList.rows).toHaveCount(count);
  await ui.watchList.rows.first().focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText(`${count} selected`)).toBeVisible();
  await ui.watchList.rows.first().focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText(`${100 - count} products`, { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("100 products", { exact: true })).toBeVisible();
});

test("reads a deal, and opens its product", async ({ page, ui }) => {
  await ui.goTo("Deals");
  const first = page.getByRole("list", { name: "Deals" }).getByRole("listitem").first();
  const line = first.locator("[data-row]");
  await line.click();
  await expect(line).toHaveAttribute("aria-expanded", "true");
  await expect(first).toContainText(/below its|above its|about its/);
  await expect(first).toContainText(/\d for, \d+ against/);
  await first.getByRole("button", { name: "Open the product" }).click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
});

test("creates an API key, and counts its requests in the usage", async ({ page, ui }) => {
  await ui.settings.open("For programs");
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

async function readWatched(page: Page) {
  return (await callEngine(page, "watch.list", { limit: 1_000 })).rows;
}

/** Consecutive failed checks of the only watched product. */
async function readFailures(page: Page): Promise<number> {
  return (await readWatched(page))[0]?.health.failures ?? 0;
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

test("shows all known data with its age during a week offline, then catches up", async ({
  clock,
  page,
  ui,
  shop,
}) => {
  const ware = shop.products[0];
  if (!ware) throw new Error("The shop has no products.");
  await ui.links.addAndOpen(shop.origin + ware.path);
  await expect(ui.product.title(ware.title)).toBeVisible({
    timeout: 40_000,
  });
  await checkHourly(page, ware.title);
  await ui.watchList.open();
  await expect(ui.watchList.rows).toHaveCount(1);
  clock.advance(2 * HOUR_MS);
  await expect(ui.watchList.rows.first()).toContainText("Checked", { timeout: 40_000 });
  await expect.poll(() => shownPictures(page)).toBe(1);
  shop.pause();

  // Only two checks fail in these seven days: the pause after each failure is longer than the last.
  for (const [days, failed] of [
    [3, 1],
    [4, 2],
  ] as const) {
    clock.advance(days * DAY_MS);
    await expect.poll(() => readFailures(page), { timeout: 40_000 }).toBe(failed);
  }
  await expect(ui.watchList.rows.first()).toContainText("127.0.0.1: not reached. Next try in");
  await callEngine(page, "shops.rename", { host: "127.0.0.1", name: "Trail & Co" });
  await expect(page.getByText("Problems")).toBeVisible();
  await ui.photograph("week-offline", false);
  await ui.expectAccessible();

  await page.reload();
  await expect(ui.watchList.rows).toHaveCount(1);
  await expect(ui.watchList.rows.first()).toContainText("Trail & Co: not reached. Next try in");
  await expect.poll(() => shownPictures(page)).toBe(1);

  // The product page shows all known data.
  await ui.watchList.rows.first().click();
  await expect(ui.product.title(ware.title)).toBeVisible();
  await expect(ui.product.best).toContainText("$49.99");
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();

  shop.resume();
  ware.price = 44.99;
  clock.advance(DAY_MS);
  await ui.watchList.open();
  await expect(ui.watchList.rows.first()).toContainText("$44.99", { timeout: 60_000 });
  await expect(ui.watchList.rows.first()).not.toContainText("Next try");
  await ui.inbox.open();
  await expect(page.getByText(/^\$44\.99 at Trail & Co, was \$49\.99/)).toBeVisible({
    timeout: 40_000,
  });
});
