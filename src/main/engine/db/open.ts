import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import Database from "better-sqlite3";
import type { DataErrorKind } from "../../../shared/data/data-error.js";
import { openConnection } from "./connection.js";
import { databaseFile, ensureFolder, removeLeftovers, restrictToOwner } from "./data-folder.js";
import { latestVersion, migrations } from "./migrations/index.js";
import { hasExactSchemaOfVersion, hasSchemaOfVersion } from "./schema-check.js";
import {
  assertReadable,
  describeDiskError,
  isCorruptionError,
  UnusableDatabaseError,
} from "./storage-error.js";
import { type ReadDb, write } from "./store.js";
import { clearSuspect, damagedError, foreignError, isSuspect, newerVersionError } from "./suspect.js";

/** "TIDE" in ASCII: marks our files among other SQLite databases. */
const applicationId = 0x54494445;
const magic = "SQLite format 3\0";
/** How long to wait for another process's write, such as an import at the command line. */
const busyTimeoutMs = 15_000;
/**
 * Between attempts to open the database. SQLite's busy timeout does not cover another process that switches it to a
 * write-ahead log, or removes that log when it closes the last connection.
 */
const openRetryDelayMs = 50;
/** The quick check of a file of this size takes 45 ms on two shared cores, too short to notice at the start. */
const quickCheckMaxBytes = 24 * 1024 * 1024;

function hasSqliteHeader(file: string): boolean {
  const stats = statSync(file);
  // A read of a named pipe would wait for ever.
  if (!stats.isFile() && !stats.isDirectory()) return false;
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

/**
 * Refuses databases of other programs and versions before anything is written to them. Reads in one transaction: another
 * process may be creating or migrating the database, and version and schema must come from the same moment.
 */
function assertOpenable(connection: Database.Database, folder: string): void {
  connection.transaction(() => assertSchema(connection, folder))();
}

function assertSchema(connection: Database.Database, folder: string): void {
  const isEmpty = connection.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
  const isOurs = pragmaNumber(connection, "application_id") === applicationId;
  if (!isEmpty && !isOurs) throw foreignError(folder);
  const version = pragmaNumber(connection, "user_version");
  if (version > latestVersion) throw newerVersionError(folder, version);
  // A migration expects the exact schema of the version before it.
  if (!isEmpty && version < latestVersion && !hasSchemaOfVersion(connection, version))
    throw damagedError(folder);
}

function configure(connection: Database.Database): void {
  connection.pragma("journal_mode = WAL");
  // A killed process loses nothing; writes that must survive a power cut use `durable`.
  connection.pragma("synchronous = NORMAL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("cache_size = -32000");
  connection.pragma("temp_store = MEMORY");
}

/**
 * Brings the schema up to date, one transaction per migration. Only the last waits for the disk, which also writes the
 * earlier ones: they come before it in the log.
 */
export function migrate(db: ReadDb, upTo: number = latestVersion): void {
  const { connection } = db;
  for (const migration of migrations) {
    if (migration.version > upTo || migration.version <= pragmaNumber(connection, "user_version")) continue;
    write(
      db,
      (tx) => {
        // Another process may have migrated in the meantime.
        if (pragmaNumber(connection, "user_version") >= migration.version) return;
        migration.prepare?.(tx);
        connection.exec(migration.sql);
        connection.pragma(`application_id = ${applicationId}`);
        connection.pragma(`user_version = ${migration.version}`);
      },
      { durable: migration.version === upTo },
    );
  }
}

function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * SQLite takes the log beside an empty file for another database's and deletes it, losing the latest writes. The log is
 * looked for first: another process that is creating the database writes the file before it.
 */
function isEmptyBesideWal(file: string): boolean {
  return hasWal(file) && statSync(file).size === 0;
}

function checkHeader(folder: string, file: string): void {
  if (existsSync(file) && (!hasSqliteHeader(file) || isEmptyBesideWal(file))) throw damagedError(folder);
}

/**
 * A read-only connection, held while a database with a log beside it is opened. The last connection to close moves the
 * log into the database, which would change a damaged one; a read-only connection cannot.
 */
function openGuard(file: string): Database.Database | null {
  return existsSync(file) && hasWal(file)
    ? openConnection(file, { readonly: true, timeout: busyTimeoutMs })
    : null;
}

export interface OpenOptions {
  /** Files up to this size are checked before they are opened; larger ones are left to `process/full-check.ts`. */
  readonly quickCheckMaxBytes?: number;
}

/** Opens the database in a single attempt. Throws SQLite's own errors, too. */
function openOnce(folder: string, maxBytes: number): ReadDb {
  const file = databaseFile(folder);
  checkHeader(folder, file);
  const wasSuspect = isSuspect(folder);
  const guard = openGuard(file);
  const verify = (candidate: Database.Database) => {
    assertOpenable(candidate, folder);
    const isSmall = statSync(file).size <= maxBytes;
    const check = wasSuspect ? "integrity_check" : isSmall ? "quick_check" : null;
    if (check !== null && !passesCheck(candidate, check)) throw damagedError(folder);
  };
  let connection: Database.Database | undefined;
  try {
    if (guard !== null) verify(guard);
    connection = openConnection(file, { timeout: busyTimeoutMs });
    if (guard === null) verify(connection);
    restrictToOwner(folder);
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

/** A lock met while the search index loads is reported as the virtual table's error, not as SQLITE_BUSY. */
function isConcurrentOpenError(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false;
  return error.code.startsWith("SQLITE_BUSY") || error.message.startsWith("vtable constructor failed");
}

function toStorageError(error: unknown, folder: string): unknown {
  return isCorruptionError(error) ? damagedError(folder, error) : (describeDiskError(error, folder) ?? error);
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Opens the folder's database, creating or migrating it as needed. Throws `StorageError` with the next step if it is
 * damaged, another program's, or newer than this program. The file is then unchanged.
 */
export function openStore(folder: string, options: OpenOptions = {}): ReadDb {
  try {
    ensureFolder(folder);
    removeLeftovers(folder);
    const deadlineMs = performance.now() + busyTimeoutMs;
    for (;;)
      try {
        return openOnce(folder, options.quickCheckMaxBytes ?? quickCheckMaxBytes);
      } catch (error) {
        if (!isConcurrentOpenError(error) || performance.now() >= deadlineMs) throw error;
        sleepSync(openRetryDelayMs);
      }
  } catch (error) {
    throw toStorageError(error, folder);
  }
}

/**
 * A read-only connection to the folder's database; `null` if it needs a migration, or if SQLite cannot open it: a
 * write-ahead log needs a file of shared memory, which cannot be created in a read-only folder.
 */
export function openReadOnly(folder: string): ReadDb | null {
  let db: ReadDb | undefined;
  try {
    db = openReader(folder);
    assertOpenable(db.connection, folder);
    if (hasLatestSchema(db)) return db;
  } catch {
    // The copy that the caller opens instead shows the reason.
  }
  if (db !== undefined) closeStore(db);
  return null;
}

/**
 * Opens a copy of the folder's database, made in an empty folder. Nothing may write to the database meanwhile. Throws
 * `StorageError`.
 */
export function openCopy(folder: string, copyFolder: string): ReadDb {
  try {
    for (const suffix of ["", "-wal"]) {
      const file = databaseFile(folder) + suffix;
      if (!existsSync(file)) continue;
      copyFileSync(file, databaseFile(copyFolder) + suffix, constants.COPYFILE_FICLONE);
      chmodSync(databaseFile(copyFolder) + suffix, 0o600);
    }
    return openStore(copyFolder);
  } catch (error) {
    if (!(error instanceof UnusableDatabaseError)) throw toStorageError(error, copyFolder);
    const about = (text: string) => text.replaceAll(copyFolder, folder);
    throw new UnusableDatabaseError(error.kind, about(error.message), about(error.action), {
      path: databaseFile(folder),
      backup: error.backup,
      cause: error,
    });
  }
}

export function closeStore(db: ReadDb): void {
  db.connection.close();
}

/** Why a file cannot be restored. */
export type BackupErrorKind = Extract<
  DataErrorKind,
  "missing" | "not-a-database" | "foreign" | "future" | "damaged" | "unreadable"
>;

/** Checks a backup's header, version and schema, quickly at any size; `null` if this program can read it. */
export function inspectBackup(file: string): BackupErrorKind | null {
  return withBackup(file, () => null);
}

/**
 * Checks a whole backup; `null` if it is an intact database of a version that this program can read. Its values are
 * left to `meetsConstraints`.
 */
export function checkBackup(file: string): BackupErrorKind | null {
  return withBackup(file, (connection) => (passesCheck(connection, "integrity_check") ? null : "damaged"));
}

/**
 * Whether the values of a writable copy meet the constraints of their tables. SQLite does not read CHECK constraints on
 * a read-only connection.
 */
export function meetsConstraints(copy: Database.Database): boolean {
  return hasBackupSchema(copy) && passesCheck(copy, "quick_check");
}

/**
 * Verified before any other statement is prepared: an index, view, generated column or constraint of a stranger could
 * compute for hours, and the driver cannot interrupt it.
 */
function hasBackupSchema(connection: Database.Database): boolean {
  return hasExactSchemaOfVersion(connection, pragmaNumber(connection, "user_version"));
}

function withBackup(
  file: string,
  check: (connection: Database.Database) => BackupErrorKind | null,
): BackupErrorKind | null {
  let connection: Database.Database | undefined;
  try {
    if (!existsSync(file)) return "missing";
    if (!hasSqliteHeader(file) || statSync(file).size === 0) return "not-a-database";
    connection = openConnection(file, { readonly: true });
    if (pragmaNumber(connection, "application_id") !== applicationId) return "foreign";
    if (pragmaNumber(connection, "user_version") > latestVersion) return "future";
    return hasBackupSchema(connection) ? check(connection) : "damaged";
  } catch (error) {
    return isCorruptionError(error) ? "damaged" : "unreadable";
  } finally {
    connection?.close();
  }
}

/** The driver's arguments for a read-only connection, as plain data that a worker thread can receive. */
export function readerArguments(folder: string): [file: string, options: Database.Options] {
  return [databaseFile(folder), { readonly: true, timeout: busyTimeoutMs }];
}

/** Whether a database, perhaps that of a backup, needs no migration. */
export function hasLatestSchema({ connection }: ReadDb): boolean {
  return pragmaNumber(connection, "user_version") === latestVersion;
}

/** A second, read-only connection: a transaction on it sees one snapshot, whatever is written meanwhile. */
export function openReader(folder: string): ReadDb {
  return { connection: openConnection(...readerArguments(folder)) };
}

/**
 * Whether a file passes one of SQLite's own checks. `quick_check` reads every page once; `integrity_check` takes up to
 * twice as long and also compares every index with its table. A damaged definition of the search index is a general error.
 */
function passesCheck(connection: Database.Database, check: "quick_check" | "integrity_check"): boolean {
  try {
    const finding = String(connection.pragma(`${check}(1)`, { simple: true }));
    assertReadable(finding);
    return finding === "ok";
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== "SQLITE_ERROR") throw error;
    if (isConcurrentOpenError(error)) throw error;
    return false;
  }
}
