import { DAY_MS } from "../../src/shared/time.js";
import { watch } from "../support/call-engine.js";
import { importProduct } from "../support/command-line.js";
import { expect, test, waitForEngine } from "../support/electron.js";
import { twoCurrencies } from "../support/price-history.js";
import { findHeadphones, screenshot } from "../support/window.js";

test("excludes a wrong price from the history, restores it, and adds one by hand", async ({ page, ui }) => {
  await ui.lookUp((await findHeadphones(page)).service);
  await ui.product.history.getByText("Table").click();
  const table = ui.product.history.getByRole("table", { name: "Price history" });
  const row = table.getByRole("row").nth(2);
  const price = await row.getByRole("cell").nth(2).textContent();
  await row.getByRole("button", { name: /^Correct/ }).click();
  const dialog = page.getByRole("dialog", { name: "Correct a price" });
  await expect(dialog).toBeVisible();
  await ui.photograph("edit-point");
  await dialog.getByRole("button", { name: "Exclude it" }).click();
  await expect(dialog).toBeHidden();
  const edits = page.getByRole("region", { name: "Corrected by hand" });
  await expect(edits).toContainText(`${price} excluded`);
  await ui.photograph("hand-edits");
  await edits.getByRole("button", { name: /^Undo/ }).click();
  await expect(edits).toBeHidden();

  await ui.product.history.getByRole("button", { name: "Add a price" }).click();
  const adding = page.getByRole("dialog", { name: "Add a price" });
  await expect(adding.getByLabel(/^Price in/)).toBeFocused();
  await page.keyboard.type("1.23");
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(edits).toContainText("$1.23 added");
  await expect(ui.product.assessment).toContainText("$1.23");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(edits).toBeHidden();
});

test("renames a product, and undoes it", async ({ page, ui }) => {
  await ui.lookUp("headphones");
  await page.getByRole("list", { name: "Products" }).getByRole("listitem").first().click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("Headphones");
  const before = await heading.textContent();
  await page.getByRole("button", { name: "Rename…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Birthday headphones");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText("Birthday headphones");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(heading).toHaveText(before ?? "");
});

test("suggests a watched product with the same name at another shop as the same one", async ({
  page,
  ui,
  dataFolder,
}) => {
  const { offers = [], ...telescope } = twoCurrencies(Date.now());
  const keys: string[] = [];
  for (const [title, part] of [
    ["Field Telescope", offers.slice(1, 2)],
    ["Telescope, Field", offers.slice(2)],
    ["Field Telescope, large", offers.slice(0, 1)],
  ] as const)
    keys.push(
      await importProduct(dataFolder, {
        ...telescope,
        service: `product/telescope/t${keys.length}`,
        title,
        offers: [...part],
      }),
    );
  await watch(page, keys);
  await ui.lookUp(keys[0] ?? "");
  await expect(ui.product.offersSection).toContainText(
    "You also have “Telescope, Field”, €505.00 at ceder.example. Is it the same product?",
  );
  await ui.product.offersSection.scrollIntoViewIfNeeded();
  await screenshot(ui.product.offersSection, "same-product");
  await ui.product.offersSection.getByRole("button", { name: "They are different" }).click();
  await expect(ui.product.offersSection).not.toContainText("Is it the same product?");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ui.product.offersSection).toContainText("Is it the same product?");
  await ui.product.offersSection.getByRole("button", { name: "Merge the two…" }).click();
  const dialog = page.getByRole("dialog", { name: /same product/ });
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await expect(dialog.getByRole("radio", { name: /^Telescope, Field €505\.00 at ceder/ })).toBeChecked();
  await ui.inspect("merge");
  await dialog.getByRole("searchbox").fill("lar");
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await dialog.getByRole("searchbox").fill("");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(ui.product.offersSection.getByRole("table")).toContainText("ceder.example");
  await expect(ui.product.offersSection).not.toContainText("Is it the same product?");
  await page.getByRole("button", { name: "Undo the merge with “Telescope, Field”" }).scrollIntoViewIfNeeded();
  await ui.photograph("merged");
  await page.getByRole("button", { name: "Merge with another entry…" }).click();
  await ui.photographInGerman("merge");
});

test("warns before merging packs of different sizes", async ({ ui, dataFolder }) => {
  const { offers = [], ...salt } = twoCurrencies(Date.now());
  const keys: string[] = [];
  for (const title of ["Sea salt flakes, 250 g", "Sea salt flakes, 0.25 kg", "Sea salt flakes, 1 kg"])
    keys.push(
      await importProduct(dataFolder, {
        ...salt,
        service: `product/salt/s${keys.length}`,
        title,
        offers: offers.slice(keys.length, keys.length + 1),
      }),
    );
  await ui.lookUp(keys[0] ?? "");
  const dialog = await ui.product.openMerge();
  await dialog.getByRole("searchbox").fill("salt");
  await dialog.getByRole("radio", { name: /, 0\.25 kg/ }).check();
  await expect(dialog).toContainText("“Sea salt flakes, 250 g” become one product");
  await expect(dialog).not.toContainText("differ in size");
  await dialog.getByRole("radio", { name: /, 1 kg/ }).check();
  await expect(dialog).toContainText("Their packs differ in size");
});

test("keeps what is typed into a dialog when the day of the history ends", async ({ page, ui }) => {
  await page.clock.install();
  await page.reload();
  await waitForEngine(page, "ready");
  await ui.lookUp((await findHeadphones(page)).service);
  await ui.product.history.getByText("Table").click();
  await ui.product.history.getByRole("button", { name: "Add a price" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a price" });
  const price = dialog.getByLabel(/^Price in/);
  await price.fill("1.23");
  await page.clock.setSystemTime(Date.now() + DAY_MS);
  await page.clock.runFor(31_000);
  await expect(price).toHaveValue("1.23");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(ui.product.history.getByRole("table", { name: "Price history" })).toBeVisible();
});
