import { importKettle, kettle } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import { findHeadphones, lookUp, select } from "../support/window.js";

/** The engine polls for what another process has imported. */
const alertTimeoutMs = 45_000;

test("gives a met target as the reason, and every other drop by the rules for all products", async ({
  page,
  ui,
  dataFolder,
}) => {
  await importKettle(dataFolder, 60);
  await lookUp(page, kettle.service);
  await ui.rule.open();
  const target = ui.rule.form.getByRole("textbox", { name: /^Target price/ });
  await expect(target).toHaveValue("57");
  await target.fill("50");
  await ui.rule.addButton.click();
  await expect(ui.product.watching).toContainText("Target price $50.00");
  await expect(ui.product.watching).toContainText("this product is not watched");
  await ui.product.watchSwitch.click();
  await expect(ui.product.frequency("Daily")).toBeVisible();
  await expect(ui.product.watching).not.toContainText("not watched");

  await importKettle(dataFolder, 55);
  const drop = ui.inbox.notice("$55.00 at shop.example, was $60.00");
  await expect(drop).toBeVisible({ timeout: alertTimeoutMs });
  await importKettle(dataFolder, 45);
  const notice = ui.inbox.notice("under your target of $50.00");
  await expect(notice).toContainText(`${kettle.title}. $45.00 at shop.example`, { timeout: alertTimeoutMs });
  await ui.inbox.open();
  const alerts = ui.inbox.rows;
  await expect(alerts).toHaveCount(1);
  await expect(alerts).toContainText("under your target of $50.00");
  await expect(page.getByRole("button", { name: /^1 more/ })).toBeVisible();
  await ui.watchList.open();
  const row = ui.watchList.row(kettle.title);
  await expect(row).toContainText("At target");
  await expect(row.getByRole("img", { name: /Target: \$50\.00\./ })).toBeVisible();
});

test("adds, disables, edits, removes and restores rules", async ({ page, ui }) => {
  const product = await findHeadphones(page);
  await lookUp(page, product.service);
  await ui.rule.add("The price is under its 30-day median", { "By at least": "15" });
  await ui.rule.add("It has a new lowest price");
  await expect(ui.product.rules).toHaveText([/15% or more under its 30-day median/, /New lowest price ever/]);

  const low = ui.product.watching.getByRole("switch", { name: /New lowest price ever/ });
  await low.click();
  await expect(low).not.toBeChecked();
  await expect(ui.product.rules.nth(1)).toContainText("off");

  await ui.product.watching.getByRole("button", { name: /^Edit “15%/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit rule" });
  await dialog.getByRole("spinbutton", { name: /^By at least/ }).fill("20");
  await select(dialog, "Condition", "New");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(ui.product.rules.first()).toContainText("20% or more under its 30-day median new only");

  await ui.product.watching.getByRole("button", { name: /^Remove “20%/ }).click();
  await expect(ui.product.rules).toHaveCount(1);
  await expect(ui.product.watching.getByRole("button", { name: /^Edit “New lowest/ })).toBeFocused();
  await expect(ui.product.watching).toContainText("All its rules are switched off");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(ui.product.rules).toHaveCount(2);
});

test("refuses a duplicate rule with a message, and keeps the form open", async ({ page, ui }) => {
  const product = await findHeadphones(page);
  await lookUp(page, product.service);
  await ui.rule.add("It is back in stock");
  await ui.rule.open("It is back in stock");
  await ui.rule.addButton.click();
  await expect(ui.rule.error).toContainText("This rule already exists.");
  await page.keyboard.press("Escape");
  await expect(ui.rule.form).toHaveCount(0);
});

test("snoozes a product for a day or until a time, and ends the snooze", async ({ page, ui }) => {
  const product = await findHeadphones(page);
  await lookUp(page, product.service);
  const menu = ui.product.watching.getByRole("button", { name: /^Snooze/ });
  await menu.click();
  await page.getByRole("menuitemradio", { name: "For 1 day" }).click();
  await expect(ui.product.watching).toContainText("Snoozed until");
  await ui.product.watching.getByRole("button", { name: "End snooze" }).click();
  await menu.click();
  await page.getByRole("menuitemradio", { name: "Until…" }).click();
  const dialog = page.getByRole("dialog", { name: "Snooze alerts of this product" });
  await dialog.getByRole("button", { name: "Snooze" }).click();
  await expect(ui.product.watching).toContainText("Snoozed until");

  await ui.product.watching.getByRole("button", { name: "See all rules" }).click();
  const snoozed = page.getByRole("list", { name: "Snoozed products" });
  await expect(snoozed.getByRole("listitem")).toContainText(product.title);
  await snoozed.getByRole("button", { name: /^End snooze/ }).click();
  await expect(snoozed).toHaveCount(0);
});

test("edits the rules for all products beside the inbox", async ({ page, ui }) => {
  await ui.inbox.openRules();
  const list = page.getByRole("list", { name: "Rules for all products" });
  await expect(list.getByRole("listitem")).toHaveText([
    /Price drops worth knowing, from 5%/,
    /Back in stock/,
  ]);
  await ui.rule.open();
  await ui.rule.form.getByRole("textbox", { name: "Shop" }).fill("the corner");
  await ui.rule.addButton.click();
  await expect(ui.rule.error).toContainText("is not a shop's domain");
  await ui.rule.form.getByRole("textbox", { name: "Shop" }).fill("https://www.shop.example/");
  await ui.rule.addButton.click();
  await expect(list.getByRole("listitem").nth(2)).toContainText(
    "Price drops worth knowing, from 5% at shop.example",
  );
  await page.getByText("Inbox", { exact: true }).click();
  await expect(ui.inbox.empty).toBeVisible();
});
