import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import type { BackupSummary } from "../../../../shared/data/host-operations.js";
import type { Power } from "../../../../shared/data/powers.js";
import { openConnection } from "../../db/connection.js";
import {
  backupFolder,
  ensureFolder,
  isEngineFile,
  isOwnDatabase,
  listBackups,
} from "../../db/data-folder.js";
import { type BackupErrorKind, hasLatestSchema, inspectBackup, openReader } from "../../db/open.js";
import { countProducts } from "../../db/products/product.js";
import { describeDiskError, StorageError } from "../../db/storage-error.js";
import type { ReadDb } from "../../db/store.js";
import { type TaskControl, throwIfCancelled, withoutControl } from "../request/task-control.js";
import { newPowers } from "./powers.js";

/** `20260131T120000Z`: sorts by time, and is valid in file names on every system. */
export function formatTimestamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** A few milliseconds of work: pending requests are answered between two steps. */
const pagesPerStep = 400;

/**
 * Copies the folder's database a few pages at a time while the engine keeps reading and writing; returns the
 * copy's size in bytes. The file gets its name only once it is complete. Throws `StorageError` or a
 * cancellation error.
 */
export async function backUp(
  folder: string,
  file: string,
  control: TaskControl = withoutControl,
): Promise<number> {
  const target = resolve(file);
  assertNotEngineFile(folder, target);
  const partialFile = `${target}.part-${process.pid}`;
  try {
    ensureFolder(dirname(target));
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

/** Overwriting the database in use would lose both the data and the copy. */
export function assertNotEngineFile(folder: string, target: string): void {
  if (isEngineFile(folder, target))
    throw new StorageError(
      "own-file",
      `${target} is one of Tidemark's own files.`,
      "Choose another name or folder; nothing was changed.",
      { path: target },
    );
}

const maxAutomaticBackups = 3;
/** Files that the user put into the folder are never purged. */
const automaticBackupPattern = /^tidemark-\d{8}T\d{6}Z\.sqlite3$/;
/** What a killed engine left of a backup. */
const partialBackupPattern = /^tidemark-\d{8}T\d{6}Z\.sqlite3\.part-/;

/**
 * Deletes all automatic backups except the one just written and the two newest others. The one just written is not always
 * the newest: a clock that ran ahead may have dated others later.
 */
function purgeAutomaticBackups(folder: string, written: string): void {
  const others = listBackups(folder).filter(
    (each) => each !== written && automaticBackupPattern.test(basename(each)),
  );
  const partial = readdirSync(backupFolder(folder))
    .filter((name) => partialBackupPattern.test(name))
    .map((name) => join(backupFolder(folder), name));
  for (const old of [...others.slice(maxAutomaticBackups - 1), ...partial]) rmSync(old, { force: true });
}

/** Writes an automatic backup and deletes the oldest ones. */
export async function writeAutomaticBackup(
  folder: string,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const file = join(backupFolder(folder), `tidemark-${formatTimestamp(nowMs)}.sqlite3`);
  await backUp(folder, file, { ...withoutControl, signal });
  purgeAutomaticBackups(folder, file);
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

const backupReasons: Readonly<Record<BackupErrorKind | "in-use", string>> = {
  missing: "the file does not exist",
  "not-a-database": "it is not a database",
  foreign: "it belongs to another program",
  future: "it was written by a newer Tidemark",
  damaged: "it is damaged",
  unreadable: "it cannot be read",
  "in-use": "it is the database in use",
};

export function unusableBackupError(file: string, problem: BackupErrorKind | "in-use"): StorageError {
  return new StorageError(
    problem,
    `${file} was not restored: ${backupReasons[problem]}.`,
    "Choose another backup file; nothing was changed.",
    { path: file },
  );
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
