import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/electron.js";
import { productHtml } from "../support/shop-site.js";
import { setTheme } from "../support/window.js";

/** Saves a picture of the window; with `UPDATE=1` also where the documents show it. */
async function saveDocumentPicture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  // Neither a tip nor a list of suggestions hides anything; a field that waits for an answer keeps the focus.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  });
  const picture = join("test-results/pictures", `document-${name}.png`);
  await page.screenshot({ path: picture });
  if (!process.env.UPDATE) return;
  mkdirSync("docs/pictures", { recursive: true });
  copyFileSync(picture, `docs/pictures/${name}.png`);
}

test("takes the pictures of the README and the user guide", async ({ page, ui, openShop }) => {
  const shop = await openShop(() => productHtml());
  await setTheme(page, "light");
  await ui.resize("1280x800");
  await expect(ui.watchList.empty).toBeVisible();
  await saveDocumentPicture(page, "first-start");
  await page.getByRole("button", { name: /^Look around the sample/ }).click();
  await expect(ui.product.verdict).toContainText(/under its 30-day median/);
  await page.getByRole("status").getByRole("button", { name: "Dismiss" }).click();
  await page
    .getByRole("button", { name: "Set and watch" })
    .or(page.getByRole("button", { name: "Set target" }))
    .first()
    .click();
  await expect(page.locator(".tide-flag").first()).toBeVisible();
  await saveDocumentPicture(page, "product");
  await ui.watchList.open();
  // One of nine is sold out, without a gauge.
  await expect(page.locator(".tide-row")).toHaveCount(8);
  await ui.goTo("Deals");
  await expect(page.getByRole("list", { name: "Good prices on your watch list" })).toBeVisible();
  await saveDocumentPicture(page, "deals");
  await ui.lookUp("headphones");
  await expect(page.locator(".result-tide").first()).toBeVisible();
  await saveDocumentPicture(page, "search");
  await ui.links.add(shop.url);
  await expect(page.getByRole("textbox", { name: /^Tell me at or below|^Target price/ })).toBeFocused();
  await saveDocumentPicture(page, "add-link");
  await setTheme(page, "dark");
  await ui.watchList.open();
  await expect(page.locator(".tide-row")).toHaveCount(9);
  await saveDocumentPicture(page, "watch-list-dark");
});
