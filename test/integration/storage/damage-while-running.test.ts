import { once } from "node:events";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { StorageError } from "../../../src/main/engine/db/storage-error.js";
import { startEngine } from "../../../src/main/engine/process/engine.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { ensureBuilt, finished, startServe } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";

beforeAll(ensureBuilt);

const pageBytes = 4_096;

/** What a failing disk does, behind the first pages, by which SQLite knows the file. */
function wreck(folder: string): void {
  const file = join(folder, "tidemark.sqlite3");
  const descriptor = openSync(file, "r+");
  const rubbish = Buffer.alloc(pageBytes, 0xa5);
  for (let at = 20 * pageBytes; at < statSync(file).size; at += pageBytes)
    writeSync(descriptor, rubbish, 0, pageBytes, at);
  closeSync(descriptor);
}

/** The sample's data, all of it in the file and none in a log beside it. */
async function sampleFolder(): Promise<string> {
  const folder = temporaryFolder();
  await (await startServe(folder, "--sample")).stop();
  return folder;
}

it("is told once, with what to do, when it is met", async () => {
  const dataFolder = await sampleFolder();
  const told: StorageError[] = [];
  const engine = await startEngine({
    dataFolder,
    port: 0,
    sample: false,
    version: "0",
    log: silentLog,
    onDamage: (error) => told.push(error),
  });
  onTestFinished(() => engine.stop().catch(() => undefined));
  expect(await engine.call("products.search", { q: "laptop" })).toMatchObject({ ok: true });
  wreck(dataFolder);
  // What it has read before is still at hand, and right.
  expect(await engine.call("products.search", { q: "laptop" })).toMatchObject({ ok: true });
  engine.releaseMemory();
  for (const q of ["laptop", "kettle", "monitor"]) await engine.call("products.search", { q, limit: 100 });
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ kind: "damaged", action: expect.stringContaining("Restore") });
});

it("answers the very first question with what is wrong, too", async () => {
  const dataFolder = await sampleFolder();
  const engine = await startEngine({ dataFolder, port: 0, sample: false, version: "0", log: silentLog });
  onTestFinished(() => engine.stop().catch(() => undefined));
  wreck(dataFolder);
  engine.releaseMemory();
  expect(await engine.call("products.search", { q: "laptop" })).toMatchObject({ ok: false });
});

it("ends a server with one line that says so", async () => {
  const folder = await sampleFolder();
  const engine = await startServe(folder);
  const ended = finished(engine.child);
  wreck(folder);
  // Idle, it lets go of what it has read, and reads anew what it is asked for then.
  const exit = once(engine.child, "exit");
  for (let isOver = false; !isOver; isOver = (await Promise.race([exit, delay(7_000)])) !== undefined)
    await engine.get("/products/search?q=laptop&limit=100").catch(() => undefined);
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The database .* is damaged\..*\n$/);
});
