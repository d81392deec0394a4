import { expect, test } from "../support/electron.js";
import { findHeadphones, select } from "../support/window.js";

test("adds, disables, edits, removes and restores rules", async ({ page, ui }) => {
  const product = await findHeadphones(page);
  await ui.lookUp(product.service);
  await ui.rule.add("The price is under its 30-day median", { "By at least": "15" });
  await ui.rule.add("It has a new lowest price");
  await expect(ui.product.rules).toHaveText([/15% or more under its 30-day median/, /New lowest price ever/]);
  await expect(ui.product.watching).toContainText("this product is not watched");

  const low = ui.product.watching.getByRole("switch", { name: /New lowest price ever/ });
  await low.click();
  await expect(low).not.toBeChecked();
  await expect(ui.product.rules.nth(1)).toContainText("off");

  await ui.product.watching.getByRole("button", { name: /^Edit “15%/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit rule" });
  // The dialog keeps the focus, so the look-up box behind it must not open its list.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.locator("search [aria-expanded]")).toHaveAttribute("aria-expanded", "false");
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

test("snoozes a product for a day or until a time, and ends the snooze", async ({ page, ui }) => {
  const product = await findHeadphones(page);
  await ui.lookUp(product.service);
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
  const row = await list.getByRole("listitem").first().boundingBox();
  expect(row?.height, "A rule takes a line.").toBeLessThan(56);
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
