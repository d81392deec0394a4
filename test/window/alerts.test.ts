import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { expect, test } from "../support/electron.js";
import { fillInbox, inboxEntry } from "../support/models/inbox.js";
import { findHeadphones, findSampleProducts, pushToWindow } from "../support/window.js";

function alertsButton(page: Page) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: /^Alerts/ });
}

test("explains how to get alerts when there are none", async ({ page, ui }) => {
  await ui.inbox.open();
  await expect(ui.inbox.empty).toBeVisible();
  await page.getByRole("button", { name: "Find a product to watch" }).click();
  await expect(ui.lookUpBox).toBeFocused();
});

test("counts and announces a new alert without moving the focus", async ({ tidemark, page, ui }) => {
  const product = await findHeadphones(page);
  await ui.lookUpBox.focus();
  await pushToWindow(tidemark, "engine:event", { kind: "inbox", entry: inboxEntry(1, product) });
  await expect(alertsButton(page)).toHaveAccessibleName(/1 unread/);
  await expect(ui.inbox.notice("Price drop")).toContainText(
    "$249.99 at sample-market.example, was $299.99 (−17%)",
  );
  await expect(ui.lookUpBox).toBeFocused();

  await page.getByRole("button", { name: "Open alerts" }).click();
  await expect(ui.inbox.rows).toHaveCount(1);
  await ui.inbox.rows.first().click();
  await expect(ui.product.title(product.title)).toBeVisible();
});

test("names the product whose rule was set aside, and the error", async ({ page, ui, dataFolder }) => {
  const { service, title } = await findHeadphones(page);
  const db = new Database(databaseFile(dataFolder));
  db.prepare("INSERT INTO alert_problem (service, rule_id, at, error) VALUES (?, 3, 1, 'RangeError')").run(
    service,
  );
  db.close();
  await ui.inbox.open();
  await expect(page.getByRole("alert").filter({ hasText: title })).toContainText("RangeError");
});

test("moves through the inbox and opens an alert by keyboard", async ({ tidemark, page, ui }) => {
  await fillInbox(tidemark, await findSampleProducts(page, "headphones", 4));
  await ui.inbox.open();
  await expect(ui.inbox.rows).toHaveCount(6);
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(ui.inbox.rows.first()).toBeFocused();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
  await expect(ui.inbox.rows.nth(3)).toBeFocused();
  await expect(ui.inbox.rows.nth(3)).toContainText("Out of stock");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
});

test("groups the alerts about a product on a day, and reads and removes them together", async ({
  tidemark,
  page,
  ui,
}) => {
  const [tv, lamp] = await findSampleProducts(page, "headphones", 2);
  // Times that are the same day at any hour.
  const received_at = new Date().toISOString();
  const push = (id: number, product: typeof tv) =>
    pushToWindow(tidemark, "engine:event", {
      kind: "inbox",
      entry: inboxEntry(id, product!, { received_at }),
    });
  for (const [id, product] of [tv, lamp, tv, tv].entries()) await push(id + 1, product);
  await ui.inbox.open();
  const { rows } = ui.inbox;
  await expect(rows).toHaveCount(2);
  const more = page.getByRole("button", { name: /^2 more/ });
  await more.click();
  await expect(rows).toHaveCount(4);
  await ui.inspect("alert-group");
  await rows.nth(1).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(rows).toHaveCount(4);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("u");
  await expect(alertsButton(page)).toHaveAccessibleName(/1 unread/);
  await page.keyboard.press("Delete");
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toBeFocused();
  for (const id of [5, 6, 7]) await push(id, tv);
  await more.click();
  await ui.photographInGerman("alert-group");
});
