import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import type { InspectedBackup } from "../../../shared/data/host-operations.js";
import { isDatabaseInUse } from "../db/data-folder.js";
import { inspectBackup, openReader } from "../db/open.js";
import { countProducts } from "../db/product.js";
import { describeDiskProblem } from "../db/storage-error.js";
import type { ReadDb } from "../db/store.js";
import { ownBackupFile, purgeOwnBackups, refuseEngineFile, unusableBackup } from "./backup.js";
import { type LongWork, throwIfCancelled } from "./long-work.js";

/** A few milliseconds of work: pending requests are answered between two steps. */
const pagesAtOnce = 400;

/**
 * Copies the folder's database a few pages at a time while the engine keeps reading and writing; returns the
 * copy's size in bytes. The file gets its name only once it is complete. Throws `StorageError` or a
 * cancellation error.
 */
export async function backUpInSteps(folder: string, file: string, work: LongWork): Promise<number> {
  const target = resolve(file);
  refuseEngineFile(folder, target);
  const part = `${target}.part-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    removeDatabase(part);
    await copyState(folder, part, work);
    standAlone(part);
    throwIfCancelled(work);
    renameSync(part, target);
    return statSync(target).size;
  } catch (error) {
    throw describeDiskProblem(error, dirname(target)) ?? error;
  } finally {
    removeDatabase(part);
  }
}

/** Writes an automatic backup and deletes the oldest ones; returns the file. */
export async function keepOwnBackup(folder: string, nowMs: number, signal: AbortSignal): Promise<string> {
  const file = ownBackupFile(folder, nowMs);
  await backUpInSteps(folder, file, { signal, onProgress: () => undefined });
  purgeOwnBackups(folder);
  return file;
}

/** Reads in one transaction: without it, every write would make SQLite restart the backup. */
async function copyState(folder: string, part: string, work: LongWork): Promise<void> {
  const { connection } = openReader(folder);
  try {
    connection.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    const pageBytes = Number(connection.pragma("page_size", { simple: true }));
    await connection.backup(part, {
      progress: ({ totalPages, remainingPages }) => {
        throwIfCancelled(work);
        work.onProgress({ done: (totalPages - remainingPages) * pageBytes, total: totalPages * pageBytes });
        return pagesAtOnce;
      },
    });
  } finally {
    connection.close();
  }
}

/** Turns off WAL, so that the copy is a single file that opens even on a read-only disk. */
function standAlone(part: string): void {
  const copy = new Database(part);
  try {
    copy.pragma("journal_mode = DELETE");
  } finally {
    copy.close();
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}

/**
 * Summarizes a backup for the user, before it is restored. Throws `StorageError` if it is not a usable one.
 */
export function lookIntoBackup(folder: string, file: string): InspectedBackup {
  const problem = isDatabaseInUse(folder, file) ? "in-use" : inspectBackup(file);
  if (problem !== null) throw unusableBackup(file, problem);
  const db: ReadDb = { connection: new Database(file, { readonly: true }) };
  try {
    const log = `${file}-wal`;
    return {
      bytes: statSync(file).size + (existsSync(log) ? statSync(log).size : 0),
      products: countProducts(db),
    };
  } catch (error) {
    throw unusableBackup(file, error instanceof Database.SqliteError ? "damaged" : "unreadable");
  } finally {
    db.connection.close();
  }
}
