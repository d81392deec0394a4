import { closeSync, openSync, statSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { ensureBuilt, startServe, waitForExit } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";

beforeAll(ensureBuilt);

const pageBytes = 4_096;

/** Overwrites the file as a failing disk might, except for the first pages, which SQLite needs to open it. */
function corrupt(folder: string): void {
  const file = databaseFile(folder);
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
  const writer = new Database(databaseFile(folder));
  onTestFinished(() => void writer.close());
  const version = writer.pragma("user_version", { simple: true });
  corrupt(folder);
  // The start has read all pages. After a change by another program the engine reads them again.
  writer.pragma(`user_version = ${version}`);
  await engine.get("/products/search?q=laptop&limit=100").catch(() => undefined);
  const { code, stderr } = await ended;
  expect(code).toBe(3);
  expect(stderr).toMatch(/^The database .* is damaged\..*\n$/);
});
