import { databaseFile, newestBackup } from "./data-folder.js";
import { latestVersion } from "./migrations/index.js";
import { UnusableDatabase } from "./storage-error.js";

/** The reasons not to open a folder's database, each with the next step. */

function restoreAdvice(backup: string | null): string {
  return backup === null
    ? "Restore a backup with 'tidemark restore FILE'"
    : `Restore the newest backup with 'tidemark restore "${backup}"'`;
}

/** `cause` is the error or the finding that shows the damage. */
export function damaged(folder: string, cause?: unknown): UnusableDatabase {
  const backup = newestBackup(folder);
  return new UnusableDatabase(
    "damaged",
    `The database ${databaseFile(folder)} is damaged. It was left as it is.`,
    `${restoreAdvice(backup)}, or move the file away to start afresh.`,
    { path: databaseFile(folder), backup, cause },
  );
}

export function foreign(folder: string): UnusableDatabase {
  return new UnusableDatabase(
    "foreign",
    `${databaseFile(folder)} is not Tidemark's database. It was left as it is.`,
    "Move the file away, or choose another folder with --data DIR.",
    { path: databaseFile(folder), backup: newestBackup(folder) },
  );
}

export function fromTheFuture(folder: string, version: number): UnusableDatabase {
  return new UnusableDatabase(
    "future",
    `The database ${databaseFile(folder)} was written by a newer Tidemark (format ${version}, this one reads up to ${latestVersion}). It was left as it is.`,
    "Update Tidemark, or choose another folder with --data DIR.",
    { path: databaseFile(folder), backup: newestBackup(folder) },
  );
}
