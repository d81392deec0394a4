import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { backupFolder, databaseFile, ensureFolder, listBackups } from "../db/data-folder.js";
import { checkBackup, closeStore, openStore } from "../db/open.js";
import { describeDiskProblem, StorageError } from "../db/storage-error.js";
import type { ReadDb } from "../db/store.js";

/** `20260131T120000Z`: sorts by time and is allowed in file names everywhere. */
function timeStamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "");
}

/**
 * Writes a consistent copy of the database while it is in use; returns its size in bytes. The file appears under
 * its name only when it is whole.
 */
export function backUp(db: ReadDb, file: string): number {
  const target = resolve(file);
  const part = `${target}.part-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    rmSync(part, { force: true });
    db.connection.prepare("VACUUM INTO ?").run(part);
    renameSync(part, target);
    return statSync(target).size;
  } catch (error) {
    rmSync(part, { force: true });
    throw describeDiskProblem(error, dirname(target)) ?? error;
  }
}

const keptBackups = 3;

/** A copy into the folder's own backups, of which the newest few are kept; returns the file. */
export function backUpIntoFolder(db: ReadDb, folder: string, nowMs: number): string {
  const file = join(backupFolder(folder), `tidemark-${timeStamp(nowMs)}.sqlite3`);
  backUp(db, file);
  for (const old of listBackups(folder).slice(keptBackups)) rmSync(old, { force: true });
  return file;
}

export interface Restored {
  /** Where the data that was replaced lies now; `null` where there was none. */
  readonly previous: string | null;
}

/**
 * Puts a backup in the place of the folder's database and keeps what was there beside it. Works while an engine
 * runs on the folder: it sees the restored data with its next transaction. Throws `StorageError` and changes
 * nothing where the file fails its check.
 */
export async function restore(folder: string, file: string, nowMs: number): Promise<Restored> {
  const problem = checkBackup(file);
  if (problem !== null)
    throw new StorageError(
      `${file} was not restored: ${problem}.`,
      "Choose another backup file; nothing was changed.",
    );
  ensureFolder(folder);
  const previous = join(folder, `tidemark.before-restore-${timeStamp(nowMs)}.sqlite3`);
  if (!existsSync(databaseFile(folder))) {
    replaceFile(folder, file);
    return { previous: null };
  }
  const current = openOrNull(folder);
  if (current === null) {
    setAside(folder, previous);
    replaceFile(folder, file);
    return { previous };
  }
  try {
    backUp(current, previous);
  } finally {
    closeStore(current);
  }
  await copyInto(file, databaseFile(folder));
  // Brings an older backup up to date.
  closeStore(openStore(folder));
  return { previous };
}

function openOrNull(folder: string): ReadDb | null {
  try {
    return openStore(folder);
  } catch (error) {
    // What cannot be opened is set aside as it is: no engine can be running on it.
    if (error instanceof StorageError) return null;
    throw error;
  }
}

function setAside(folder: string, previous: string): void {
  for (const suffix of ["", "-wal", "-shm"])
    if (existsSync(databaseFile(folder) + suffix))
      renameSync(databaseFile(folder) + suffix, previous + suffix);
}

function replaceFile(folder: string, file: string): void {
  const part = `${databaseFile(folder)}.part-${process.pid}`;
  copyFileSync(file, part);
  renameSync(part, databaseFile(folder));
}

/** SQLite's own backup writes page by page in one transaction, so an engine on the folder keeps its connection. */
async function copyInto(file: string, target: string): Promise<void> {
  const source = new Database(file, { readonly: true });
  try {
    await source.backup(target, { progress: () => 0x7fffffff });
  } finally {
    source.close();
  }
}
