import { existsSync, openSync, readSync, rmSync } from "node:fs";
import { replaceFileSync } from "../../../shared/node/replace-file.js";
import { databaseFile, newestBackup, suspectFile } from "./data-folder.js";
import { latestVersion } from "./migrations/index.js";
import {
  describeDiskError,
  isCorruptionError,
  type StorageError,
  UnusableDatabaseError,
} from "./storage-error.js";

/**
 * A marker file beside a database in which damage was found while it was open. It makes the next start check the whole
 * file: otherwise the damage would go unnoticed until a query reads that page. A file that passes loses its marker.
 */

const maxFindingLines = 5;

export function isSuspect(folder: string): boolean {
  return existsSync(suspectFile(folder));
}

/** Only the marker's existence matters; its content is for people. */
export function markSuspect(folder: string, { cause, message }: UnusableDatabaseError): void {
  const finding = cause instanceof Error ? cause.message : message;
  const mark = { found_at: new Date().toISOString(), finding: finding.split("\n").slice(0, maxFindingLines) };
  replaceFileSync(suspectFile(folder), `${JSON.stringify(mark)}\n`);
}

export function clearSuspect(folder: string): void {
  rmSync(suspectFile(folder), { force: true });
}

/** The disk's error if it cannot read the whole database: SQLite takes an unread page for a damaged one. */
function findReadError(folder: string): StorageError | null {
  try {
    // Stays open until the program ends, which is soon: to close it would release SQLite's locks on the file.
    const descriptor = openSync(databaseFile(folder), "r");
    const chunk = Buffer.alloc(1_048_576);
    for (let at = 0, read = 1; read > 0; at += read) read = readSync(descriptor, chunk, 0, chunk.length, at);
    return null;
  } catch (error) {
    const found = describeDiskError(error, folder);
    return found?.kind === "disk-errors" ? found : null;
  }
}

/** The error that reports the folder's database as damaged, or its disk; `null` if `error` shows no damage. */
export function toDamagedError(folder: string, error: unknown): StorageError | null {
  if (error instanceof UnusableDatabaseError) return error.kind === "damaged" ? error : null;
  return isCorruptionError(error) ? (findReadError(folder) ?? damagedError(folder, error)) : null;
}

/** Errors that reject a folder's database, each with the next step. */

function restoreAdvice(backup: string | null): string {
  return backup === null
    ? "Restore a backup with 'tidemark restore FILE'"
    : `Restore the newest backup with 'tidemark restore "${backup}"'`;
}

/** `cause` is the error or the finding that shows the damage. */
export function damagedError(folder: string, cause?: unknown): UnusableDatabaseError {
  const backup = newestBackup(folder);
  return new UnusableDatabaseError(
    "damaged",
    `The database ${databaseFile(folder)} is damaged. It was left as it is.`,
    `${restoreAdvice(backup)}, or move the file away to start afresh.`,
    { path: databaseFile(folder), backup, cause },
  );
}

export function foreignError(folder: string): UnusableDatabaseError {
  return new UnusableDatabaseError(
    "foreign",
    `${databaseFile(folder)} is not Tidemark's database. It was left as it is.`,
    "Move the file away, or choose another folder with --data DIR.",
    { path: databaseFile(folder), backup: newestBackup(folder) },
  );
}

export function newerVersionError(folder: string, version: number): UnusableDatabaseError {
  return new UnusableDatabaseError(
    "future",
    `The database ${databaseFile(folder)} was written by a newer Tidemark (format ${version}, this one reads up to ${latestVersion}). It was left as it is.`,
    "Update Tidemark, or choose another folder with --data DIR.",
    { path: databaseFile(folder), backup: newestBackup(folder) },
  );
}
