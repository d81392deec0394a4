import { onTestFinished } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { type ReadDb, type WriteDb, write } from "../../src/main/engine/db/store.js";
import { scratchFolder } from "./disk.js";

/** A new folder, removed when the test ends. */
export function temporaryFolder(): string {
  const folder = scratchFolder("test");
  onTestFinished(folder.remove);
  return folder.path;
}

/** An empty database in a folder of its own, closed when the test ends. */
export function openTestStore(folder: string = temporaryFolder()): ReadDb {
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
