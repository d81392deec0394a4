import { once } from "node:events";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt, startServe, waitForExit } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";

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
