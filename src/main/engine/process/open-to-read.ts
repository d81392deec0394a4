import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFile } from "../db/data-folder.js";
import { closeStore, openCopy, openReader, openReadOnly, openStore } from "../db/open.js";
import { StorageError } from "../db/storage-error.js";
import type { ReadDb } from "../db/store.js";
import { forgetKilledEngine } from "./folder-lock.js";

function isWritable(folder: string): boolean {
  try {
    for (const path of [folder, databaseFile(folder)]) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Opens the database for commands that only read. */
export function openToRead(folder: string): ReadDb {
  try {
    if (isWritable(folder)) {
      forgetKilledEngine(folder);
      return openStore(folder);
    }
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== "not-writable") throw error;
  }
  return openUnchanged(folder);
}

/** Opens the database read-only, or such a copy if SQLite cannot open it in place. */
export function openUnchanged(folder: string): ReadDb {
  const inPlace = openReadOnly(folder);
  if (inPlace !== null) return inPlace;
  const copy = createTemporaryFolder();
  closeStore(openCopy(folder, copy));
  return openReader(copy);
}

/** A folder that only this user can read, and that is removed when the process exits. */
function createTemporaryFolder(): string {
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), "tidemark-"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StorageError(
      "not-writable",
      `The data can only be read from a copy, and ${tmpdir()} cannot hold one (${code}).`,
      "Name another folder in the variable TMPDIR.",
      { path: tmpdir(), cause: error },
    );
  }
  process.once("exit", () => removeFolder(folder));
  // A signal without a listener ends the process without that event.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(1));
  return folder;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Windows cannot remove a file that is open, as when the reader of the output has closed the pipe.
  }
}
