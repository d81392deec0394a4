import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.js";
import { engineReaches, expect, openSettings, photograph, startAgain, test } from "../support/electron.js";
import { answerFileDialogs } from "../support/file-dialogs.js";

/** A catalogue file of so many lamps. */
function lamps(file: string, count: number): string {
  const line = (at: number) =>
    JSON.stringify({
      type: "product",
      service: `product/opened/${at}`,
      title: `Harbour Lamp ${at}`,
      offers: [{ retailer: "shop.example", price: 12.5, currency: "USD", URL: `https://shop.example/${at}` }],
    });
  writeFileSync(file, `${Array.from({ length: count }, (_, at) => line(at)).join("\n")}\n`);
  return file;
}

function lampsIn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const found = await window.tidemark.invoke("engine:call", "products.search", {
      q: "harbour lamp",
      limit: 50,
    });
    return found.ok ? found.data.data.length : -1;
  });
}

test("the first start with a file asks, and imports it when that is agreed to", async ({ open, outside }) => {
  const file = lamps(join(outside, "harbour.tidemark"), 3);
  const tidemark = await open([file]);
  const { page } = tidemark;
  await engineReaches(page, "ready");
  const dialog = page.getByRole("dialog", { name: "Import harbour.tidemark?" });
  await expect(dialog).toContainText(file);
  await expect(dialog).toContainText("3 lines");
  expect(await lampsIn(page)).toBe(0);
  await expectAccessible(page);
  await photograph(tidemark, "opened-file");
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("heading", { name: "The file is imported" })).toBeVisible();
  expect(await lampsIn(page)).toBe(3);
});

test("a second start hands its files over, and what is declined is not imported", async ({
  tidemark: { page, dataFolder },
  outside,
}) => {
  const first = lamps(join(outside, "first.jsonl"), 1);
  const second = lamps(join(outside, "second of two.tidemark"), 2);
  await startAgain(dataFolder, [first, pathToFileURL(second).href]);
  await page
    .getByRole("dialog", { name: "Import first.jsonl?" })
    .getByRole("button", { name: "Not now" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Import second of two.tidemark?" });
  await expect(dialog).toContainText("2 lines");
  // It hears the keyboard once it has it.
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Catalogue files" })).toBeVisible();
  expect(await lampsIn(page)).toBe(0);
});

test("a file that macOS hands over is asked about, too", async ({ tidemark: { app, page }, outside }) => {
  const file = lamps(join(outside, "handed.ndjson"), 1);
  await app.evaluate(({ app: own }, path) => {
    own.emit("open-file", { preventDefault: () => undefined }, path);
    own.emit("open-file", { preventDefault: () => undefined }, "/etc/passwd");
  }, file);
  await expect(page.getByRole("dialog", { name: "Import handed.ndjson?" })).toBeVisible();
});

test("a file that is gone is said to be", async ({ tidemark, outside }) => {
  const { page, dataFolder } = tidemark;
  await startAgain(dataFolder, [join(outside, "gone.tidemark")]);
  const dialog = page.getByRole("dialog", { name: "gone.tidemark cannot be imported" });
  await expect(dialog).toContainText("The file is not there any more.");
  await photograph(tidemark, "opened-file-gone");
});

test("a backup is shown for what it is, and restored when that is agreed to", async ({
  tidemark,
  outside,
}) => {
  const { page, dataFolder } = tidemark;
  const file = join(outside, "copy.sqlite3");
  await answerFileDialogs(tidemark, file);
  await openSettings(page, "Data");
  await page.getByRole("button", { name: "Back up…" }).click();
  await expect(page.getByRole("heading", { name: "The backup is made" })).toBeVisible();
  await startAgain(dataFolder, [file]);
  const dialog = page.getByRole("alertdialog", { name: "Restore this backup?" });
  await expect(dialog).toContainText("products");
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The backup is restored" })).toBeVisible({
    timeout: 20_000,
  });
});

test("a database that is no backup is not restored", async ({ tidemark: { page, dataFolder }, outside }) => {
  const file = join(outside, "other.sqlite3");
  writeFileSync(file, "not a database");
  await startAgain(dataFolder, [file]);
  await expect(page.getByRole("dialog", { name: "This file cannot be restored" })).toContainText(
    "The file is not a backup.",
  );
});

test("an export is suggested under the app's own ending", async ({ tidemark, outside }) => {
  const { app, page } = tidemark;
  await app.evaluate(({ dialog }, folder) => {
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const { defaultPath } = given.at(-1) as { defaultPath: string };
      const name = defaultPath.slice(
        Math.max(defaultPath.lastIndexOf("/"), defaultPath.lastIndexOf("\\")) + 1,
      );
      return { canceled: false, filePath: `${folder}/${name}` };
    };
  }, outside);
  await openSettings(page, "Data");
  await page.getByRole("button", { name: "Export…" }).click();
  await expect(page.getByRole("heading", { name: "The catalogue is exported" })).toBeVisible();
  await expect(page.getByText(/tidemark-\d{4}-\d{2}-\d{2}\.tidemark/)).toBeVisible();
});
