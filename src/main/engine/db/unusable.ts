import { databaseFile, newestBackup, sumsFile } from "./data-folder.js";
import { latestVersion } from "./migrations/index.js";
import { UnusableDatabase } from "./storage-error.js";

/** What is said of a folder's database that is not opened, each with the next step. */

function restoreAdvice(backup: string | null): string {
  return backup === null
    ? "Restore a backup with 'tidemark restore FILE'"
    : `Restore the newest backup with 'tidemark restore "${backup}"'`;
}

/** One that cannot be read, when it is opened or later. */
export function damaged(folder: string, cause?: unknown): UnusableDatabase {
  const backup = newestBackup(folder);
  return new UnusableDatabase(
    "damaged",
    `The database ${databaseFile(folder)} is damaged. It was left as it is.`,
    `${restoreAdvice(backup)}, or move the file away to start afresh.`,
    { path: databaseFile(folder), backup, cause },
  );
}

/** One that can be read, and says something else than was written. */
export function altered(folder: string, pages: number, of: number): UnusableDatabase {
  const backup = newestBackup(folder);
  const what = pages === 1 ? "is not as Tidemark wrote it" : "are not as Tidemark wrote them";
  return new UnusableDatabase(
    "altered",
    `The database ${databaseFile(folder)} is damaged: ${pages} of its ${of} pages ${what}. It was left as it is.`,
    `${restoreAdvice(backup)}, or delete ${sumsFile(folder)} to open it as it is.`,
    { path: databaseFile(folder), backup },
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
