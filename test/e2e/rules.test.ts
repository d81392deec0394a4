import type { Page } from "@playwright/test";
import { importKettle, kettle } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import { findSampleProducts, goTo, lookUp, select, watchPanel } from "../support/window.js";

/** The engine polls every 30 s for work that another process has caused. */
const alertTimeoutMs = 45_000;

function ruleItems(page: Page) {
  return watchPanel(page).getByRole("list", { name: "Rules of this product" }).getByRole("listitem");
}

/** Adds a rule by the form. Fields that are not in `fill` keep their defaults. */
async function addRule(page: Page, kind: string, fill: Readonly<Record<string, string>> = {}): Promise<void> {
  await watchPanel(page).getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New rule" });
  await select(dialog, "Alert me when", kind);
  for (const [name, value] of Object.entries(fill))
    await dialog.getByLabel(new RegExp(`^${name}`)).fill(value);
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(dialog).toHaveCount(0);
}

test("gives a met target as the reason, and every other drop by the rules for all products", async ({
  tidemark: { page, dataFolder },
}) => {
  await importKettle(dataFolder, 60);
  await lookUp(page, kettle.service);
  await watchPanel(page).getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New rule" });
  const target = dialog.getByRole("textbox", { name: /^Target price/ });
  await expect(target).toHaveValue("57");
  await target.fill("50");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(watchPanel(page)).toContainText("Target price $50.00");
  await expect(watchPanel(page)).toContainText("this product is not watched");
  await watchPanel(page).getByRole("switch", { name: "Watch" }).click();
  await expect(
    page.getByRole("region", { name: "Watching" }).getByRole("button", { name: "How often: Daily" }),
  ).toBeVisible();
  await expect(watchPanel(page)).not.toContainText("not watched");

  await importKettle(dataFolder, 55);
  const drop = page.getByRole("status").filter({ hasText: "$55.00 at shop.example, was $60.00" });
  await expect(drop).toBeVisible({ timeout: alertTimeoutMs });
  await importKettle(dataFolder, 45);
  const notice = page.getByRole("status").filter({ hasText: "under your target of $50.00" });
  await expect(notice).toContainText(`${kettle.title}. $45.00 at shop.example`, { timeout: alertTimeoutMs });
  await goTo(page, "Alerts");
  const alerts = page.locator(".alert-days [data-row]");
  await expect(alerts).toHaveCount(2);
  await expect(alerts.filter({ hasText: "under your target of $50.00" })).toHaveCount(1);
  await goTo(page, "Watch list");
  const row = page.getByRole("grid", { name: "Watched products" }).getByRole("row", { name: kettle.title });
  await expect(row).toContainText("At target");
  await expect(row.getByRole("img", { name: /Target: \$50\.00\./ })).toBeVisible();
});

test("adds, disables, edits, removes and restores rules", async ({ tidemark: { page } }) => {
  const [product] = await findSampleProducts(page, "headphones", 1);
  await lookUp(page, product?.service ?? "");
  await addRule(page, "The price is under its 30-day median", { "By at least": "15" });
  await addRule(page, "It has a new lowest price");
  await expect(ruleItems(page)).toHaveText([/15% or more under its 30-day median/, /New lowest price ever/]);

  const low = watchPanel(page).getByRole("switch", { name: /New lowest price ever/ });
  await low.click();
  await expect(low).not.toBeChecked();
  await expect(ruleItems(page).nth(1)).toContainText("off");

  await watchPanel(page)
    .getByRole("button", { name: /^Edit “15%/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Edit rule" });
  await dialog.getByRole("spinbutton", { name: /^By at least/ }).fill("20");
  await select(dialog, "Condition", "New");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(ruleItems(page).first()).toContainText("20% or more under its 30-day median new only");

  await watchPanel(page)
    .getByRole("button", { name: /^Remove “20%/ })
    .click();
  await expect(ruleItems(page)).toHaveCount(1);
  await expect(watchPanel(page).getByRole("button", { name: /^Edit “New lowest/ })).toBeFocused();
  await expect(watchPanel(page)).toContainText("All its rules are switched off");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(ruleItems(page)).toHaveCount(2);
});

test("refuses a duplicate rule with a message, and keeps the form open", async ({ tidemark: { page } }) => {
  const [product] = await findSampleProducts(page, "headphones", 1);
  await lookUp(page, product?.service ?? "");
  await addRule(page, "It is back in stock");
  await watchPanel(page).getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New rule" });
  await select(dialog, "Alert me when", "It is back in stock");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This rule already exists.");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("snoozes a product for a day or until a time, and ends the snooze", async ({ tidemark: { page } }) => {
  const [product] = await findSampleProducts(page, "headphones", 1);
  await lookUp(page, product?.service ?? "");
  const menu = watchPanel(page).getByRole("button", { name: /^Snooze/ });
  await menu.click();
  await page.getByRole("menuitemradio", { name: "For 1 day" }).click();
  await expect(watchPanel(page)).toContainText("Snoozed until");
  await watchPanel(page).getByRole("button", { name: "End snooze" }).click();
  await menu.click();
  await page.getByRole("menuitemradio", { name: "Until…" }).click();
  const dialog = page.getByRole("dialog", { name: "Snooze alerts of this product" });
  await dialog.getByRole("button", { name: "Snooze" }).click();
  await expect(watchPanel(page)).toContainText("Snoozed until");

  await watchPanel(page).getByRole("button", { name: "See all rules" }).click();
  const snoozed = page.getByRole("list", { name: "Snoozed products" });
  await expect(snoozed.getByRole("listitem")).toContainText(product?.title ?? "?");
  await snoozed.getByRole("button", { name: /^End snooze/ }).click();
  await expect(snoozed).toHaveCount(0);
});

test("edits the rules for all products beside the inbox", async ({ tidemark: { page } }) => {
  await goTo(page, "Alerts");
  await page.getByText("Rules", { exact: true }).click();
  const list = page.getByRole("list", { name: "Rules for all products" });
  await expect(list.getByRole("listitem")).toHaveText([/Any price drop/, /Back in stock/]);
  await page.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New rule for all products" });
  await dialog.getByRole("textbox", { name: "Shop" }).fill("the corner");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(dialog.getByRole("alert")).toContainText("is not a shop's domain");
  await dialog.getByRole("textbox", { name: "Shop" }).fill("https://www.shop.example/");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(list.getByRole("listitem").nth(2)).toContainText("Price drop of 10% or more at shop.example");
  await page.getByText("Inbox", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "No alerts yet" })).toBeVisible();
});
