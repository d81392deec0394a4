import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { callEngine } from "../support/call-engine.js";
import { importKettle, kettle } from "../support/command-line.js";
import { expect, type RunningApp, test, waitForEngine } from "../support/electron.js";
import { Settings } from "../support/models/settings.js";
import { expectAccessible, lookUp, photograph, stubFileDialogs } from "../support/window.js";

test.use({ hasOwnApp: true });

/** Long enough to read, check and write a whole database or catalogue. */
const wholeFileTimeout = { timeout: 40_000 };

function button(page: Page, name: string | RegExp) {
  return page.getByRole("button", { name });
}

/** Opens the kettle, and expects this price. */
async function expectKettlePrice(page: Page, price: string): Promise<void> {
  await lookUp(page, kettle.title);
  await button(page, kettle.title).first().click();
  await expect(page.getByRole("heading", { name: kettle.title, level: 1 })).toBeVisible();
  await expect(page.getByText(price).first()).toBeVisible();
}

/** Backs up to this file, and waits until the backup is complete. */
async function backUp(tidemark: RunningApp, file: string): Promise<void> {
  await stubFileDialogs(tidemark, file);
  await new Settings(tidemark.page).open("Data");
  await button(tidemark.page, "Back up…").click();
  await expect(tidemark.page.getByRole("heading", { name: "Backup made" })).toBeVisible();
}

function catalogueLine(name: string): string {
  const offer = {
    retailer: "shop.example",
    price: 12.5,
    currency: "USD",
    availability: "in",
    URL: `https://shop.example/${name}`,
  };
  return JSON.stringify({
    type: "product",
    service: `product/e2e/${name}`,
    title: `Lamp ${name}`,
    offers: [offer],
  });
}

function manyLines(count: number): string {
  return Array.from({ length: count }, (_, i) => catalogueLine(String(i))).join("\n");
}

test("restores a backup while the app runs, and puts the replaced data aside", async ({
  tidemark,
  page,
  ui,
  dataFolder,
  outside,
}) => {
  const file = join(outside, "my backup.sqlite3");
  await ui.settings.open("Data");
  await expect(page.getByText(/^No backup yet/)).toBeVisible();
  await importKettle(dataFolder, 60);
  await backUp(tidemark, file);
  expect(existsSync(file)).toBe(true);
  await expect(page.getByText("Last backup just now.")).toBeVisible();

  await button(page, "Remove sample market").click();
  await ui.settings.confirm("Remove sample market");
  await expect(button(page, "Load sample market")).toBeVisible();
  await importKettle(dataFolder, 40);

  await button(page, "Restore from a file…").click();
  await expect(page.getByRole("alertdialog")).toContainText(/It contains \d+ products/);
  await ui.expectAccessible();
  await ui.settings.confirm("Restore");
  await expect(page.getByRole("heading", { name: "Backup restored" })).toBeVisible(wholeFileTimeout);
  await expect(page.getByText("Your previous data is kept:")).toBeVisible();
  await expect(button(page, "Remove sample market")).toBeVisible();
  await ui.photograph("data-restored");
  await expectKettlePrice(page, "$60.00");

  // The data that a restore puts aside is a backup like any other.
  await ui.settings.open("Data");
  const aside = page.getByRole("listitem").filter({ hasText: "Saved before a restore" });
  await aside.getByRole("button").click();
  await ui.settings.confirm("Restore");
  await expect(button(page, "Load sample market")).toBeVisible(wholeFileTimeout);
  await expectKettlePrice(page, "$40.00");
});

test("restores the newest backup over a corrupt database with one click, and keeps the corrupt file", async ({
  open,
  dataFolder,
  outside,
}) => {
  const first = await open();
  await waitForEngine(first.page, "ready");
  await importKettle(dataFolder, 60);
  await backUp(first, join(outside, "copy.sqlite3"));
  await first.app.close();
  const database = join(dataFolder, "tidemark.sqlite3");
  writeFileSync(database, "rubbish ".repeat(9_000));

  const second = await open();
  const { page } = second;
  await expect(page.getByRole("alert")).toContainText("damaged", { timeout: 40_000 });
  await expect(button(page, "Restore the newest backup")).toBeVisible();
  await expectAccessible(page);
  await photograph(second, "data-recover");
  await button(page, "Restore the newest backup").click();
  await expect(page.getByRole("heading", { name: "Backup restored" })).toBeVisible(wholeFileTimeout);
  await expectKettlePrice(page, "$60.00");
  const kept = readdirSync(dataFolder).filter((name) => name.includes("before-restore"));
  expect(kept.map((name) => readFileSync(join(dataFolder, name), "utf8").slice(0, 7))).toEqual(["rubbish"]);
});

test("lists the lines that an import skipped, and saves the whole list", async ({
  tidemark,
  page,
  ui,
  outside,
}) => {
  const file = join(outside, "lamps.jsonl");
  const bad = Array.from({ length: 25 }, () => "this is no JSON");
  writeFileSync(file, [catalogueLine("one"), ...bad, catalogueLine("two")].join("\n"));
  await stubFileDialogs(tidemark, file);
  await ui.settings.open("Data");
  await button(page, "Import…").click();
  await expect(page.getByRole("heading", { name: "File imported, but not all of it" })).toBeVisible();
  await expect(page.getByText("2 products, 2 offers, and 2 price points.")).toBeVisible();
  await expect(page.getByText("25 lines were not fully imported")).toBeVisible();
  await expect(page.getByText(/^Line \d+: is not valid JSON$/)).toHaveCount(20);
  await expect(page.getByText("and 5 more")).toBeVisible();
  await ui.inspect("data-imported");

  const list = join(outside, "lines.txt");
  await stubFileDialogs(tidemark, list);
  await button(page, "Save the whole list…").click();
  await expect.poll(() => existsSync(list) && readFileSync(list, "utf8").split("\n").length).toBe(26);
  await button(page, "Dismiss").click();
  await expect(page.getByText("and 5 more")).toHaveCount(0);
  await ui.lookUp("Lamp two");
  await expect(page.getByRole("heading", { name: "Lamp two" })).toBeVisible();
});

test("imports while the window is in use, and keeps the lines read before it is cancelled", async ({
  tidemark,
  page,
  ui,
  outside,
}) => {
  const file = join(outside, "many.jsonl");
  writeFileSync(file, manyLines(60_000));
  await stubFileDialogs(tidemark, file);
  await ui.settings.open("Data");
  await button(page, "Import…").click();
  await expect(page.getByText(/^[\d,]+ of 60,000 lines$/)).toBeVisible();
  await expect(button(page, "Export…")).toBeDisabled();
  await ui.goTo("Deals");
  await expect(page.locator("[data-row]").first()).toBeVisible();
  await ui.settings.open("Data");
  await expect(page.getByRole("progressbar", { name: "Importing" })).toBeVisible();
  await button(page, "Cancel the import").click();
  await expect(page.getByRole("heading", { name: "The import was cancelled" })).toBeVisible();
  await expect(page.getByText(/[\d,]+ of 60,000 lines were read\. What was imported stays/)).toBeVisible();
  await ui.lookUp("Lamp 0");
  await expect(page.getByText("Lamp 0", { exact: true }).first()).toBeVisible();
});

test("explains a failed backup, import or restore, and changes nothing", async ({
  tidemark,
  page,
  ui,
  dataFolder,
  outside,
}) => {
  await ui.settings.open("Data");

  await stubFileDialogs(tidemark, null);
  await button(page, "Back up…").click();
  await expect(button(page, "Back up…")).toBeEnabled();
  await expect(page.locator(".data-ended")).toHaveCount(0);

  await stubFileDialogs(tidemark, join(dataFolder, "tidemark.sqlite3"));
  await button(page, "Back up…").click();
  const failure = page.getByRole("alert");
  await expect(failure).toContainText("Tidemark itself uses this file.");
  await ui.inspect("data-failed");

  const picture = join(outside, "picture.jpg");
  writeFileSync(picture, Buffer.alloc(2_000));
  await stubFileDialogs(tidemark, picture);
  await button(page, "Import…").click();
  await expect(failure).toContainText("The file is not a catalogue file.");
  await button(page, "Restore from a file…").click();
  await expect(page.getByRole("dialog")).toContainText("The file is not a backup.");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  const file = join(outside, "copy.sqlite3");
  await backUp(tidemark, file);
  await stubFileDialogs(tidemark, file);
  await button(page, "Import…").click();
  await expect(failure).toContainText("The file is a backup, not a catalogue file.");
  rmSync(file);
  await button(page, "Restore from a file…").click();
  await expect(page.getByRole("dialog")).toContainText("The file is no longer there.");
  expect(await callEngine(page, "app.info", {})).toMatchObject({ has_sample: true });
});
