import type { Page } from "@playwright/test";
import { expect, test } from "../support/electron.js";
import {
  fillInbox,
  findSampleProducts,
  goTo,
  inboxEntry,
  lookUpBox,
  pushToWindow,
} from "../support/window.js";

function rows(page: Page) {
  return page.locator(".alert-days [data-row]");
}

function alertsButton(page: Page) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: /^Alerts/ });
}

test("explains how to get alerts when there are none", async ({ tidemark: { page } }) => {
  await goTo(page, "Alerts");
  await expect(page.getByRole("heading", { name: "No alerts yet" })).toBeVisible();
  await page.getByRole("button", { name: "Find a product to watch" }).click();
  await expect(lookUpBox(page)).toBeFocused();
});

test("counts and announces a new alert without moving the focus", async ({ tidemark }) => {
  const { page } = tidemark;
  const [product] = await findSampleProducts(page, "headphones", 1);
  if (!product) throw new Error("The sample has no headphones.");
  await lookUpBox(page).focus();
  await pushToWindow(tidemark, "engine:event", { kind: "inbox", entry: inboxEntry(1, product) });
  await expect(alertsButton(page)).toHaveAccessibleName(/1 unread/);
  await expect(page.getByRole("status").filter({ hasText: "Price drop" })).toContainText(
    "$249.99 at sample-market.example, was $299.99 (−17%)",
  );
  await expect(lookUpBox(page)).toBeFocused();

  await page.getByRole("button", { name: "Open alerts" }).click();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().click();
  await expect(page.getByRole("heading", { level: 1, name: product.title })).toBeVisible();
});

test("moves through the inbox and opens an alert by keyboard", async ({ tidemark }) => {
  const { page } = tidemark;
  await fillInbox(tidemark, await findSampleProducts(page, "headphones", 4));
  await goTo(page, "Alerts");
  await expect(rows(page)).toHaveCount(6);
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(rows(page).first()).toBeFocused();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(3)).toBeFocused();
  await expect(rows(page).nth(3)).toContainText("Out of stock");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
});
