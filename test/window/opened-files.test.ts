import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { expect, startSecondInstance, test, waitForEngine } from "../support/electron.js";
import { findSampleProducts, inspect, stubFileDialogs } from "../support/window.js";

test.use({ hasOwnApp: true });

/** Writes a catalogue file of `count` lamps, and returns its path. */
function writeLamps(file: string, count: number): string {
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

/** Gives a backup a key that the data it was made from lacks. */
function addOwnerKey(file: string, name: string): void {
  const backup = new Database(file);
  backup
    .prepare(
      "INSERT INTO api_key (id, account_id, name, hash, is_read_only, is_owner, created_at) VALUES (?, 1, ?, ?, 0, 1, 1)",
    )
    .run("key_x", name, Buffer.alloc(32, 7));
  backup.close();
}

async function countLamps(page: Page): Promise<number> {
  return (await findSampleProducts(page, "harbour lamp", 50)).length;
}

test("imports a file given at the first start once the user agrees", async ({ open, outside }) => {
  const file = writeLamps(join(outside, "harbour.tidemark"), 3);
  const tidemark = await open([file]);
  const { page } = tidemark;
  await waitForEngine(page, "ready");
  const dialog = page.getByRole("dialog", { name: "Import harbour.tidemark?" });
  await expect(dialog).toContainText(file);
  await expect(dialog).toContainText("3 lines");
  expect(await countLamps(page)).toBe(0);
  await inspect(tidemark, "opened-file");
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("heading", { name: "File imported" })).toBeVisible();
  expect(await countLamps(page)).toBe(3);
});

test("imports no declined file of a second start, and asks about a file that macOS opens with the app", async ({
  app,
  page,
  dataFolder,
  outside,
}) => {
  const first = writeLamps(join(outside, "first.jsonl"), 1);
  const second = writeLamps(join(outside, "second of two.tidemark"), 2);
  await startSecondInstance(dataFolder, [first, pathToFileURL(second).href]);
  await page
    .getByRole("dialog", { name: "Import first.jsonl?" })
    .getByRole("button", { name: "Not now" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Import second of two.tidemark?" });
  await expect(dialog).toContainText("2 lines");
  // The dialog handles keys once it has the focus.
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Catalogue files" })).toBeVisible();
  expect(await countLamps(page)).toBe(0);

  const file = writeLamps(join(outside, "handed.ndjson"), 1);
  await app.evaluate(({ app: own }, path) => {
    own.emit("open-file", { preventDefault: () => undefined }, path);
    own.emit("open-file", { preventDefault: () => undefined }, "/etc/passwd");
  }, file);
  await expect(page.getByRole("dialog", { name: "Import handed.ndjson?" })).toBeVisible();
});

test("recognizes an opened backup, and restores it once the user agrees", async ({
  tidemark,
  page,
  ui,
  outside,
  dataFolder,
}) => {
  const file = join(outside, "copy.sqlite3");
  await stubFileDialogs(tidemark, file);
  await ui.settings.open("Data");
  await page.getByRole("button", { name: "Back up…" }).click();
  await expect(page.getByRole("heading", { name: "Backup made" })).toBeVisible();
  addOwnerKey(file, "phone");
  await startSecondInstance(dataFolder, [file]);
  const dialog = page.getByRole("alertdialog", { name: "Restore this backup?" });
  await expect(dialog).toContainText("products");
  await expect(dialog.getByRole("list", { name: "What it would turn on" })).toContainText("phone");
  await expect(dialog.getByRole("switch", { name: "Turn these on" })).not.toBeChecked();
  await ui.inspect("restore-powers");
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Backup restored" })).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText("Left off, because your previous data did not have it: phone.")).toBeVisible();
});

test("suggests the extension .tidemark for an export", async ({ app, page, ui, outside }) => {
  await app.evaluate(({ dialog }, folder) => {
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const { defaultPath } = given.at(-1) as { defaultPath: string };
      const name = defaultPath.slice(
        Math.max(defaultPath.lastIndexOf("/"), defaultPath.lastIndexOf("\\")) + 1,
      );
      return { canceled: false, filePath: `${folder}/${name}` };
    };
  }, outside);
  await ui.settings.open("Data");
  await page.getByRole("button", { name: "Export…" }).click();
  await expect(page.getByRole("heading", { name: "Catalogue exported" })).toBeVisible();
  await expect(page.getByText(/tidemark-\d{4}-\d{2}-\d{2}\.tidemark/)).toBeVisible();
});
