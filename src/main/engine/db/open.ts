import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import type { DataErrorKind } from "../../../shared/data/data-error.js";
import { databaseFile, ensureFolder, keepToOwner, removeOldChecksums } from "./data-folder.js";
import { latestVersion, migrations } from "./migrations/index.js";
import { hasSchemaOfVersion } from "./schema-check.js";
import { describeDiskError, isCorruptionError, StorageError } from "./storage-error.js";
import { type ReadDb, write } from "./store.js";
import { clearSuspect, isSuspect } from "./suspect.js";
import { damaged, foreign, fromTheFuture } from "./unusable.js";

/** "TIDE" in ASCII: marks our files among other SQLite databases. */
const applicationId = 0x54494445;
const magic = "SQLite format 3\0";
/** Waits for another process's write (an import at the command line, say) before giving up. */
const busyTimeoutMs = 15_000;
/**
 * SQLite does not wait while another process switches the database to a write-ahead log, or removes that log as the last
 * one to close it. Opening is retried for this long, which a full wait of `busyTimeoutMs` already exceeds.
 */
const racesMs = 2_000;
const betweenTriesMs = 50;
/** The quick check of a file of this size takes 45 ms on two shared cores: no start is noticeably later for it. */
const quickCheckMaxBytes = 24 * 1024 * 1024;

function hasSqliteHeader(file: string): boolean {
  const descriptor = openSync(file, "r");
  try {
    const head = Buffer.alloc(magic.length);
    const read = readSync(descriptor, head, 0, head.length, 0);
    // A database whose process was killed before the first checkpoint is an empty file.
    return read === 0 || head.toString("latin1") === magic;
  } finally {
    closeSync(descriptor);
  }
}

function pragmaNumber(connection: Database.Database, name: string): number {
  return Number(connection.pragma(name, { simple: true }));
}

function isEmptyDatabase(connection: Database.Database): boolean {
  return connection.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
}

/** Refuses databases of other programs and versions before anything is written to them. */
function inspect(connection: Database.Database, folder: string): void {
  // In this order: another process may be creating the database now, and marks it together with its first tables.
  const isEmpty = isEmptyDatabase(connection);
  const isOurs = pragmaNumber(connection, "application_id") === applicationId;
  if (!isEmpty && !isOurs) throw foreign(folder);
  const version = pragmaNumber(connection, "user_version");
  if (version > latestVersion) throw fromTheFuture(folder, version);
  // A migration expects the exact schema of the version before it.
  if (!isEmpty && version < latestVersion && !hasSchemaOfVersion(connection, version)) throw damaged(folder);
}

function configure(connection: Database.Database): void {
  connection.pragma("journal_mode = WAL");
  // A killed process loses nothing; what must survive a power cut is written with `durable`.
  connection.pragma("synchronous = NORMAL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("cache_size = -32000");
  connection.pragma("temp_store = MEMORY");
}

/** Brings the schema up to date, one transaction per migration. */
export function migrate(db: ReadDb, upTo: number = latestVersion): void {
  const { connection } = db;
  for (const migration of migrations) {
    if (migration.version > upTo || migration.version <= pragmaNumber(connection, "user_version")) continue;
    write(
      db,
      () => {
        // Another process may have migrated in the meantime.
        if (pragmaNumber(connection, "user_version") >= migration.version) return;
        connection.exec(migration.sql);
        connection.pragma(`application_id = ${applicationId}`);
        connection.pragma(`user_version = ${migration.version}`);
      },
      { durable: true },
    );
  }
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** SQLite would take the log beside an empty file for another database's and delete it, with the latest writes in it. */
function isEmptyBesideLog(file: string): boolean {
  return statSync(file).size === 0 && hasLog(file);
}

function checkHead(folder: string, file: string): void {
  if (existsSync(file) && (!hasSqliteHeader(file) || isEmptyBesideLog(file))) throw damaged(folder);
}

/**
 * A read-only connection, held while a database with a log beside it is opened. The last connection to close moves the
 * log into the database, which would change a damaged one; a read-only connection cannot.
 */
function openGuard(file: string): Database.Database | null {
  return existsSync(file) && hasLog(file)
    ? new Database(file, { readonly: true, timeout: busyTimeoutMs })
    : null;
}

export interface OpenOptions {
  /** Files up to this size are checked before they are opened; larger ones are left to `process/integrity-checks.ts`. */
  readonly quickCheckMaxBytes?: number;
}

/** A single attempt. Errors are SQLite's own. */
function openOnce(folder: string, maxBytes: number): ReadDb {
  const file = databaseFile(folder);
  checkHead(folder, file);
  const wasSuspect = isSuspect(folder);
  const guard = openGuard(file);
  const verify = (candidate: Database.Database) => {
    inspect(candidate, folder);
    const isSmall = statSync(file).size <= maxBytes;
    if (wasSuspect ? !passes(candidate, "integrity_check") : isSmall && !passes(candidate, "quick_check"))
      throw damaged(folder);
  };
  let connection: Database.Database | undefined;
  try {
    if (guard !== null) verify(guard);
    connection = new Database(file, { timeout: busyTimeoutMs });
    if (guard === null) verify(connection);
    keepToOwner(folder);
    configure(connection);
    const db: ReadDb = { connection };
    migrate(db);
    if (wasSuspect) clearSuspect(folder);
    return db;
  } catch (error) {
    connection?.close();
    throw error;
  } finally {
    guard?.close();
  }
}

/** A lock met while the search index loads is reported in the index's own words. */
function isRace(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false;
  return error.code.startsWith("SQLITE_BUSY") || error.message.startsWith("vtable constructor failed");
}

function explained(error: unknown, folder: string): unknown {
  if (error instanceof StorageError) return error;
  return isCorruptionError(error) ? damaged(folder, error) : (describeDiskError(error, folder) ?? error);
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Opens the folder's database, creating or migrating it as needed. Throws `StorageError` with the next step if it is
 * damaged, another program's, or newer than this program. The file is then unchanged.
 */
export function openStore(folder: string, options: OpenOptions = {}): ReadDb {
  try {
    ensureFolder(folder);
    removeOldChecksums(folder);
    const giveUpAt = performance.now() + racesMs;
    for (;;)
      try {
        return openOnce(folder, options.quickCheckMaxBytes ?? quickCheckMaxBytes);
      } catch (error) {
        if (!isRace(error) || performance.now() >= giveUpAt) throw error;
        pause(betweenTriesMs);
      }
  } catch (error) {
    throw explained(error, folder);
  }
}

export function closeStore(db: ReadDb): void {
  if (db.connection.open) db.connection.close();
}

/** The reasons not to restore a file. */
export type BackupProblem = Extract<
  DataErrorKind,
  "missing" | "not-a-database" | "foreign" | "future" | "damaged" | "unreadable"
>;

/** Checks a backup by its first pages, quickly at any size; `null` if this program can read it. */
export function inspectBackup(file: string): BackupProblem | null {
  return withBackup(file, () => null);
}

/** Checks all of a backup; `null` if it is an intact database of a version that this program can read. */
export function checkBackup(file: string): BackupProblem | null {
  return withBackup(file, (connection) => {
    const isIntact = passes(connection, "integrity_check");
    return isIntact && hasSchemaOfVersion(connection, pragmaNumber(connection, "user_version"))
      ? null
      : "damaged";
  });
}

function withBackup(
  file: string,
  look: (connection: Database.Database) => BackupProblem | null,
): BackupProblem | null {
  let connection: Database.Database | undefined;
  try {
    if (!existsSync(file)) return "missing";
    if (!hasSqliteHeader(file) || statSync(file).size === 0) return "not-a-database";
    connection = new Database(file, { readonly: true });
    if (pragmaNumber(connection, "application_id") !== applicationId) return "foreign";
    if (pragmaNumber(connection, "user_version") > latestVersion) return "future";
    return look(connection);
  } catch (error) {
    return isCorruptionError(error) ? "damaged" : "unreadable";
  } finally {
    connection?.close();
  }
}

/** The driver's arguments for a read-only connection: plain data, so that a worker thread can use them, too. */
export function readerArguments(folder: string): [file: string, options: Database.Options] {
  return [databaseFile(folder), { readonly: true, timeout: busyTimeoutMs }];
}

/** A second, read-only connection: a transaction on it keeps seeing one state, whatever is written meanwhile. */
export function openReader(folder: string): ReadDb {
  return { connection: new Database(...readerArguments(folder)) };
}

/**
 * Whether a file passes one of SQLite's own checks. `quick_check` reads every page once; `integrity_check` takes up to
 * twice as long and also compares every index with its table.
 */
function passes(connection: Database.Database, check: "quick_check" | "integrity_check"): boolean {
  return connection.pragma(`${check}(1)`, { simple: true }) === "ok";
}
