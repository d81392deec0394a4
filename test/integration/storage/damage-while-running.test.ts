import { once } from "node:events";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { StorageError } from "../../../src/main/engine/db/storage-error.js";
import { startEngine } from "../../../src/main/engine/process/engine.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { ensureBuilt, startServe, waitForExit } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";

beforeAll(ensureBuilt);

const pageBytes = 4_096;

/** Overwrites the file as a failing disk might, except for the first pages, which SQLite needs to open it. */
function corrupt(folder: string): void {
  const file = join(folder, "tidemark.sqlite3");
  const descriptor = openSync(file, "r+");
  const garbage = Buffer.alloc(pageBytes, 0xa5);
  for (let at = 20 * pageBytes; at < statSync(file).size; at += pageBytes)
    writeSync(descriptor, garbage, 0, pageBytes, at);
  closeSync(descriptor);
}

/** A folder with the sample market, all of it in the database file and none in the write-ahead log. */
async function sampleFolder(): Promise<string> {
  const folder = temporaryFolder();
  await (await startServe(folder, "--sample")).stop();
  return folder;
}

it("damage found by a running engine is reported once, with a next step", async () => {
  const dataFolder = await sampleFolder();
  const reported: StorageError[] = [];
  const engine = await startEngine({
    dataFolder,
    port: 0,
    sample: false,
    version: "0",
    log: silentLog,
    onDamage: (error) => reported.push(error),
  });
  onTestFinished(() => engine.stop().catch(() => undefined));
  expect(await engine.call("products.search", { q: "laptop" })).toMatchObject({ ok: true });
  corrupt(dataFolder);
  // Pages that were read before are cached and intact.
  expect(await engine.call("products.search", { q: "laptop" })).toMatchObject({ ok: true });
  engine.releaseMemory();
  for (const q of ["laptop", "kettle", "monitor"]) await engine.call("products.search", { q, limit: 100 });
  expect(reported).toHaveLength(1);
  expect(reported[0]).toMatchObject({ kind: "damaged", action: expect.stringContaining("Restore") });
});

it("damage found by the first query makes the call fail", async () => {
  const dataFolder = await sampleFolder();
  const engine = await startEngine({ dataFolder, port: 0, sample: false, version: "0", log: silentLog });
  onTestFinished(() => engine.stop().catch(() => undefined));
  corrupt(dataFolder);
  engine.releaseMemory();
  expect(await engine.call("products.search", { q: "laptop" })).toMatchObject({ ok: false });
});

it("damage found while serving ends the process with one line on stderr", async () => {
  const folder = await sampleFolder();
  const engine = await startServe(folder);
  const ended = waitForExit(engine.child);
  corrupt(folder);
  // An idle engine drops its cached pages, so that later requests read the damaged ones.
  const exit = once(engine.child, "exit");
  for (let isOver = false; !isOver; isOver = (await Promise.race([exit, delay(7_000)])) !== undefined)
    await engine.get("/products/search?q=laptop&limit=100").catch(() => undefined);
  const { code, stderr } = await ended;
  expect(code).toBe(3);
  expect(stderr).toMatch(/^The database .* is damaged\..*\n$/);
});
