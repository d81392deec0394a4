import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import type { BackupSummary } from "../../../../shared/data/host-operations.js";
import type { Power } from "../../../../shared/data/powers.js";
import { openConnection } from "../../db/connection.js";
import { isOwnDatabase } from "../../db/data-folder.js";
import { hasLatestSchema, inspectBackup, openReader } from "../../db/open.js";
import { countProducts } from "../../db/products/product.js";
import { describeDiskError } from "../../db/storage-error.js";
import type { ReadDb } from "../../db/store.js";
import { type TaskControl, throwIfCancelled } from "../request/task-control.js";
import {
  assertNotEngineFile,
  automaticBackupFile,
  purgeAutomaticBackups,
  unusableBackupError,
} from "./backup.js";
import { newPowers } from "./powers.js";

/** A few milliseconds of work: pending requests are answered between two steps. */
const pagesPerStep = 400;

/**
 * Copies the folder's database a few pages at a time while the engine keeps reading and writing; returns the
 * copy's size in bytes. The file gets its name only once it is complete. Throws `StorageError` or a
 * cancellation error.
 */
export async function backUpInSteps(folder: string, file: string, control: TaskControl): Promise<number> {
  const target = resolve(file);
  assertNotEngineFile(folder, target);
  const partialFile = `${target}.part-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    removeDatabase(partialFile);
    await copySnapshot(folder, partialFile, control);
    makeStandalone(partialFile);
    throwIfCancelled(control);
    renameSync(partialFile, target);
    return statSync(target).size;
  } catch (error) {
    throw describeDiskError(error, dirname(target)) ?? error;
  } finally {
    removeDatabase(partialFile);
  }
}

/** Writes an automatic backup and deletes the oldest ones. */
export async function writeAutomaticBackup(
  folder: string,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  await backUpInSteps(folder, automaticBackupFile(folder, nowMs), { signal, onProgress: () => undefined });
  purgeAutomaticBackups(folder);
}

/** Reads in one transaction: without it, every write would make SQLite restart the backup. */
async function copySnapshot(folder: string, partialFile: string, control: TaskControl): Promise<void> {
  const { connection } = openReader(folder);
  try {
    connection.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    const pageBytes = Number(connection.pragma("page_size", { simple: true }));
    await connection.backup(partialFile, {
      progress: ({ totalPages, remainingPages }) => {
        throwIfCancelled(control);
        control.onProgress({
          done: (totalPages - remainingPages) * pageBytes,
          total: totalPages * pageBytes,
        });
        return pagesPerStep;
      },
    });
  } finally {
    connection.close();
  }
}

/** Turns off WAL, so that the copy is a single file that opens even on a read-only disk. */
function makeStandalone(partialFile: string): void {
  const copy = openConnection(partialFile);
  try {
    copy.pragma("journal_mode = DELETE");
  } finally {
    copy.close();
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}

function readNewPowers(folder: string, backup: ReadDb): Power[] | null {
  if (!hasLatestSchema(backup)) return null;
  const current = openReader(folder);
  try {
    return newPowers(backup, current);
  } catch {
    // The present data is damaged, or of another version.
    return newPowers(backup, null);
  } finally {
    current.connection.close();
  }
}

/** Summarizes a backup for the user, before it is restored. Throws `StorageError` if it is unusable. */
export function readBackupSummary(folder: string, file: string): BackupSummary {
  const problem = isOwnDatabase(folder, file) ? "in-use" : inspectBackup(file);
  if (problem !== null) throw unusableBackupError(file, problem);
  const db: ReadDb = { connection: openConnection(file, { readonly: true }) };
  try {
    const log = `${file}-wal`;
    return {
      bytes: statSync(file).size + (existsSync(log) ? statSync(log).size : 0),
      products: countProducts(db),
      powers: readNewPowers(folder, db),
    };
  } catch (error) {
    throw unusableBackupError(file, error instanceof Database.SqliteError ? "damaged" : "unreadable");
  } finally {
    db.connection.close();
  }
}
