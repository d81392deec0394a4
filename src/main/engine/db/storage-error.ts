import type { DataError, DataErrorKind } from "../../../shared/data/data-error.js";

interface StorageErrorOptions {
  /** The file or folder concerned. */
  readonly path?: string;
  readonly backup?: string | null;
  readonly cause?: unknown;
}

/** The data is unusable, but the user can fix that. `message` and `action` are whole sentences. */
export class StorageError extends Error {
  readonly kind: DataErrorKind;
  readonly action: string;
  readonly path: string | null;
  /** Newest backup file, if a database was rejected and a backup exists. */
  readonly backup: string | null;

  constructor(kind: DataErrorKind, message: string, action: string, options: StorageErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "StorageError";
    this.kind = kind;
    this.action = action;
    this.path = options.path ?? null;
    this.backup = options.backup ?? null;
  }

  /** The error as sent to other processes. */
  get dataError(): DataError {
    const { kind, path, message, action } = this;
    return { kind, path, message, action };
  }
}

/** The database itself is damaged, foreign or newer than this program, so it may be replaced. */
export class UnusableDatabaseError extends StorageError {}

function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  // A denied port has the same code, EACCES, as a denied file.
  return "syscall" in error && error.syscall === "listen" ? "" : String(error.code);
}

export function isCorruptionError(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error));
}

/** Throws the disk's error if a check reports a page that could not be read, as it reports damaged ones. */
export function assertReadable(finding: string): void {
  const code = Number(/ error code=(\d+)/.exec(finding)?.[1]);
  // SQLITE_IOERR, the low byte of its more precise codes.
  if ((code & 0xff) === 10) throw Object.assign(new Error(finding), { code: "SQLITE_IOERR_READ" });
}

/** Describes a disk or folder error for the user; `null` for any other error. */
export function describeDiskError(error: unknown, folder: string): StorageError | null {
  const code = errorCode(error);
  const described = (kind: DataErrorKind, message: string, action: string) =>
    new StorageError(kind, message, action, { path: folder, cause: error });
  // SHMSIZE: no space for SQLite's shared-memory file, which it recreates after a crash.
  if (code === "ENOSPC" || code.startsWith("SQLITE_FULL") || code === "SQLITE_IOERR_SHMSIZE")
    return described(
      "disk-full",
      `The disk that holds ${folder} is full.`,
      "Free up some space and try again. No saved data is lost.",
    );
  if (/^(EACCES|EPERM|EROFS|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/.test(code))
    return described(
      "not-writable",
      `Tidemark cannot write to ${folder}.`,
      "Grant your user write permission, or choose another folder.",
    );
  if (code === "ENOTDIR" || code === "EEXIST")
    return described("no-folder", `${folder} is not a folder.`, "Choose a folder with --data DIR.");
  if (code === "ENAMETOOLONG")
    return described(
      "no-folder",
      `The path ${folder}, or the name of a file in it, is too long.`,
      "Choose a shorter path.",
    );
  if (code === "EISDIR")
    return described(
      "folder-in-place",
      `Tidemark expected a file in ${folder} but found a folder.`,
      "Move that folder elsewhere, or choose another data folder with --data DIR.",
    );
  if (code.startsWith("SQLITE_BUSY"))
    return described(
      "busy",
      "The database is busy: another program is using it.",
      "Wait until that program (an import or a backup, for example) has finished, then try again.",
    );
  if (code === "EIO" || code.startsWith("SQLITE_IOERR"))
    return described(
      "disk-errors",
      `The disk that holds ${folder} reports read or write errors.`,
      "Check the disk, and back up your data to another one while you can.",
    );
  return null;
}
