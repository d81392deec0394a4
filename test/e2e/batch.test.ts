import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test, waitForEngine } from "../support/electron.js";
import { findSampleProducts, goTo, lookUpBox, openBatch } from "../support/window.js";

async function identifiers(page: Page, count: number): Promise<string[]> {
  const products = await findSampleProducts(page, "sample", count);
  const found = products.length >= count ? products : await findSampleProducts(page, "headphones", count);
  return found.slice(0, count).map(({ barcode, service: productKey }) => barcode ?? productKey);
}

function linesBox(page: Page) {
  return page.getByRole("textbox", { name: /^One on each line/ });
}

function lookUpButton(page: Page) {
  return page.getByRole("button", { name: /^Look up( \d+)?$/ });
}

function resultRows(page: Page) {
  return page.getByRole("table", { name: "Results" }).getByRole("rowgroup").last().getByRole("row");
}

test("looks up 25 lines by a job, and keeps the results across a restart", async ({ open, dataFolder }) => {
  const first = await open();
  await waitForEngine(first.page, "ready");
  const list = await identifiers(first.page, 24);
  await openBatch(first.page);
  await linesBox(first.page).fill([...list, "nobody-knows-this", list[0]].join("\n"));
  await expect(first.page.getByText("26 lines, 1 duplicate left out")).toBeVisible();
  await lookUpButton(first.page).click();
  await expect(first.page.getByRole("heading", { name: "24 of 25 found" })).toBeVisible();
  await expect(resultRows(first.page)).toHaveCount(24);
  await expect(first.page.getByRole("list", { name: "Not found" })).toHaveText("nobody-knows-this");
  await first.app.close();

  const second = await open([], dataFolder);
  await openBatch(second.page);
  await second.page.getByRole("button", { name: /^Open the list of/ }).click();
  await expect(resultRows(second.page)).toHaveCount(24);

  // Replaces the system's save dialog.
  const file = join(dataFolder, "saved.csv");
  await second.app.evaluate(({ session }, path) => {
    session.defaultSession.once("will-download", (_event, item) => item.setSavePath(path));
  }, file);
  await second.page.getByRole("button", { name: "Save as CSV" }).click();
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").split("\r\n").length).toBe(27);
});

test("looks up a short list without a job, and opens a product from its row", async ({
  tidemark: { page },
}) => {
  await openBatch(page);
  await linesBox(page).fill((await identifiers(page, 3)).join("\n"));
  await linesBox(page).press("ControlOrMeta+Enter");
  await expect(resultRows(page)).toHaveCount(3);
  await resultRows(page).first().getByRole("button").click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(resultRows(page)).toHaveCount(3);
});

test("looks up more than a hundred lines in parts", async ({ tidemark: { page } }) => {
  const list = await identifiers(page, 20);
  const unknown = Array.from({ length: 100 }, (_, index) => `nobody-knows-${index}`);
  await openBatch(page);
  await linesBox(page).fill([...list, ...unknown].join("\n"));
  await lookUpButton(page).click();
  await goTo(page, "Deals");
  await openBatch(page);
  await expect(page.getByRole("heading", { name: "20 of 120 found" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("heading", { name: "100 not found" })).toBeVisible();
});

test("reads the first column of an opened table", async ({ tidemark: { page }, dataFolder }) => {
  const file = join(dataFolder, "list.csv");
  const list = await identifiers(page, 2);
  writeFileSync(file, ["ean;name", ...list.map((one) => `${one};"a; b"`)].join("\r\n"));
  await openBatch(page);
  await page.getByTestId("batch-file").setInputFiles(file);
  await expect(linesBox(page)).toHaveValue(list.join("\n"));
  expect(readFileSync(file, "utf8")).toContain("ean;name");
});

test("looks up a list of which nothing is known, and needs at least one line", async ({
  tidemark: { page },
}) => {
  await openBatch(page);
  await expect(lookUpButton(page)).toBeDisabled();
  await linesBox(page).fill("nobody-knows-this");
  await lookUpButton(page).click();
  await expect(page.getByRole("list", { name: "Not found" })).toHaveText("nobody-knows-this");
});

test("offers to look up several pasted lines together", async ({ tidemark: { app, page } }) => {
  await app.evaluate(({ clipboard }) => clipboard.writeText("one\ntwo\n\nthree\n"));
  await lookUpBox(page).focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByText("You pasted 3 lines.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(linesBox(page)).toHaveValue("one\ntwo\nthree");
});
