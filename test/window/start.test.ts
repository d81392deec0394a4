import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { callEngine } from "../support/call-engine.js";
import { expect, test, waitForEngine } from "../support/electron.js";
import { resize, setTheme } from "../support/window.js";

test.use({ hasOwnApp: true });

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test("--screenshot saves a picture of the settled window and keeps the app running", async ({
  dataFolder,
  open,
}) => {
  const file = join(dataFolder, "pictures/window.png");
  const { app, page } = await open(["--screenshot", file]);
  let output = "";
  app.process().stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect
    .poll(() => output, { timeout: 40_000 })
    .toContain(`Saved a screenshot of the window to ${file}.`);
  const picture = readFileSync(file);
  expect(picture.subarray(0, 8)).toEqual(pngSignature);
  expect(picture.length).toBeGreaterThan(10_000);
  await waitForEngine(page, "ready");
});

test("reports when the page is drawn", async ({ open }) => {
  const { app, page } = await open();
  await app.evaluate(({ ipcMain }) => {
    ipcMain.removeHandler("window:drawn");
    ipcMain.handle("window:drawn", () => {
      Reflect.set(globalThis, "isDrawn", true);
      return null;
    });
  });
  await page.reload();
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, "isDrawn"))).toBe(true);
});

test("keeps all its files in the data folder, and restores theme and window size at the next start", async ({
  dataFolder,
  open,
}) => {
  const first = await open();
  await waitForEngine(first.page, "ready");
  const paths = await first.app.evaluate(({ app }) =>
    (["userData", "sessionData"] as const).map((name) => app.getPath(name)),
  );
  expect(paths).toEqual([join(dataFolder, "window"), join(dataFolder, "window")]);
  await setTheme(first.page, "dark");
  await resize(first, "800x600");
  await first.app.close();
  expect(existsSync(join(dataFolder, "tidemark.sqlite3"))).toBe(true);

  const second = await open();
  expect(await second.page.evaluate(() => window.tidemark.invoke("settings:get"))).toMatchObject({
    theme: "dark",
  });
  expect(await second.page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
  await expect.poll(() => second.page.evaluate(() => window.innerWidth)).toBe(800);
});

test("logs an uncaught exception in the main process, and keeps running", async ({
  app,
  page,
  dataFolder,
}) => {
  await app.evaluate(({ dialog }) => {
    Object.assign(dialog, { showMessageBox: async () => ({ response: 0, checkboxChecked: false }) });
    setTimeout(() => {
      throw new Error("made up by a test");
    }, 0);
  });
  const log = () => readFileSync(join(dataFolder, "logs/main.log"), { encoding: "utf8", flag: "a+" });
  await expect.poll(log).toContain("Uncaught exception: Error: made up by a test");
  await callEngine(page, "app.info", {});
});

test.describe("in a new data folder", () => {
  test.use({ hasSample: false });

  test("leads from the first start to a product with a great history in one act, and out of the sample in another", async ({
    page,
    ui,
  }) => {
    await page.getByRole("button", { name: /^Look around the sample/ }).click();
    await expect(ui.product.verdict).toContainText(/under its 30-day median/);
    await expect(ui.product.history).toBeVisible();
    await ui.photograph("first-product");
    await ui.watchList.open();
    await expect(page.getByText("9 products", { exact: true })).toBeVisible();
    // A grade keeps its disc on the row of a reached target.
    const reached = page.getByRole("row").filter({ hasText: "At target" });
    const backgroundOf = (shown: Locator) =>
      shown.evaluate((element) => getComputedStyle(element).backgroundColor);
    const grade = reached.getByRole("img", { name: /^Grade/ });
    expect(await backgroundOf(grade)).not.toBe(await backgroundOf(reached));
    await ui.goTo("Deals");
    await expect(
      page.getByRole("list", { name: "Good prices on your watch list" }).getByRole("listitem").first(),
    ).toBeVisible();
    await ui.photograph("own-deals");
    await ui.inbox.open();
    await expect(ui.inbox.rows).toHaveCount(1);
    await expect(ui.inbox.rows).toContainText("your target of");
    await ui.photograph("sample-alert");
    await ui.resize("1280x800");
    await page.getByRole("button", { name: "Leave the sample" }).click();
    await expect(ui.watchList.empty).toBeVisible();
    await expect(page.getByText("Sample market", { exact: true })).toHaveCount(0);
  });

  test("shows a German shopper a sample in euros", async ({ page, ui }) => {
    await page.evaluate(() => window.tidemark.invoke("settings:update", { language: "de" }));
    await page.getByRole("button", { name: /^Im Beispielmarkt umsehen/ }).click();
    await expect(page.getByRole("region", { name: "Bester Preis" })).toContainText(/\d,\d\d\s€/);
    await expect(page.getByRole("main")).not.toContainText("$");
    await ui.photograph("german-first-product");
  });
});
