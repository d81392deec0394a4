import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { engineReaches, expect, killEngine, test } from "../support/electron.js";
import { patch } from "../support/file-damage.js";

/** Keeps every text that the window's status line shows: it may be gone before a test could look. */
async function recordBanners(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { bannersSeen: seen });
    const look = () => {
      for (const status of document.querySelectorAll('[role="status"]')) seen.push(status.textContent ?? "");
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { bannersSeen: string[] }).bannersSeen);
}

test("killed with kill -9: the window says so, and the engine is back and answers", async ({
  tidemark: { page },
}) => {
  const before = await engineReaches(page, "ready");
  const banners = await recordBanners(page);
  const info = page.evaluate(() => window.tidemark.invoke("engine:call", "app.info", {}));
  expect(await info).toMatchObject({ ok: true });

  process.kill(before.pid, "SIGKILL");
  await expect
    .poll(banners, { timeout: 5_000 })
    .toContainEqual(expect.stringContaining("being started again"));

  // Waits for the restart instead of failing.
  const after = await page.evaluate(() => window.tidemark.invoke("engine:call", "app.info", {}));
  expect(after).toMatchObject({ ok: true });
  const ready = await engineReaches(page, "ready");
  expect(ready.pid).not.toBe(before.pid);
  await expect(page.getByText("being started again")).toHaveCount(0);
});

test("three kills in a row do not wear it out", async ({ tidemark: { page } }) => {
  for (let kill = 0; kill < 3; kill += 1) await killEngine(page);
  expect(await page.evaluate(() => window.tidemark.invoke("engine:call", "account.show", {}))).toMatchObject({
    ok: true,
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("killed whole with kill -9: no engine stays behind, and the next start opens", async ({ open }) => {
  const { page, process: main } = await open();
  const { pid } = await engineReaches(page, "ready");
  main.kill("SIGKILL");
  await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false);
  const again = await open();
  await engineReaches(again.page, "ready");
  expect(
    await again.page.evaluate(() => window.tidemark.invoke("engine:call", "account.show", {})),
  ).toMatchObject({
    ok: true,
  });
});

test("a damaged database is told in the window and left as it is; trying again works once it is gone", async ({
  dataFolder,
  open,
}) => {
  const file = join(dataFolder, "tidemark.sqlite3");
  const rubbish = "this is not a database ".repeat(500);
  writeFileSync(file, rubbish);
  const { page } = await open();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("damaged", { timeout: 20_000 });
  expect(readFileSync(file, "utf8")).toBe(rubbish);
  expect(await page.evaluate(() => window.tidemark.invoke("engine:call", "app.info", {}))).toMatchObject({
    error: { code: "ENGINE_STOPPED" },
  });

  writeFileSync(file, "");
  await page.getByRole("button", { name: "Try again" }).click();
  await engineReaches(page, "ready");
});

test("damage that the running engine finds in the background stops it, and the next start, too", async ({
  dataFolder,
  open,
}) => {
  // The first check runs half a minute after the start.
  test.setTimeout(120_000);
  const first = await open();
  await engineReaches(first.page, "ready");
  await first.app.close();
  const file = join(dataFolder, "tidemark.sqlite3");
  // An entry of an index: the quick check of a start does not compare it with the table.
  const bytes = readFileSync(file);
  const id = /product\/[a-z0-9-]+\/[a-z0-9-]{6,}/.exec(bytes.toString("latin1"))?.[0] ?? "";
  patch(file, bytes.lastIndexOf(id) + id.length - 1, (last) => void last.write("~"));

  const second = await open();
  await engineReaches(second.page, "ready");
  await expect(second.page.getByRole("alert")).toContainText("damaged", { timeout: 60_000 });
  await second.app.close();
  const { page } = await open();
  await expect(page.getByRole("alert")).toContainText("damaged", { timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Restore from a file…" })).toBeVisible();
});

test("a data folder that cannot be used is told in the window", async ({ dataFolder, open }) => {
  const file = join(dataFolder, "a-file");
  writeFileSync(file, "");
  const { page } = await open([], join(file, "data"));
  await engineReaches(page, "stopped");
  await expect(page.getByRole("alert")).toBeVisible();
});

test("the engine ends with the app, and leaves the folder tidy", async ({ dataFolder, open }) => {
  const { app, page } = await open();
  const { pid } = await engineReaches(page, "ready");
  await app.close();
  expect(() => process.kill(pid, 0)).toThrow();
  // What is left of the write-ahead log and of the engine's address would say that it was cut off.
  expect(readdirSync(dataFolder).filter((name) => /-wal$|-shm$|^engine\.json$/.test(name))).toEqual([]);
});
