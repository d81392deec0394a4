import { expect, test, waitForEngine } from "../support/electron.js";
import { findSampleProducts, lookUp, photograph } from "../support/window.js";

test("excludes a wrong price from the history, restores it, and adds one by hand", async ({ tidemark }) => {
  const { page } = tidemark;
  await waitForEngine(page, "ready");
  const [product] = await findSampleProducts(page, "headphones", 1);
  await lookUp(page, product?.service ?? "");
  const history = page.getByRole("region", { name: "Price history" });
  await history.getByText("Table").click();
  const table = history.getByRole("table", { name: "Price history" });
  const row = table.getByRole("row").nth(2);
  const price = await row.getByRole("cell").nth(2).textContent();
  await row.getByRole("button", { name: /^Correct/ }).click();
  const dialog = page.getByRole("dialog", { name: "Correct a price" });
  await expect(dialog).toBeVisible();
  await photograph(tidemark, "edit-point");
  await dialog.getByRole("button", { name: "Exclude it" }).click();
  await expect(dialog).toBeHidden();
  const edits = page.getByRole("region", { name: "Corrected by hand" });
  await expect(edits).toContainText(`${price} excluded`);
  await photograph(tidemark, "hand-edits");
  await edits.getByRole("button", { name: /^Undo/ }).click();
  await expect(edits).toBeHidden();

  await history.getByRole("button", { name: "Add a price" }).click();
  const adding = page.getByRole("dialog", { name: "Add a price" });
  await expect(adding.getByLabel(/^Price in/)).toBeFocused();
  await page.keyboard.type("1.23");
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(edits).toContainText("$1.23 added");
  await expect(page.getByRole("region", { name: "Is it a good price?" })).toContainText("$1.23");
});

test("merges two products, and undoes the merge", async ({ tidemark }) => {
  const { page } = tidemark;
  await waitForEngine(page, "ready");
  const [kept, other] = await findSampleProducts(page, "headphones", 2);
  await lookUp(page, kept?.service ?? "");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(kept?.title ?? "");
  const rows = page.getByRole("table", { name: "Offers" }).getByRole("row");
  const before = await rows.count();
  await page.getByRole("button", { name: "Merge with another entry…" }).click();
  const dialog = page.getByRole("dialog", { name: /same product/ });
  await dialog.getByRole("searchbox").fill(other?.title ?? "");
  await dialog.getByRole("button", { name: "Search" }).click();
  await photograph(tidemark, "merge");
  await dialog
    .getByRole("button", { name: other?.title ?? "" })
    .first()
    .click();
  await expect(page.getByRole("status").filter({ hasText: "Both are now one product." })).toBeVisible();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "They are two products again." })).toBeVisible();
  await expect(heading).toHaveText(other?.title ?? "");
});
