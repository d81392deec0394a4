import type { DataProblem, DataProblemKind } from "../../../shared/data/problem.js";

interface StorageErrorOptions {
  /** What it is about. */
  readonly path?: string;
  readonly backup?: string | null;
  readonly cause?: unknown;
}

/** The data cannot be used, and the user can do something about it. Message and action are whole sentences. */
export class StorageError extends Error {
  readonly kind: DataProblemKind;
  readonly action: string;
  readonly path: string | null;
  /** Newest backup file, where a database was refused and there is one. */
  readonly backup: string | null;

  constructor(kind: DataProblemKind, message: string, action: string, options: StorageErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "StorageError";
    this.kind = kind;
    this.action = action;
    this.path = options.path ?? null;
    this.backup = options.backup ?? null;
  }

  /** As it is told to other processes. */
  get problem(): DataProblem {
    const { kind, path, message, action } = this;
    return { kind, path, message, action };
  }
}

/** The database itself is damaged, somebody else's or newer than this program; another one may take its place. */
export class UnusableDatabase extends StorageError {}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  // A port that may not be listened on has the code of a file that may not be written.
  return "syscall" in error && error.syscall === "listen" ? "" : String(error.code);
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** What a failing disk or folder means for the user; `null` where the error is of another kind. */
export function describeDiskProblem(error: unknown, folder: string): StorageError | null {
  const code = codeOf(error);
  const about = { path: folder, cause: error };
  // SQLite's own shared file, which it makes anew after a crash, found no room.
  if (code === "ENOSPC" || code.startsWith("SQLITE_FULL") || code === "SQLITE_IOERR_SHMSIZE")
    return new StorageError(
      "disk-full",
      `The disk that holds ${folder} is full.`,
      "Free some space on it and try again; nothing that was saved is lost.",
      about,
    );
  if (/^(EACCES|EPERM|EROFS|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/.test(code))
    return new StorageError(
      "not-writable",
      `Tidemark may not write to ${folder}.`,
      "Give your user write permission on it, or choose another folder.",
      about,
    );
  if (code === "ENOTDIR" || code === "EEXIST")
    return new StorageError(
      "no-folder",
      `${folder} is not a folder.`,
      "Choose a folder with --data DIR.",
      about,
    );
  if (code === "ENAMETOOLONG")
    return new StorageError(
      "no-folder",
      `A name is longer than names can be, in ${folder} or of it.`,
      "Choose a shorter one.",
      about,
    );
  if (code === "EISDIR")
    return new StorageError(
      "folder-in-place",
      `A folder lies where a file of ${folder} belongs.`,
      "Move it away, or choose another folder with --data DIR.",
      about,
    );
  if (code.startsWith("SQLITE_BUSY"))
    return new StorageError(
      "busy",
      "The database is busy with another program's work.",
      "Wait until it has finished (an import or a backup, for example) and try again.",
      about,
    );
  if (code.startsWith("SQLITE_IOERR"))
    return new StorageError(
      "disk-errors",
      `The disk that holds ${folder} reports read or write errors.`,
      "Check the disk, and make a backup to another one while you can.",
      about,
    );
  return null;
}
