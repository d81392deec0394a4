import { databaseFile, newestBackup } from "./data-folder.js";
import { latestVersion } from "./migrations/index.js";
import { UnusableDatabaseError } from "./storage-error.js";

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
