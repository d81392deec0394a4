import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { type ReadDb, type WriteDb, write } from "../../src/main/engine/db/store.js";
import { loadSample } from "../../src/main/engine/operations/catalogue/sample.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { scratchFolder } from "./disk.js";

/** A new folder, removed when the test ends. */
export function temporaryFolder(): string {
  const folder = scratchFolder("test");
  onTestFinished(folder.remove);
  return folder.path;
}

const templates = new Map<number | null, Buffer>();

/**
 * Writes a database of the latest version, empty or with the sample market at a time. Each worker makes each once, because
 * the migrations take 70 ms, and the sample market takes a second.
 */
export function createDatabase(folder: string, sampleMs: number | null = null): void {
  const bytes = templates.get(sampleMs) ?? makeDatabase(sampleMs);
  templates.set(sampleMs, bytes);
  writeFileSync(databaseFile(folder), bytes, { mode: 0o600, flag: "wx" });
}

function makeDatabase(sampleMs: number | null): Buffer {
  const folder = scratchFolder("template");
  const db = openStore(folder.path);
  if (sampleMs !== null) loadSample({ db, clock: { now: () => sampleMs }, randomBytes, log: silentLog });
  closeStore(db);
  const bytes = readFileSync(databaseFile(folder.path));
  folder.remove();
  return bytes;
}

function folderWithEmptyDatabase(): string {
  const folder = temporaryFolder();
  createDatabase(folder);
  return folder;
}

/** A folder's database, or an empty one, closed when the test ends. */
export function openTestStore(folder: string = folderWithEmptyDatabase()): ReadDb {
  const db = openStore(folder);
  onTestFinished(() => closeStore(db));
  return db;
}

class Rollback extends Error {}

/** Runs `work` in a transaction and rolls it back, so that each run of a property starts from the same data. */
export function withRollback<T>(db: ReadDb, work: (tx: WriteDb) => T): T {
  let result: { value: T } | undefined;
  try {
    write(db, (tx) => {
      result = { value: work(tx) };
      throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  if (result === undefined) throw new Error("The transaction did not run.");
  return result.value;
}
