import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import type { DataErrorKind } from "../../../shared/data/problem.js";
import { DAY_MS } from "../domain/clock.js";
import { databaseFile, ensureFolder, keepToOwner } from "./data-folder.js";
import { latestVersion, migrations } from "./migrations/index.js";
import type { PageSums } from "./page-sums.js";
import { hasSchemaOfVersion } from "./schema-check.js";
import { describeDiskError, isCorruptionError, StorageError } from "./storage-error.js";
import { type ReadDb, write } from "./store.js";
import { checkSums, sumsThatHold } from "./sums-file.js";
import { altered, damaged, foreign, fromTheFuture } from "./unusable.js";

/** "TIDE" in ASCII: marks our files among other SQLite databases. */
const applicationId = 0x54494445;
const magic = "SQLite format 3\0";
/** Waits for another process's write (an import at the command line, say) before giving up. */
const busyTimeoutMs = 15_000;
/**
 * Another program that opens or closes the same database may bar it for an instant in which SQLite does not wait: as it
 * turns the write-ahead log on, or takes it away as the last one. Only then is opening tried again; a wait that was as
 * long as `busyTimeoutMs` is not.
 */
const racesMs = 2_000;
const betweenTriesMs = 50;
/** Up to this size the whole file is checked at every start: a few hundredths of a second. */
const checkUpToBytes = 64 * 1024 * 1024;
/** A file that is byte for byte as it was left is looked through once a day only. */
const checkEachMs = DAY_MS;

function hasSqliteHeader(file: string): boolean {
  const descriptor = openSync(file, "r");
  try {
    const head = Buffer.alloc(magic.length);
    const read = readSync(descriptor, head, 0, head.length, 0);
    // An empty file is what a database killed before its first checkpoint looks like.
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

/** Refuses what is not ours, before anything is written to it. */
function inspect(connection: Database.Database, folder: string): void {
  // In this order: another program may be making the database right now, and marks it with its first tables.
  const isEmpty = isEmptyDatabase(connection);
  const isOurs = pragmaNumber(connection, "application_id") === applicationId;
  if (!isEmpty && !isOurs) throw foreign(folder);
  const version = pragmaNumber(connection, "user_version");
  if (version > latestVersion) throw fromTheFuture(folder, version);
  // The first step marks the file and its version at once; what a step does not find as it expects, it cannot go on from.
  if (!isEmpty && version < latestVersion && !hasSchemaOfVersion(connection, version)) throw damaged(folder);
}

/** Refuses what is not in order; gives when that was seen: now, or never where it is too large to be looked through. */
function checkWhole(connection: Database.Database, folder: string): number {
  if (statSync(databaseFile(folder)).size > checkUpToBytes) return 0;
  // The quick check passes over indexes that lead elsewhere than their table, and costs nearly as much.
  if (connection.pragma("integrity_check(1)", { simple: true }) !== "ok") throw damaged(folder);
  return Date.now();
}

function configure(connection: Database.Database): void {
  connection.pragma("journal_mode = WAL");
  // A killed process loses nothing; what must survive a power cut is written with `durable`.
  connection.pragma("synchronous = NORMAL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("cache_size = -32000");
  connection.pragma("temp_store = MEMORY");
}

/** Brings the schema up to date, a transaction a step. */
export function migrate(db: ReadDb, upTo: number = latestVersion): void {
  const { connection } = db;
  for (const migration of migrations) {
    if (migration.version > upTo || migration.version <= pragmaNumber(connection, "user_version")) continue;
    write(
      db,
      () => {
        // Another process may have been faster.
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

/** SQLite would take the log of an empty file for a stranger's and delete it, with all that was written last. */
function isEmptyBesideLog(file: string): boolean {
  return statSync(file).size === 0 && hasLog(file);
}

function checkHead(folder: string, file: string): void {
  if (existsSync(file) && (!hasSqliteHeader(file) || isEmptyBesideLog(file))) throw damaged(folder);
}

/**
 * Refuses a database that says something else than was written. Gives when it was last found in order, where that was
 * lately and it is byte for byte as it was left since; `null` where it has to be looked through: what a disk alters while
 * an engine runs gets into the sums, too, and what lies in a log may be torn.
 */
function checkBytes(folder: string, kept: PageSums): number | null {
  const verdict = checkSums(folder, kept);
  if (verdict.kind === "altered") throw altered(folder, verdict.pages, verdict.of);
  if (verdict.kind === "unknown" || !verdict.isAlone) return null;
  const ageMs = Date.now() - kept.checkedMs;
  return ageMs >= 0 && ageMs < checkEachMs ? kept.checkedMs : null;
}

interface Bytes {
  /** As `checkBytes` gives it. */
  readonly lastMs: number | null;
  readonly unproven: PageSums | null;
}

/** For a process that has not opened the database yet. */
function lookAtBytes(folder: string): Bytes {
  const kept = sumsThatHold(folder);
  if (kept === null) return { lastMs: null, unproven: null };
  return kept.stamp.bytes > checkUpToBytes
    ? { lastMs: null, unproven: kept }
    : { lastMs: checkBytes(folder, kept), unproven: null };
}

/**
 * A connection that cannot write, held while a database with a log beside it is opened. The last one to close writes the
 * log into the database and takes it away, which would leave a damaged one not as it was; this one cannot.
 */
function openGuard(file: string): Database.Database | null {
  return existsSync(file) && hasLog(file)
    ? new Database(file, { readonly: true, timeout: busyTimeoutMs })
    : null;
}

/** A database that is open, and what was seen of it then. */
export interface OpenedDb extends ReadDb {
  /** When it was last found in order, in milliseconds since 1970; 0 where it is too large to be looked through. */
  readonly checkedMs: number;
  /** The sums that a large one has to have: they would hold up the start, and are held against it later. */
  readonly unproven: PageSums | null;
}

/** Opened once; what fails is thrown as SQLite says it. */
function openOnce(folder: string): OpenedDb {
  const file = databaseFile(folder);
  checkHead(folder, file);
  const { lastMs, unproven } = lookAtBytes(folder);
  const guard = openGuard(file);
  const look = (at: Database.Database) => {
    inspect(at, folder);
    return lastMs ?? checkWhole(at, folder);
  };
  let connection: Database.Database | undefined;
  try {
    const guardedMs = guard === null ? null : look(guard);
    connection = new Database(file, { timeout: busyTimeoutMs });
    const checkedMs = guardedMs ?? look(connection);
    keepToOwner(folder);
    configure(connection);
    const db: OpenedDb = { connection, checkedMs, unproven };
    migrate(db);
    return db;
  } catch (error) {
    connection?.close();
    throw error;
  } finally {
    guard?.close();
  }
}

/** The search index says in its own words that the database was barred while it was looked at. */
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
 * Opens the folder's database, made or migrated as needed. Throws `StorageError` with the next step when it is
 * damaged, somebody else's, or newer than this program; the file is then left as it was.
 */
export function openStore(folder: string): OpenedDb {
  try {
    ensureFolder(folder);
    const giveUpAt = performance.now() + racesMs;
    for (;;)
      try {
        return openOnce(folder);
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

/** Why a file cannot be restored. */
export type BackupProblem = Extract<
  DataErrorKind,
  "missing" | "not-a-database" | "foreign" | "future" | "damaged" | "unreadable"
>;

/** What a backup's first pages say of it; the reason where it is none that this program reads. Quick at any size. */
export function inspectBackup(file: string): BackupProblem | null {
  return withBackup(file, () => null);
}

/** Whether a file is a sound and whole database of a version that this program reads; the reason where it is not. */
export function checkBackup(file: string): BackupProblem | null {
  return withBackup(file, (connection) => {
    const isSound = connection.pragma("integrity_check(1)", { simple: true }) === "ok";
    return isSound && hasSchemaOfVersion(connection, pragmaNumber(connection, "user_version"))
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

/** A second, reading connection: what it reads in one transaction stays one state, whatever is written meanwhile. */
export function openReader(folder: string): ReadDb {
  return { connection: new Database(databaseFile(folder), { readonly: true, timeout: busyTimeoutMs }) };
}
