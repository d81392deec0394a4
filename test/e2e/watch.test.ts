import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { callEngine } from "../support/call-engine.js";
import { expect, test, waitForEngine } from "../support/electron.js";
import { WatchList } from "../support/models/watch-list.js";
import { saveNextDownloadTo, screenshot } from "../support/window.js";

function productList(page: Page) {
  return page.getByRole("list", { name: "Products" });
}

test("watches a product from its page, changes the frequency, stops, and undoes it", async ({ page, ui }) => {
  await ui.lookUp("headphones");
  const result = productList(page).locator("[data-row]").first();
  await result.click();
  await expect(ui.product.watching).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(result).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ui.product.watching).toContainText("Get an alert when the price drops");
  await ui.product.watchSwitch.click();
  await expect(ui.product.frequency("Daily")).toBeVisible();
  await expect(ui.product.watching).toContainText("Next check");
  expect(await ui.watchList.readSchedules()).toEqual([{ schedule: "daily", retailer: null }]);

  await ui.product.setFrequency("Weekly");

  await ui.product.watchSwitch.click();
  await expect(ui.product.watchSwitch).not.toBeChecked();
  expect(await ui.watchList.readSchedules()).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(ui.product.frequency("Weekly")).toBeVisible();
  expect(await ui.watchList.readSchedules()).toEqual([{ schedule: "weekly", retailer: null }]);
});

test("watches a search result daily with one click", async ({ page, ui }) => {
  await ui.lookUp("headphones");
  const first = productList(page).getByRole("listitem").first();
  const toggle = first.getByRole("checkbox");
  await toggle.click({ force: true });
  await expect(toggle).toBeChecked();
  await expect.poll(() => ui.watchList.readSchedules()).toEqual([{ schedule: "daily", retailer: null }]);
  await ui.watchList.open();
  await expect(ui.watchList.rows).toHaveCount(1);
});

test("changes, removes and restores watched products by menu and keyboard", async ({ page, ui }) => {
  await ui.watchList.fill(3);
  await expect(ui.watchList.rows).toHaveCount(3);

  await ui.watchList.chooseForFirst("Check hourly");
  await expect
    .poll(async () => (await ui.watchList.readSchedules()).map(({ schedule }) => schedule).sort())
    .toEqual(["daily", "daily", "hourly"]);
  const notice = page.getByText(/^Now checked hourly: /);
  await expect(notice).toBeVisible();
  // It covers nothing of what it is about.
  const [top, list] = await Promise.all([notice.boundingBox(), page.locator(".app-view").boundingBox()]);
  expect(top?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? Number.NaN));
  await page.keyboard.press("ControlOrMeta+z");
  await expect
    .poll(async () => (await ui.watchList.readSchedules()).map(({ schedule }) => schedule))
    .toEqual(["daily", "daily", "daily"]);

  await ui.watchList.rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect(ui.watchList.rows).toHaveCount(2);
  await expect(ui.watchList.grid.locator("[data-product]:focus")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.watchList.rows).toHaveCount(3);
});

test("changes and removes several selected products at once", async ({ page, ui }) => {
  await ui.watchList.fill(5);
  await expect(ui.watchList.rows).toHaveCount(5);
  await ui.watchList.selectAll.check();
  await ui.watchList.setFrequencyOfSelected("Weekly");
  await expect
    .poll(async () => (await ui.watchList.readSchedules()).every(({ schedule }) => schedule === "weekly"))
    .toBe(true);
  await page.getByRole("button", { name: "Stop watching", exact: true }).click();
  await expect(ui.watchList.empty).toBeVisible();
  await ui.watchList.undo("Stopped watching 5 products.");
  await expect(ui.watchList.rows).toHaveCount(5);
  await ui.watchList.undo("Now checked weekly: 5 products.");
  await expect
    .poll(async () => (await ui.watchList.readSchedules()).every(({ schedule }) => schedule === "daily"))
    .toBe(true);
});

test("removes the selected products by key while a check box has the focus", async ({ page, ui }) => {
  await ui.watchList.fill(4);
  await ui.watchList.rows.nth(0).getByRole("checkbox").click();
  await ui.watchList.rows.nth(2).getByRole("checkbox").click();
  await page.keyboard.press("Delete");
  await expect(ui.watchList.rows).toHaveCount(2);
  await ui.watchList.selectAll.click();
  await page.keyboard.press("Delete");
  await expect(ui.watchList.empty).toBeVisible();
});

test("leaves a field that has lost the focus alone when there is nothing to undo", async ({ page, ui }) => {
  await ui.watchList.fill(2);
  const filter = ui.watchList.filter;
  await filter.pressSequentially("zzz");
  await expect(ui.watchList.rows).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await ui.watchList.rows.first().focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(filter).toHaveValue("");
});

test("merges the two selected products", async ({ page, ui }) => {
  await ui.watchList.fill(3);
  await ui.watchList.rows.first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  const title = (await ui.watchList.rows.nth(1).getAttribute("aria-label")) ?? "";
  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(1);
  await expect(dialog.getByRole("status")).toContainText(`“${title}”`);
  await expect(dialog.getByRole("status")).toContainText("become one product");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText("Both are now one product.")).toBeVisible();
});

test("selects and opens rows by keyboard", async ({ page, ui }) => {
  await ui.watchList.fill(5);
  await expect(ui.watchList.rows).toHaveCount(5);
  await ui.goTo("Deals");
  await ui.watchList.open();
  await page.locator("main").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText("5 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("5 selected")).toHaveCount(0);
  await page.locator("main").focus();
  await page.keyboard.press("ArrowDown");
  await expect(ui.watchList.rows.first()).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("3 selected")).toBeVisible();
  await expect(ui.watchList.grid.getByRole("row", { selected: true })).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(page.getByText("3 selected")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByText("5 selected")).toBeVisible();
  await page.keyboard.press("/");
  await expect(ui.watchList.filter).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(ui.watchList.filter).not.toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("/");
  const title = await ui.watchList.rows.last().getAttribute("aria-label");
  await ui.watchList.rows.first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(ui.product.title(title ?? "")).toBeVisible();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(ui.watchList.rows.last()).toBeFocused();
});

test("opens a row's menu by right click and by menu key", async ({ page, ui }) => {
  await ui.watchList.fill(3);
  await ui.watchList.rows.nth(1).click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Stop watching, keep the history" })).toBeVisible();
  await page.keyboard.press("Escape");
  await ui.watchList.rows.nth(1).focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Stop watching, keep the history" }).click();
  await expect(ui.watchList.rows).toHaveCount(2);
});

test("tags several products, filters by a tag, and undoes it", async ({ page, ui }) => {
  await ui.watchList.fill(4);
  await ui.watchList.rows
    .nth(0)
    .getByRole("checkbox", { name: /^Select/ })
    .check();
  await ui.watchList.rows
    .nth(2)
    .getByRole("checkbox", { name: /^Select/ })
    .check();
  await page.getByRole("button", { name: "Tags…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags of 2 products" });
  await dialog.getByRole("textbox", { name: "New tag" }).fill("gifts");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByRole("checkbox", { name: "gifts" })).toBeChecked();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(ui.watchList.rows.filter({ hasText: "gifts" })).toHaveCount(2);

  await ui.watchList.filter.fill("gifts");
  await expect(ui.watchList.rows).toHaveCount(2);
  await expect(page.getByText("2 of 4")).toBeVisible();
  await page.getByRole("button", { name: "Save filter" }).click();
  await page.getByRole("textbox", { name: "Name of the filter" }).fill("Presents");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await ui.watchList.filter.fill("");
  await expect(ui.watchList.rows).toHaveCount(4);
  await page.getByRole("button", { name: "Presents", exact: true }).click();
  await expect(ui.watchList.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Remove the filter “Presents”" }).click();
  await ui.watchList.filter.fill("");
  await page.keyboard.press("Tab");
  // The message with its button may be gone by now.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.watchList.rows.filter({ hasText: "gifts" })).toHaveCount(0);
});

test("saves the list as a table, as it is sorted and filtered", async ({ tidemark, page, ui, outside }) => {
  await ui.watchList.fill(3);
  await ui.watchList.sortBy("Best price");
  const file = join(outside, "list.csv");
  await saveNextDownloadTo(tidemark, file);
  await page.getByRole("button", { name: "Sort and columns" }).click();
  await page.getByRole("button", { name: "Save as a table (CSV)" }).click();
  const shown = await ui.watchList.rows.locator(".row-title").allTextContents();
  await expect.poll(() => (existsSync(file) ? readFileSync(file, "utf8") : "")).toContain("\r\n");
  const lines = readFileSync(file, "utf8").split("\r\n").slice(1, -1);
  expect(shown).toHaveLength(3);
  expect(lines.map((line, i) => line.includes(shown[i] ?? ""))).toEqual([true, true, true]);
});

test.describe("at the next start", () => {
  test.use({ hasOwnApp: true });

  test("shows the last list before the engine is ready, with sort order and columns, and clears it when nothing is watched", async ({
    tidemark,
    page,
    ui,
    open,
  }) => {
    const countStoredLists = (window: Page) => window.evaluate(() => Object.keys(localStorage).length);
    await ui.watchList.fill(4);
    await ui.watchList.sortBy("Best price");
    const prices = async (list: WatchList) =>
      (await list.rows.locator(".cell-price strong").allTextContents()).map((text) => Number(text.slice(1)));
    const ascending = await prices(ui.watchList);
    expect(ascending).toEqual([...ascending].sort((a, b) => a - b));
    await page.getByRole("button", { name: "Sort and columns" }).click();
    await page.getByRole("checkbox", { name: "Best price over 90 days" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(ui.watchList.column("90 days")).toHaveCount(0);
    await expect.poll(() => countStoredLists(page)).toBe(1);
    await tidemark.app.close();
    const again = await open();
    const list = new WatchList(again.page);
    // The engine may not be ready yet.
    await expect(list.rows).toHaveCount(4);
    await expect(again.page.getByText("4 products", { exact: true })).toBeVisible();
    await expect(list.column("90 days")).toHaveCount(0);
    await expect(list.column("Best price")).toHaveAttribute("aria-sort", "ascending");
    await waitForEngine(again.page, "ready");
    const { rows } = await callEngine(again.page, "watch.list", {});
    const ids = rows.map(({ product_key: productKey }) => productKey);
    await callEngine(again.page, "schedules.delete", { ids });
    await expect(list.empty).toBeVisible();
    await expect.poll(() => countStoredLists(again.page)).toBe(0);
  });
});

test("removes a product from the list, and an undo restores it as it was", async ({ page, ui }) => {
  await ui.watchList.fill(2);
  await expect(ui.watchList.rows).toHaveCount(2);
  const title = (await ui.watchList.rows.first().getAttribute("aria-label")) ?? "";
  const before = await ui.watchList.readSchedules();
  await ui.watchList.chooseForFirst("Remove with its history");
  await expect(ui.watchList.rows).toHaveCount(1);
  await ui.lookUp(title);
  await expect(productList(page).getByText(title, { exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await ui.watchList.open();
  await expect(ui.watchList.row(title)).toBeVisible();
  await expect(ui.watchList.rows).toHaveCount(2);
  expect(await ui.watchList.readSchedules()).toEqual(before);

  await ui.watchList.row(title).click();
  await page.getByRole("button", { name: "Remove this product" }).click();
  await expect(ui.watchList.rows).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.watchList.rows).toHaveCount(2);
});

test("keeps what is no longer watched in the list, to be watched again", async ({ page, ui, shop }) => {
  await ui.links.addAndOpen(shop.origin + shop.products[0]?.path);
  await ui.watchList.open();
  await ui.watchList.rows.first().focus();
  await page.keyboard.press("Delete");
  const unwatched = page.getByRole("region", { name: "Not watched" });
  await expect(unwatched).toContainText("Trail Lantern 400");
  await expect(unwatched).toContainText("$49.99");
  await unwatched.getByRole("checkbox").click({ force: true });
  await expect(unwatched).toHaveCount(0);
  await expect(ui.watchList.rows).toHaveCount(1);
});

test("shows a product beside the list in a window of 1,400 px, and follows the keys", async ({
  page,
  ui,
}) => {
  await ui.watchList.fill(4);
  await expect(ui.watchList.rows).toHaveCount(4);
  const titles = await ui.watchList.rows.locator(".row-title").allTextContents();
  const title = (nth: number) =>
    page.getByRole("heading", { level: 1, name: titles[nth] ?? "", exact: true });
  await ui.resizeTo({ width: 1_900, height: 900 });
  const box = await ui.lookUpBox.boundingBox();
  await ui.watchList.rows.nth(0).click();
  await expect(title(0)).toBeVisible();
  expect(await ui.lookUpBox.boundingBox(), "The box stays in its place.").toEqual(box);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(title(0)).toHaveCount(0);

  await ui.resizeTo({ width: 1_399, height: 900 });
  await ui.watchList.rows.nth(0).click();
  await expect(title(0)).toBeVisible();
  await expect(ui.watchList.grid).toHaveCount(0);

  await ui.resizeTo({ width: 1_400, height: 900 });
  await expect(ui.watchList.rows).toHaveCount(4);
  await expect(ui.watchList.rows.nth(0)).toHaveAttribute("aria-current", "page");
  await ui.watchList.rows.nth(1).click();
  await expect(title(1)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(title(2)).toBeVisible();
  await expect(ui.watchList.rows.nth(2)).toBeFocused();
  await expect(ui.watchList.rows.nth(2)).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("button", { name: /^Watch list/ })).toHaveAttribute("aria-current", "page");
  await screenshot(page, "beside-1400");
  await ui.expectAccessible();

  await page.getByRole("button", { name: "Back" }).click();
  await expect(title(0)).toBeVisible();
  await ui.watchList.rows.nth(0).press("Escape");
  await expect(title(0)).toHaveCount(0);
  await expect(ui.watchList.rows).toHaveCount(4);
  await expect(ui.watchList.rows.nth(0)).toContainText(titles[0] ?? "");
});

test("keeps the gauge off the price in a small window", async ({ ui }) => {
  await ui.watchList.fill(2);
  await ui.resizeTo({ width: 800, height: 600 });
  const row = ui.watchList.rows.first();
  const gauge = await row.getByRole("img", { name: /in the last year/ }).boundingBox();
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

function forgetChecks(dataFolder: string): void {
  const db = new Database(join(dataFolder, "tidemark.sqlite3"));
  db.exec("DELETE FROM offer_check");
  db.close();
}

test("opens the pages of shops that refuse checks in the browser, at most 20 at a time", async ({
  app,
  page,
  ui,
  dataFolder,
}) => {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await ui.watchList.fill(12);
  blockAllShops(dataFolder);
  await ui.watchList.open();
  await expect(page.getByRole("radio", { name: /^Needs a visit/ })).toBeAttached();
  expect((await ui.watchList.rows.first().boundingBox())?.y, "The list begins high up.").toBeLessThan(240);
  await page.getByRole("radio", { name: /^Needs a visit/ }).click({ force: true });
  await expect(page.getByText(/^These shops refuse checks/)).toBeVisible();
  await ui.expectAccessible();
  await page.getByRole("button", { name: /^Open 20 pages of \d+$/ }).click();
  await expect.poll(async () => (await opened()).length).toBe(20);
  await expect(page.getByRole("button", { name: "Set it up" })).toBeVisible();
  await ui.photograph("needs-a-visit");
  await page.getByRole("button", { name: /^Open \d+ pages/ }).click();
  await expect.poll(async () => new Set(await opened()).size).toBeGreaterThan(20);
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByText("No browser yet")).toBeVisible();
  forgetChecks(dataFolder);
  await ui.watchList.fill(13);
  await ui.watchList.open();
  await expect(page.getByText("Nothing on the watch list matches")).toBeVisible();
  await expect(page.getByText("Try other words")).toHaveCount(0);
});
