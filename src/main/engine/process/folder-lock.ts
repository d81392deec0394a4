import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { replaceFileSync } from "../../../shared/node/replace-file.js";
import { openConnection } from "../db/connection.js";
import { databaseFile } from "../db/data-folder.js";
import { describeDiskError, StorageError } from "../db/storage-error.js";
import { type Clock, systemClock } from "../domain/clock.js";

/** The engine that runs on a folder, for the error message of a second one. */
export interface LockHolder {
  readonly pid: number;
  readonly base_url: string | null;
  /** How far the engine's clock is ahead of the machine's; always 0 without `serve --clock`. */
  readonly clock_offset_ms: number;
  readonly id?: string;
}

export interface FolderLock {
  /** Stores the engine's address for a second engine and for the command line. */
  announce(holder: LockHolder): void;
  /** Throws `StorageError` if another engine has announced itself since: some network folders grant every lock. */
  assertOwn(): void;
  release(): void;
}

/** An engine that is shutting down still holds the folder for a moment. */
const handoverTimeoutMs = 1_500;

const lockFile = (folder: string): string => join(folder, "engine.lock");
const holderFile = (folder: string): string => join(folder, "engine.json");

/** The last engine to announce itself, which may have ended since; `null` if unknown. */
export function readHolder(folder: string): LockHolder | null {
  const file = holderFile(folder);
  try {
    // Reading a pipe would wait for a writer.
    return lstatSync(file).isFile() ? (JSON.parse(readFileSync(file, "utf8")) as LockHolder) : null;
  } catch {
    return null;
  }
}

function isHeld(folder: string): boolean {
  if (!existsSync(lockFile(folder))) return false;
  let connection: Database.Database | undefined;
  try {
    connection = openConnection(lockFile(folder), { timeout: 0 });
    connection.exec("BEGIN EXCLUSIVE");
    return false;
  } catch (error) {
    return (error as { code?: string }).code === "SQLITE_BUSY";
  } finally {
    connection?.close();
  }
}

/**
 * Whether the last engine was killed, and the log of its latest changes is gone: SQLite keeps that beside the database until
 * the last connection is closed. Must be asked before the database is opened.
 */
export function isLogMissing(folder: string): boolean {
  const [database, log] = [databaseFile(folder), `${databaseFile(folder)}-wal`];
  return existsSync(holderFile(folder)) && existsSync(database) && !existsSync(log);
}

/** For a command that opens the database after an engine was killed: as it closes it, the log will be gone as it should. */
export function forgetKilledEngine(folder: string): void {
  if (!existsSync(holderFile(folder)) || isLogMissing(folder)) return;
  try {
    if (!isHeld(folder)) rmSync(holderFile(folder), { force: true });
  } catch {
    // The folder cannot be written, which opening its database reports.
  }
}

/** The clock of the engine that runs on the folder; `null` if none runs, or if it uses the machine's time. */
export function readEngineClock(folder: string): Clock | null {
  const holder = readHolder(folder);
  if (holder === null || holder.clock_offset_ms === 0 || !isHeld(folder)) return null;
  return { now: () => systemClock.now() + holder.clock_offset_ms };
}

/** The base URL of the engine that runs on the folder; `null` if none runs. */
export function readEngineUrl(folder: string): string | null {
  const url = readHolder(folder)?.base_url ?? null;
  return url !== null && isHeld(folder) ? url : null;
}

function heldError(folder: string): StorageError {
  const holder = readHolder(folder);
  const holderText =
    holder === null
      ? "Another Tidemark"
      : `Process ${holder.pid}${holder.base_url === null ? "" : `, which answers at ${holder.base_url},`}`;
  return new StorageError(
    "held",
    `${holderText} already runs an engine on ${folder}.`,
    "Use that one, stop it first, or choose another folder with --data DIR.",
  );
}

function openLock(folder: string, isNew = false): Database.Database {
  let connection: Database.Database | undefined;
  try {
    connection = openConnection(lockFile(folder), { timeout: handoverTimeoutMs });
    connection.pragma("journal_mode = MEMORY");
    connection.exec("BEGIN EXCLUSIVE");
    return connection;
  } catch (error) {
    connection?.close();
    const { code } = error as { code?: string };
    if (code === "SQLITE_BUSY") throw heldError(folder);
    if (code !== "SQLITE_NOTADB" || isNew) throw describeDiskError(error, folder) ?? error;
    // Damaged or foreign, but not held: SQLite reads a file only with its lock.
    rmSync(lockFile(folder));
    return openLock(folder, true);
  }
}

/**
 * Allows one engine per folder. The lock is the operating system's, taken through a small SQLite file, so it is gone
 * with its process however that ends; a stale one does not exist. Throws `StorageError` that names the holder.
 */
export function lockFolder(folder: string): FolderLock {
  const connection = openLock(folder);
  // In two containers, process and address may be the same.
  const id = randomUUID();
  // The announcement of an engine that was killed is not another engine's.
  const known = [id, readHolder(folder)?.id];
  const isTaken = () => {
    const holder = readHolder(folder);
    return holder !== null && !known.includes(holder.id);
  };
  return {
    announce: (holder) =>
      replaceFileSync(holderFile(folder), JSON.stringify({ ...holder, id }), { flush: false }),
    assertOwn: () => {
      if (isTaken()) throw heldError(folder);
    },
    release: () => {
      try {
        if (!isTaken()) rmSync(holderFile(folder), { force: true });
      } catch {
        // On a read-only disk the file stays. The lock alone decides whether the folder is held.
      }
      connection.close();
    },
  };
}
