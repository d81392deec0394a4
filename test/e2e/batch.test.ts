import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { tidemarkCommand } from "../support/command-line.js";
import {
  engineReaches,
  expect,
  goTo,
  lookUpBox,
  openBatch,
  sampleProducts,
  test,
} from "../support/electron.js";

async function identifiers(page: Page, count: number): Promise<string[]> {
  const products = await sampleProducts(page, "sample", count);
  const found = products.length >= count ? products : await sampleProducts(page, "headphones", count);
  return found.slice(0, count).map(({ barcode, service }) => barcode ?? service);
}

function box(page: Page) {
  return page.getByRole("textbox", { name: /^One on each line/ });
}

function start(page: Page) {
  return page.getByRole("button", { name: /^Look up( \d+)?$/ });
}

function results(page: Page) {
  return page.getByRole("table", { name: "Results" }).getByRole("rowgroup").last().getByRole("row");
}

test("25 lines: the cost beforehand, a job, its results, and again after a restart", async ({
  open,
  dataFolder,
}) => {
  const first = await open();
  await engineReaches(first.page, "ready");
  const list = await identifiers(first.page, 24);
  await openBatch(first.page);
  await box(first.page).fill([...list, "nobody-knows-this", list[0]].join("\n"));
  await expect(first.page.getByText("26 lines, 1 duplicate left out")).toBeVisible();
  await expect(first.page.getByText(/^Finds 24 of 25; costs \d+ of your/)).toBeVisible();
  await start(first.page).click();
  await expect(first.page.getByRole("heading", { name: "24 of 25 found" })).toBeVisible();
  await expect(results(first.page)).toHaveCount(24);
  await expect(first.page.getByRole("list", { name: "Not found" })).toHaveText("nobody-knows-this");
  await first.app.close();

  const second = await open([], dataFolder);
  await openBatch(second.page);
  await second.page.getByRole("button", { name: /^Open the list of/ }).click();
  await expect(results(second.page)).toHaveCount(24);

  // In place of the system's question where to.
  const file = join(dataFolder, "saved.csv");
  await second.app.evaluate(({ session }, path) => {
    session.defaultSession.once("will-download", (_event, item) => item.setSavePath(path));
  }, file);
  await second.page.getByRole("button", { name: "Save as CSV" }).click();
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").split("\r\n").length).toBe(27);
});

test("up to 20 are answered at once; a row opens its product", async ({ tidemark: { page } }) => {
  await openBatch(page);
  await box(page).fill((await identifiers(page, 3)).join("\n"));
  await expect(page.getByText(/^Finds all 3;/)).toBeVisible();
  await box(page).press("ControlOrMeta+Enter");
  await expect(results(page)).toHaveCount(3);
  await results(page).first().getByRole("button").click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(results(page)).toHaveCount(3);
});

test("more than a hundred go in parts", async ({ tidemark: { page } }) => {
  const list = await identifiers(page, 20);
  const unknown = Array.from({ length: 100 }, (_, index) => `nobody-knows-${index}`);
  await openBatch(page);
  await box(page).fill([...list, ...unknown].join("\n"));
  await expect(page.getByText(/^Finds 20 of 120;/)).toBeVisible();
  await start(page).click();
  await goTo(page, "Deals");
  await openBatch(page);
  await expect(page.getByRole("heading", { name: "20 of 120 found" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("heading", { name: "100 not found" })).toBeVisible();
});

test("a table is opened, and its first column is looked up", async ({ tidemark: { page }, dataFolder }) => {
  const file = join(dataFolder, "list.csv");
  const list = await identifiers(page, 2);
  writeFileSync(file, ["ean;name", ...list.map((one) => `${one};"a; b"`)].join("\r\n"));
  await openBatch(page);
  await page.getByTestId("batch-file").setInputFiles(file);
  await expect(box(page)).toHaveValue(list.join("\n"));
  expect(readFileSync(file, "utf8")).toContain("ean;name");
});

test("what finds nothing, or more than the credits cover, cannot be started", async ({
  tidemark: { page, dataFolder },
}) => {
  await tidemarkCommand(dataFolder, "account", "set", "--plan-credits", "10", "--used", "0");
  await openBatch(page);
  await expect(start(page)).toBeDisabled();
  await box(page).fill("nobody-knows-this");
  await expect(page.getByText("Finds none of 1, which costs nothing.")).toBeVisible();
  await expect(start(page)).toBeDisabled();

  const list = await identifiers(page, 5);
  await tidemarkCommand(dataFolder, "account", "set", "--used", "0");
  await box(page).fill(list.join("\n"));
  await expect(page.getByText("That is 10 credits more than you have.")).toBeVisible();
  await expect(start(page)).toBeDisabled();
  await page.getByRole("checkbox", { name: /^Offers/ }).uncheck();
  await expect(page.getByText("Finds all 5; costs 5 of your 10 credits.")).toBeVisible();
  await expect(start(page)).toBeEnabled();
});

test("several lines in the look-up box are offered to be looked up together", async ({
  tidemark: { app, page },
}) => {
  await app.evaluate(({ clipboard }) => clipboard.writeText("one\ntwo\n\nthree\n"));
  await lookUpBox(page).focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByText("You pasted 3 lines.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveValue("one\ntwo\nthree");
});
