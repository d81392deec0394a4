import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { expect, test, waitForEngine } from "../support/electron.js";
import { startShopSite } from "../support/shop-site.js";
import {
  addLink,
  expectAccessible,
  findSampleProducts,
  goTo,
  lookUp,
  photograph,
  resizeTo,
  saveNextDownloadTo,
  screenshot,
} from "../support/window.js";

function productList(page: Page) {
  return page.getByRole("list", { name: "Products" });
}

function watchGrid(page: Page) {
  return page.getByRole("grid", { name: "Watched products" });
}

/** The rows of the list without its header. */
function rows(page: Page) {
  return watchGrid(page).locator("[data-product]");
}

/** The schedules, as the engine has stored them. */
function readSchedules(page: Page) {
  return page.evaluate(async () => {
    const result = await window.tidemark.invoke("engine:call", "schedules.overview", {});
    return result.ok ? result.data.schedules.map(({ schedule, retailer }) => ({ schedule, retailer })) : null;
  });
}

async function watchAll(page: Page, count: number): Promise<void> {
  const ids = (await findSampleProducts(page, "headphones", count)).map(
    ({ service: productKey }) => productKey,
  );
  await page.evaluate(
    (list) => window.tidemark.invoke("engine:call", "schedules.put", { ids: list, schedule: "daily" }),
    ids,
  );
}

test("watches a product from its page, changes the frequency, stops, and undoes it", async ({
  tidemark: { page },
}) => {
  await lookUp(page, "headphones");
  const result = productList(page).locator("[data-row]").first();
  await result.click();
  await expect(page.getByRole("region", { name: "Watching" })).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(result).toBeFocused();
  await page.keyboard.press("Enter");
  const section = page.getByRole("region", { name: "Watching" });
  await expect(section).toContainText("Get an alert when the price drops");
  await section.getByRole("switch", { name: "Watch" }).click();
  await expect(section.getByRole("button", { name: "How often: Daily" })).toBeVisible();
  await expect(section).toContainText("Next check");
  expect(await readSchedules(page)).toEqual([{ schedule: "daily", retailer: null }]);

  await section.getByRole("button", { name: /^How often/ }).click();
  await page.getByRole("menuitemradio", { name: "Weekly" }).click();
  await expect(section.getByRole("button", { name: "How often: Weekly" })).toBeVisible();

  await section.getByRole("switch", { name: "Watch" }).click();
  await expect(section.getByRole("switch", { name: "Watch" })).not.toBeChecked();
  expect(await readSchedules(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(section.getByRole("button", { name: "How often: Weekly" })).toBeVisible();
  expect(await readSchedules(page)).toEqual([{ schedule: "weekly", retailer: null }]);
});

test("watches a search result daily with one click", async ({ tidemark: { page } }) => {
  await lookUp(page, "headphones");
  const first = productList(page).getByRole("listitem").first();
  const toggle = first.getByRole("checkbox");
  await toggle.click({ force: true });
  await expect(toggle).toBeChecked();
  await expect.poll(() => readSchedules(page)).toEqual([{ schedule: "daily", retailer: null }]);
  await goTo(page, "Watch list");
  await expect(rows(page)).toHaveCount(1);
});

test("changes, removes and restores watched products by menu and keyboard", async ({
  tidemark: { page },
}) => {
  await watchAll(page, 3);
  await expect(rows(page)).toHaveCount(3);

  await rows(page)
    .first()
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name: "Check hourly" }).click();
  await expect
    .poll(async () => (await readSchedules(page))?.map(({ schedule }) => schedule).sort())
    .toEqual(["daily", "daily", "hourly"]);
  await expect(page.getByText(/^Now checked hourly: /)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect
    .poll(async () => (await readSchedules(page))?.map(({ schedule }) => schedule))
    .toEqual(["daily", "daily", "daily"]);

  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect(rows(page)).toHaveCount(2);
  await expect(watchGrid(page).locator("[data-product]:focus")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rows(page)).toHaveCount(3);
});

test("changes and removes several selected products at once", async ({ tidemark: { page } }) => {
  await watchAll(page, 5);
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("button", { name: /^How often the selected/ }).click();
  await page.getByRole("menuitemradio", { name: "Weekly" }).click();
  await expect
    .poll(async () => (await readSchedules(page))?.every(({ schedule }) => schedule === "weekly"))
    .toBe(true);
  await page.getByRole("button", { name: "Stop watching", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
  const undo = (text: string) =>
    page.locator(".notice").filter({ hasText: text }).getByRole("button", { name: "Undo" }).click();
  await undo("Stopped watching 5 products.");
  await expect(rows(page)).toHaveCount(5);
  await undo("Now checked weekly: 5 products.");
  await expect
    .poll(async () => (await readSchedules(page))?.every(({ schedule }) => schedule === "daily"))
    .toBe(true);
});

test("removes the selected products by key while a check box has the focus", async ({
  tidemark: { page },
}) => {
  await watchAll(page, 4);
  await rows(page).nth(0).getByRole("checkbox").click();
  await rows(page).nth(2).getByRole("checkbox").click();
  await page.keyboard.press("Delete");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
});

test("leaves a field that has lost the focus alone when there is nothing to undo", async ({
  tidemark: { page },
}) => {
  await watchAll(page, 2);
  const filter = page.getByRole("searchbox");
  await filter.pressSequentially("zzz");
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await rows(page).first().focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(filter).toHaveValue("");
});

test("merges the two selected products", async ({ tidemark: { page } }) => {
  await watchAll(page, 3);
  await rows(page).first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  const title = (await rows(page).nth(1).getAttribute("aria-label")) ?? "";
  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(1);
  await expect(dialog.getByRole("status")).toContainText(`“${title}” joins`);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText("Both are now one product.")).toBeVisible();
});

test("selects and opens rows by keyboard", async ({ tidemark: { page } }) => {
  await watchAll(page, 5);
  await expect(rows(page)).toHaveCount(5);
  await goTo(page, "Deals");
  await goTo(page, "Watch list");
  await page.locator("main").focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("3 selected")).toBeVisible();
  await expect(watchGrid(page).getByRole("row", { selected: true })).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(page.getByText("3 selected")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText("5 selected")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("searchbox")).not.toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("/");
  const title = await rows(page).last().getAttribute("aria-label");
  await rows(page).first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(rows(page).last()).toBeFocused();
});

test("opens a row's menu by right click and by menu key", async ({ tidemark: { page } }) => {
  await watchAll(page, 3);
  await rows(page).nth(1).click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Stop watching, keep the history" })).toBeVisible();
  await page.keyboard.press("Escape");
  await rows(page).nth(1).focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Stop watching, keep the history" }).click();
  await expect(rows(page)).toHaveCount(2);
});

test("tags several products, filters by a tag, and undoes it", async ({ tidemark: { page } }) => {
  await watchAll(page, 4);
  await rows(page)
    .nth(0)
    .getByRole("checkbox", { name: /^Select/ })
    .check();
  await rows(page)
    .nth(2)
    .getByRole("checkbox", { name: /^Select/ })
    .check();
  await page.getByRole("button", { name: "Tags…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags of 2 products" });
  await dialog.getByRole("textbox", { name: "New tag" }).fill("gifts");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByRole("checkbox", { name: "gifts" })).toBeChecked();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(rows(page).filter({ hasText: "gifts" })).toHaveCount(2);

  await page.getByRole("searchbox").fill("gifts");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("2 of 4")).toBeVisible();
  await page.getByRole("button", { name: "Save filter" }).click();
  await page.getByRole("textbox", { name: "Name of the filter" }).fill("Presents");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("searchbox").fill("");
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Presents", exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Remove the filter “Presents”" }).click();
  await page.getByRole("searchbox").fill("");
  await page.keyboard.press("Tab");
  // The message with its button may be gone by now.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rows(page).filter({ hasText: "gifts" })).toHaveCount(0);
});

test("saves the list as a table, as it is sorted and filtered", async ({ tidemark, outside }) => {
  const { page } = tidemark;
  await watchAll(page, 3);
  await page.getByRole("columnheader", { name: "Best price" }).getByRole("button").click();
  const file = join(outside, "list.csv");
  await saveNextDownloadTo(tidemark, file);
  await page.getByRole("button", { name: "Sort and columns" }).click();
  await page.getByRole("button", { name: "Save as a table (CSV)" }).click();
  const shown = await rows(page).locator(".row-title").allTextContents();
  await expect.poll(() => (existsSync(file) ? readFileSync(file, "utf8") : "")).toContain("\r\n");
  const lines = readFileSync(file, "utf8").split("\r\n").slice(1, -1);
  expect(shown).toHaveLength(3);
  expect(lines.map((line, i) => line.includes(shown[i] ?? ""))).toEqual([true, true, true]);
});

test.describe("at the next start", () => {
  test.use({ hasOwnApp: true });

  test("keeps sort order and columns", async ({ tidemark, open }) => {
    const { page } = tidemark;
    await watchAll(page, 4);
    await page.getByRole("columnheader", { name: "Best price" }).getByRole("button").click();
    const prices = async (window: Page) =>
      (await rows(window).locator(".cell-price strong").allTextContents()).map((text) =>
        Number(text.slice(1)),
      );
    const ascending = await prices(page);
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
    await page.getByRole("button", { name: "Sort and columns" }).click();
    await page.getByRole("checkbox", { name: "Best price over 90 days" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "90 days" })).toHaveCount(0);
    await tidemark.app.close();
    const again = await open();
    await expect(rows(again.page)).toHaveCount(4, { timeout: 40_000 });
    await expect(again.page.getByRole("columnheader", { name: "90 days" })).toHaveCount(0);
    await expect(again.page.getByRole("columnheader", { name: "Best price" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
  });

  test("shows the last list before the engine is ready, and clears it when nothing is watched", async ({
    tidemark,
    open,
  }) => {
    const { page } = tidemark;
    const countStoredLists = (window: Page) => window.evaluate(() => Object.keys(localStorage).length);
    await watchAll(page, 3);
    await expect(rows(page)).toHaveCount(3);
    await expect.poll(() => countStoredLists(page)).toBe(1);
    await tidemark.app.close();
    const again = await open();
    // The engine may not be ready yet.
    await expect(rows(again.page)).toHaveCount(3);
    await expect(again.page.getByText("3 products", { exact: true })).toBeVisible();
    await waitForEngine(again.page, "ready");
    await again.page.evaluate(async () => {
      const list = await window.tidemark.invoke("engine:call", "watch.list", {});
      if (list.ok)
        await window.tidemark.invoke("engine:call", "schedules.delete", {
          ids: list.data.rows.map(({ product_key: productKey }) => productKey),
        });
    });
    await expect(again.page.getByRole("heading", { name: "Nothing is watched yet" })).toBeVisible();
    await expect.poll(() => countStoredLists(again.page)).toBe(0);
  });
});

test("removes a product from the list, and an undo restores it as it was", async ({ tidemark: { page } }) => {
  await watchAll(page, 2);
  await expect(rows(page)).toHaveCount(2);
  const title = (await rows(page).first().getAttribute("aria-label")) ?? "";
  const before = await readSchedules(page);
  await rows(page)
    .first()
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name: "Remove with its history" }).click();
  await expect(rows(page)).toHaveCount(1);
  await lookUp(page, title);
  await expect(page.getByRole("list", { name: "Products" }).getByText(title, { exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await goTo(page, "Watch list");
  await expect(page.getByRole("row", { name: title })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  expect(await readSchedules(page)).toEqual(before);

  await page.getByRole("row", { name: title }).click();
  await page.getByRole("button", { name: "Remove this product" }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(rows(page)).toHaveCount(2);
});

test("keeps what is no longer watched in the list, to be watched again", async ({ tidemark: { page } }) => {
  const shop = await startShopSite();
  try {
    await addLink(page, shop.origin + shop.products[0]?.path);
    await goTo(page, "Watch list");
    await rows(page).first().focus();
    await page.keyboard.press("Delete");
    const unwatched = page.getByRole("region", { name: "Not watched" });
    await expect(unwatched).toContainText("Trail Lantern 400");
    await expect(unwatched).toContainText("$49.99");
    await unwatched.getByRole("checkbox").click({ force: true });
    await expect(unwatched).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
  } finally {
    shop.close();
  }
});

test("shows a product beside the list in a window of 1,400 px, and follows the keys", async ({
  tidemark,
}) => {
  const { page } = tidemark;
  await watchAll(page, 4);
  await expect(rows(page)).toHaveCount(4);
  const titles = await rows(page).locator(".row-title").allTextContents();
  const title = (nth: number) =>
    page.getByRole("heading", { level: 1, name: titles[nth] ?? "", exact: true });
  await resizeTo(tidemark, { width: 1_399, height: 900 });
  await rows(page).nth(0).click();
  await expect(title(0)).toBeVisible();
  await expect(watchGrid(page)).toHaveCount(0);

  await resizeTo(tidemark, { width: 1_400, height: 900 });
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(0)).toHaveAttribute("aria-current", "page");
  await rows(page).nth(1).click();
  await expect(title(1)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(title(2)).toBeVisible();
  await expect(rows(page).nth(2)).toBeFocused();
  await expect(rows(page).nth(2)).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("button", { name: /^Watch list/ })).toHaveAttribute("aria-current", "page");
  await screenshot(page, "beside-1400");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Back" }).click();
  await expect(title(0)).toBeVisible();
  await rows(page).nth(0).press("Escape");
  await expect(title(0)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(0)).toContainText(titles[0] ?? "");
});

test("keeps the gauge off the price in a small window", async ({ tidemark }) => {
  const { page } = tidemark;
  await watchAll(page, 2);
  await resizeTo(tidemark, { width: 800, height: 600 });
  const row = rows(page).first();
  const gauge = await row.getByRole("img", { name: /within a year/ }).boundingBox();
  const price = await row.locator(".cell-price").boundingBox();
  expect(gauge && price && gauge.x + gauge.width <= price.x).toBe(true);
});

/** Makes the last checks of all offers fail because their shops block programs. */
function blockAllShops(dataFolder: string): void {
  const db = new Database(join(dataFolder, "tidemark.sqlite3"));
  db.exec(`INSERT OR REPLACE INTO offer_check (offer_id, outcome, checked_at, failures)
    SELECT id, 'blocked', 1, 1 FROM offer`);
  db.close();
}

test("opens the pages of shops that refuse checks in the browser, at most 20 at a time", async ({
  tidemark,
}) => {
  const { app, page, dataFolder } = tidemark;
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await waitForEngine(page, "ready");
  await watchAll(page, 12);
  blockAllShops(dataFolder);
  await goTo(page, "Watch list");
  await page.getByRole("radio", { name: /^Needs a visit/ }).click({ force: true });
  await expect(page.getByText(/^These shops refuse checks/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Open 20 pages of \d+$/ }).click();
  await expect.poll(async () => (await opened()).length).toBe(20);
  await expect(page.getByRole("button", { name: "Set it up" })).toBeVisible();
  await photograph(tidemark, "needs-a-visit");
  await page.getByRole("button", { name: /^Open \d+ pages/ }).click();
  await expect.poll(async () => new Set(await opened()).size).toBeGreaterThan(20);
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByText("No browser yet")).toBeVisible();
});
