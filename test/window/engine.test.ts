import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callEngine, watch } from "../support/call-engine.js";
import { expect, test, testOptions, waitForEngine } from "../support/electron.js";
import { Ui } from "../support/models/ui.js";
import { isAlive } from "../support/process.js";
import { findHeadphones, photograph, recordBanners } from "../support/window.js";

test.use({ hasOwnApp: true });

test("restarts an engine killed with kill -9, says so in the window, and stops it with the app", async ({
  app,
  page,
  dataFolder,
}) => {
  const before = await waitForEngine(page, "ready");
  const banners = await recordBanners(page);
  await callEngine(page, "app.info", {});

  process.kill(before.pid, "SIGKILL");
  await expect.poll(banners).toContainEqual(expect.stringContaining("is restarting"));

  // A call waits for the restart instead of failing.
  await callEngine(page, "app.info", {});
  const ready = await waitForEngine(page, "ready");
  expect(ready.pid).not.toBe(before.pid);
  await expect(page.getByText("is restarting")).toHaveCount(0);

  await app.close();
  // Electron reports the end of a utility process shortly before the system does.
  await expect.poll(() => isAlive(ready.pid)).toBe(false);
  // A leftover write-ahead log or address file would mean that the engine was killed.
  expect(readdirSync(dataFolder).filter((name) => /-wal$|-shm$|^engine\.json$/.test(name))).toEqual([]);
});

test("says that an engine does not answer, until it answers or is restarted on request", async ({ open }) => {
  const { page } = await open([], undefined, testOptions({}, 200));
  const { pid } = await waitForEngine(page, "ready");
  const banner = page.getByText("is not responding");
  process.kill(pid, "SIGSTOP");
  await expect(banner).toBeVisible();
  process.kill(pid, "SIGCONT");
  await expect(banner).toBeHidden();
  expect(await waitForEngine(page, "ready")).toMatchObject({ pid });

  process.kill(pid, "SIGSTOP");
  await page.getByRole("button", { name: "Restart", exact: true }).click();
  // An engine that does not stop is killed after 10 s.
  await expect.poll(() => isAlive(pid), { timeout: 40_000 }).toBe(false);
  const after = await waitForEngine(page, "ready");
  expect(after.pid).not.toBe(pid);
});

function mount(...args: readonly string[]): boolean {
  try {
    execFileSync("mount", args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("shows the data of a folder that cannot be written, and refuses changes until it can", async ({
  dataFolder,
  open,
}) => {
  const disk = ["-t", "tmpfs", "-o", "size=200m", "tmpfs", dataFolder];
  test.skip(process.platform !== "linux" || !mount(...disk), "Mounting a disk needs root on Linux.");
  try {
    const first = await open();
    await waitForEngine(first.page, "ready");
    const { service: productKey, title: name } = await findHeadphones(first.page);
    await watch(first.page, [productKey]);
    await expect(first.page.getByRole("row", { name })).toBeVisible();
    await first.app.close();
    mount("-o", "remount,ro", dataFolder);

    const tidemark = await open();
    const { page } = tidemark;
    const { product } = new Ui(page);
    expect(await waitForEngine(page, "ready")).toMatchObject({ isReadOnly: true });
    const banner = page.getByText("it only shows what was saved");
    await expect(banner).toBeVisible();
    await page.getByRole("button", { name: "Sort and columns" }).click();
    await page.getByRole("checkbox", { name: "When it is checked next" }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row", { name })).toContainText("paused");
    await page.getByRole("row", { name }).click();
    await expect(product.title(name)).toBeVisible();
    await expect(product.watching).toContainText("Checks are paused");
    await expect(page.getByText(/Next check in|Next check .* at/)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
    await photograph(tidemark, "read-only");
    await product.watchSwitch.click();
    await expect(page.getByText("give your user permission to write")).toBeVisible();

    mount("-o", "remount,rw", dataFolder);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(banner).toHaveCount(0);
    await expect(product.watchSwitch).toBeChecked();
    await tidemark.app.close();
  } finally {
    execFileSync("umount", ["-l", dataFolder]);
  }
});

test("says that changes are lost if their file is gone after Tidemark was killed", async ({
  open,
  dataFolder,
}) => {
  // Left behind by a killed engine.
  writeFileSync(join(dataFolder, "engine.json"), "{}");
  const { page } = await open();
  const banner = page.getByText("the file with its latest changes is gone");
  await expect(banner).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toHaveCount(0);
});

test("leaves no engine behind when the app is killed with kill -9, and starts again", async ({ open }) => {
  const { page, process: main } = await open();
  const { pid } = await waitForEngine(page, "ready");
  main.kill("SIGKILL");
  await expect.poll(() => isAlive(pid), { timeout: 40_000 }).toBe(false);
  const again = await open();
  await waitForEngine(again.page, "ready");
  await callEngine(again.page, "account.show", {});
});

test("reports a damaged database without changing it, and starts once it is gone", async ({
  dataFolder,
  open,
}) => {
  const file = join(dataFolder, "tidemark.sqlite3");
  const rubbish = "this is not a database ".repeat(500);
  writeFileSync(file, rubbish);
  const { page } = await open();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("damaged", { timeout: 40_000 });
  await expect(page.getByText(/^There is no backup here/)).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(rubbish);
  expect(await page.evaluate(() => window.tidemark.invoke("engine:call", "app.info", {}))).toMatchObject({
    error: { code: "ENGINE_STOPPED" },
  });

  writeFileSync(file, "");
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForEngine(page, "ready");
});
