import { readFileSync, writeFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { type ReadDb, type WriteDb, write } from "../../src/main/engine/db/store.js";
import { scratchFolder } from "./disk.js";

/** A new folder, removed when the test ends. */
export function temporaryFolder(): string {
  const folder = scratchFolder("test");
  onTestFinished(folder.remove);
  return folder.path;
}

let emptyDatabase: Buffer | undefined;

/** Writes an empty database of the latest version. Each worker runs all migrations once, which take 70 ms. */
export function createEmptyDatabase(folder: string): void {
  emptyDatabase ??= readEmptyDatabase();
  writeFileSync(databaseFile(folder), emptyDatabase, { mode: 0o600, flag: "wx" });
}

function readEmptyDatabase(): Buffer {
  const folder = scratchFolder("empty");
  closeStore(openStore(folder.path));
  const bytes = readFileSync(databaseFile(folder.path));
  folder.remove();
  return bytes;
}

function folderWithEmptyDatabase(): string {
  const folder = temporaryFolder();
  createEmptyDatabase(folder);
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
