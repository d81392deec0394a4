import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openConnection } from "../../../../src/main/engine/db/connection.js";
import { backupFolder, databaseFile, suspectFile } from "../../../../src/main/engine/db/data-folder.js";
import { latestVersion } from "../../../../src/main/engine/db/migrations/index.js";
import {
  checkBackup,
  closeStore,
  inspectBackup,
  meetsConstraints,
  migrate,
  type OpenOptions,
  openCopy,
  openReader,
  openReadOnly,
  openStore,
} from "../../../../src/main/engine/db/open.js";
import { UnusableDatabaseError } from "../../../../src/main/engine/db/storage-error.js";
import { allRows, type ReadDb, write } from "../../../../src/main/engine/db/store.js";
import { damagedError, foreignError, newerVersionError } from "../../../../src/main/engine/db/suspect.js";
import { copyDatabase, patchFile } from "../../../support/disk.js";
import { openTestStore, temporaryFolder } from "../../../support/folder.js";
import { insertTestProduct } from "./prices/stored-offer.js";

vi.mock(import("../../../../src/main/engine/db/connection.js"), async (original) => {
  const actual = await original();
  return { ...actual, openConnection: vi.fn(actual.openConnection) };
});

const pageBytes = 4_096;
const connect = vi.mocked(openConnection);

beforeEach(() => {
  connect.mockClear();
});

function addProducts(db: ReadDb, count = 300): void {
  write(db, (tx) => {
    for (let i = 0; i < count; i++) insertTestProduct(tx, `p${i}`);
  });
}

/** A folder with products, whose database is one file. */
function usedFolder(): string {
  const folder = temporaryFolder();
  const db = openStore(folder);
  addProducts(db);
  closeStore(db);
  return folder;
}

/** A folder as a killed engine leaves it: the products are only in the write-ahead log. */
function killedFolder(): string {
  const folder = temporaryFolder();
  closeStore(openStore(folder));
  addProducts(openTestStore(folder));
  return copyDatabase(folder, temporaryFolder());
}

function runSql(folder: string, sql: string): void {
  const connection = new Database(databaseFile(folder));
  connection.exec(sql);
  connection.close();
}

/** Splits the name of a column of the search index in two. */
function damageSearchIndex(file: string): void {
  const bytes = readFileSync(file);
  bytes.write("t tle, brand", bytes.indexOf("title, brand, model"));
  writeFileSync(file, bytes);
}

/** Overwrites the page that holds a product's row. */
function damagePage(file: string): void {
  const at = readFileSync(file).indexOf("Product p150");
  patchFile(file, at - (at % pageBytes), (bytes) => void bytes.fill(0xa5), pageBytes);
}

/** Makes an index disagree with its table, which the quick check does not notice. */
function damageIndex(file: string): void {
  const at = readFileSync(file).lastIndexOf("product/test/p150");
  patchFile(file, at + "product/test/p15".length, (bytes) => void bytes.write("q"));
}

const readFiles = (folder: string) =>
  ["", "-wal"].map((suffix) => {
    const file = databaseFile(folder) + suffix;
    return existsSync(file) ? readFileSync(file).toString("base64") : null;
  });

function eraseSchema(file: string): void {
  patchFile(file, 100, (bytes) => void bytes.fill(0), pageBytes - 100);
}

function renameColumn(file: string): void {
  const text = readFileSync(file, "latin1");
  writeFileSync(file, text.replaceAll("bonus_credits INTEGER", "bonusWcredits INTEGER"), "latin1");
}

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

/** Leaves a database that needs the last migration. */
function replaceByOlder(folder: string): void {
  rmSync(databaseFile(folder), { force: true });
  const old: ReadDb = { connection: new Database(databaseFile(folder)) };
  migrate(old, latestVersion - 1);
  closeStore(old);
}

/** The connections to files that the test has made and not closed. */
const openConnections = () =>
  connect.mock.results
    .filter(({ type }) => type === "return")
    .map(({ value }) => value as Database.Database)
    .filter(({ open }) => open);

/** The files of a folder that this process has open; unknown, so none, where the system does not list them. */
function openFiles(folder: string): string[] {
  const list = "/proc/self/fd";
  if (!existsSync(list)) return [];
  return readdirSync(list)
    .map((name) => join(list, name))
    .filter((file) => existsSync(file))
    .map((file) => readlinkSync(file))
    .filter((file) => file.startsWith(folder));
}

/** Why a database is refused. Asserts that the refusal changes no file and leaves none open. */
function refusalOf(folder: string, options?: OpenOptions): string {
  const before = readFiles(folder);
  connect.mockClear();
  try {
    closeStore(openStore(folder, options));
  } catch (error) {
    expect(readFiles(folder)).toEqual(before);
    expect(openConnections()).toEqual([]);
    expect(openFiles(folder)).toEqual([]);
    if (error instanceof UnusableDatabaseError) return error.kind;
    throw error;
  }
  throw new Error("The database was opened.");
}

const pragma = (db: ReadDb, name: string) => db.connection.pragma(name, { simple: true });
const productCount = (db: ReadDb) => allRows(db, "SELECT 1 FROM product").length;

it("an opened database has the settings that the engine relies on", () => {
  const db = openTestStore();
  expect({
    journal_mode: pragma(db, "journal_mode"),
    synchronous: pragma(db, "synchronous"),
    foreign_keys: pragma(db, "foreign_keys"),
    cache_size: pragma(db, "cache_size"),
    temp_store: pragma(db, "temp_store"),
    busy_timeout: pragma(db, "busy_timeout"),
    user_version: pragma(db, "user_version"),
  }).toEqual({
    journal_mode: "wal",
    synchronous: 1,
    foreign_keys: 1,
    cache_size: -32_000,
    temp_store: 2,
    busy_timeout: 15_000,
    user_version: latestVersion,
  });
});

it("an opened database may have been an empty file, because a kill before the first write leaves one", () => {
  const folder = temporaryFolder();
  writeFileSync(databaseFile(folder), "");
  expect(pragma(openTestStore(folder), "user_version")).toBe(latestVersion);
});

it("an opened database may have tables of its user's", () => {
  const folder = usedFolder();
  runSql(folder, "CREATE TABLE own_table (a)");
  expect(productCount(openTestStore(folder))).toBe(300);
});

it("an opened database has the writes that a killed engine left in the log", () => {
  expect(productCount(openTestStore(killedFolder()))).toBe(300);
});

it.skipIf(process.platform === "win32")("an opened database is readable for its owner only", () => {
  const folder = usedFolder();
  expect(statSync(databaseFile(folder)).mode & 0o777).toBe(0o600);
});

it("an opened database leaves one connection, also beside a log", () => {
  const folder = killedFolder();
  const db = openTestStore(folder);
  expect(openConnections().filter(({ name }) => name === databaseFile(folder))).toEqual([db.connection]);
});

it("an opened database is new if only the log of one that was moved away is left", () => {
  const folder = killedFolder();
  rmSync(databaseFile(folder));
  expect(productCount(openTestStore(folder))).toBe(0);
});

it("an opened database keeps a mark that another process sets meanwhile", () => {
  const folder = usedFolder();
  connect.mockImplementationOnce((...options) => {
    writeFileSync(suspectFile(folder), "");
    return new Database(...options);
  });
  openTestStore(folder);
  expect(existsSync(suspectFile(folder))).toBe(true);
});

it("an opened database has a folder", () => {
  const folder = join(temporaryFolder(), "new", "folder");
  closeStore(openStore(folder));
  expect(existsSync(databaseFile(folder))).toBe(true);
});

it("an opened database that is new or up to date has no schema to compare, which would delay the start", () => {
  const folder = temporaryFolder();
  for (let i = 0; i < 2; i++) closeStore(openStore(folder));
  expect(connect.mock.calls.map(([file]) => file)).not.toContain(":memory:");
});

it("an opened database can be closed twice", () => {
  const db = openTestStore();
  closeStore(db);
  expect(db.connection.open).toBe(false);
  expect(() => closeStore(db)).not.toThrow();
});

it("a database is migrated step by step, with all its data", () => {
  const folder = temporaryFolder();
  const old: ReadDb = { connection: new Database(databaseFile(folder)) };
  const exec = vi.spyOn(old.connection, "exec");
  migrate(old, latestVersion - 1);
  expect(exec).toHaveBeenCalledWith("PRAGMA synchronous = FULL");
  expect(pragma(old, "user_version")).toBe(latestVersion - 1);
  // In SQL of its own, because the program's statements are for the latest version.
  const sql = "INSERT INTO product (service, title, details, updated_at) VALUES (?, 'P', '{}', 0)";
  for (const service of ["p0", "p1"]) old.connection.prepare(sql).run(service);
  old.connection.close();
  const db = openTestStore(folder);
  expect(pragma(db, "user_version")).toBe(latestVersion);
  expect(productCount(db)).toBe(2);
});

it("a database that is up to date is not written to", () => {
  const db = openTestStore();
  const exec = vi.spyOn(db.connection, "exec");
  migrate(db);
  expect(exec).not.toHaveBeenCalled();
});

it("a migration that another process has just made is not repeated", () => {
  const db = openTestStore();
  const { connection } = db;
  const original = connection.pragma.bind(connection);
  // Outside of its transactions, this process sees the version before the other one's migrations.
  vi.spyOn(connection, "pragma").mockImplementation((source, options) =>
    source === "user_version" && !connection.inTransaction ? 0 : original(source, options),
  );
  expect(() => migrate(db)).not.toThrow();
  expect(original("user_version", { simple: true })).toBe(latestVersion);
});

describe("refused databases", () => {
  it.each<[string, string, (folder: string) => void]>([
    [
      "a text file",
      "damaged",
      (folder) => writeFileSync(databaseFile(folder), "A database, it says. ".repeat(999)),
    ],
    ["a damaged page", "damaged", (folder) => damagePage(databaseFile(folder))],
    [
      "a missing end",
      "damaged",
      (folder) => writeFileSync(databaseFile(folder), readFileSync(databaseFile(folder)).subarray(0, 20_000)),
    ],
    ["a schema other than its version's", "damaged", (folder) => runSql(folder, "PRAGMA user_version = 24")],
    ["a version that is too old to open", "damaged", (folder) => runSql(folder, "PRAGMA user_version = 2")],
    ["tables but no version", "damaged", (folder) => runSql(folder, "PRAGMA user_version = 0")],
    [
      "a broken view and no version",
      "damaged",
      (folder) => runSql(folder, "CREATE VIEW broken AS SELECT * FROM nowhere; PRAGMA user_version = 0"),
    ],
    [
      "a missing table that a migration needs",
      "damaged",
      (folder) => runSql(folder, "DROP TABLE shop_way; DROP TABLE review; PRAGMA user_version = 24"),
    ],
    ["an erased schema", "damaged", (folder) => eraseSchema(databaseFile(folder))],
    [
      "a damaged definition of the search index",
      "damaged",
      (folder) => damageSearchIndex(databaseFile(folder)),
    ],
    [
      "less than a page",
      "damaged",
      (folder) => writeFileSync(databaseFile(folder), readFileSync(databaseFile(folder)).subarray(0, 900)),
    ],
    ["another program's mark", "foreign", (folder) => runSql(folder, "PRAGMA application_id = 7")],
    ["a later version", "future", (folder) => runSql(folder, `PRAGMA user_version = ${latestVersion + 1}`)],
  ])("a database with %s is refused as %s and left unchanged", (_case, kind, damage) => {
    const folder = usedFolder();
    damage(folder);
    expect(refusalOf(folder)).toBe(kind);
  });

  it.each<[string, (file: string) => void]>([
    ["a damaged page", damagePage],
    ["a missing end", (file) => writeFileSync(file, readFileSync(file).subarray(0, 20_000))],
    ["no content", (file) => writeFileSync(file, "")],
    // Only a writable connection checks the constraints of tables.
    ["a changed column name", (file) => renameColumn(file)],
  ])("a database with %s is refused and left unchanged together with its log", (_case, damage) => {
    const folder = temporaryFolder();
    addProducts(openTestStore(folder));
    const other = openTestStore(folder);
    pragma(other, "wal_checkpoint(TRUNCATE)");
    write(other, (tx) => insertTestProduct(tx, "last"));
    const killed = copyDatabase(folder, temporaryFolder());
    damage(databaseFile(killed));
    expect(refusalOf(killed)).toBe("damaged");
  });

  it.each([
    [foreignError, "is not Tidemark's database. It was left as it is.", /^Move the file away, or choose/],
    [
      (folder: string) => newerVersionError(folder, 99),
      "was written by a newer Tidemark (format 99, this one reads up to",
      /^Update Tidemark, or choose/,
    ],
    [
      (folder: string) => damagedError(folder),
      "is damaged. It was left as it is.",
      /^Restore a backup .*or move the file away/,
    ],
  ])("a refusal names the reason and the next step: %o", (refuse, message, action) => {
    const refusal = refuse(temporaryFolder());
    expect(refusal.message).toContain(message);
    expect(refusal.action).toMatch(action);
  });

  it("a database is refused with its newest backup", () => {
    const folder = usedFolder();
    mkdirSync(backupFolder(folder));
    const backup = join(backupFolder(folder), "mine.sqlite3");
    copyFileSync(databaseFile(folder), backup);
    damagePage(databaseFile(folder));
    expect(() => openStore(folder)).toThrow(
      expect.objectContaining({
        backup,
        action: expect.stringContaining(`tidemark restore "${backup}"`),
      }),
    );
  });

  it("a database larger than the limit is opened without a check", () => {
    const folder = usedFolder();
    damagePage(databaseFile(folder));
    const { size } = statSync(databaseFile(folder));
    expect(refusalOf(folder, { quickCheckMaxBytes: size })).toBe("damaged");
    expect(() => closeStore(openStore(folder, { quickCheckMaxBytes: size - 1 }))).not.toThrow();
  });

  it("a database in which damage was found is checked as a whole, and loses its mark if it is intact", () => {
    const folder = usedFolder();
    damageIndex(databaseFile(folder));
    expect(() => closeStore(openStore(folder))).not.toThrow();
    writeFileSync(suspectFile(folder), "");
    expect(refusalOf(folder, { quickCheckMaxBytes: 0 })).toBe("damaged");
    expect(existsSync(suspectFile(folder))).toBe(true);
    const intact = usedFolder();
    writeFileSync(suspectFile(intact), "");
    openTestStore(intact);
    expect(existsSync(suspectFile(intact))).toBe(false);
  });
});

const busy = new Database.SqliteError("database is locked", "SQLITE_BUSY_RECOVERY");
const vtable = new Database.SqliteError("vtable constructor failed: product_text", "SQLITE_ERROR");

const failOnce = (error: Error) =>
  connect.mockImplementationOnce(() => {
    throw error;
  });

it.each([
  ["a lock", busy],
  ["a lock that the search index meets", vtable],
])("a database is opened after %s is gone, with pauses between the attempts", (_case, error) => {
  const wait = vi.spyOn(Atomics, "wait");
  onTestFinished(() => wait.mockRestore());
  failOnce(error);
  failOnce(error);
  expect(pragma(openTestStore(), "user_version")).toBe(latestVersion);
  expect(wait).toHaveBeenCalledTimes(2);
});

it("a database is reported as busy after 15 seconds", () => {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const folder = temporaryFolder();
  failOnce(busy);
  connect.mockImplementationOnce(() => {
    nowMs = 15_000;
    throw busy;
  });
  expect(() => openStore(folder)).toThrow(expect.objectContaining({ kind: "busy" }));
});

it.each([
  ["a full disk", new Database.SqliteError("full", "SQLITE_FULL"), { kind: "disk-full" }],
  ["damage", new Database.SqliteError("malformed", "SQLITE_CORRUPT_VTAB"), { kind: "damaged" }],
  ["an error of our own", new RangeError("vtable constructor failed"), { name: "RangeError" }],
])("a database is not tried again after %s", (_case, error, expected) => {
  const folder = temporaryFolder();
  failOnce(error);
  expect(() => openStore(folder)).toThrow(expect.objectContaining(expected));
});

describe("databases opened to read", () => {
  it("a database is opened read-only at the latest version", () => {
    const folder = usedFolder();
    const db = openReadOnly(folder);
    if (db === null) throw new Error("The database was not opened.");
    onTestFinished(() => closeStore(db));
    expect(productCount(db)).toBe(300);
    expect(() => db.connection.exec("DELETE FROM product")).toThrow("readonly");
  });

  it.each<[string, (folder: string) => void]>([
    ["a database that needs a migration", replaceByOlder],
    [
      "a later version",
      (folder) => {
        closeStore(openStore(folder));
        runSql(folder, "PRAGMA user_version = 99");
      },
    ],
    [
      "another program's database",
      (folder) => {
        closeStore(openStore(folder));
        runSql(folder, "PRAGMA application_id = 7");
      },
    ],
    ["a folder without a database", () => undefined],
  ])("nothing is opened read-only for %s, and no connection stays open", (_case, prepare) => {
    const folder = temporaryFolder();
    prepare(folder);
    connect.mockClear();
    expect(openReadOnly(folder)).toBeNull();
    expect(openConnections()).toEqual([]);
  });

  it("a reader sees one snapshot and cannot write", () => {
    const folder = temporaryFolder();
    const db = openTestStore(folder);
    const reader = openReader(folder);
    onTestFinished(() => closeStore(reader));
    reader.connection.exec("BEGIN");
    expect(productCount(reader)).toBe(0);
    addProducts(db, 1);
    expect(productCount(reader)).toBe(0);
    expect(pragma(reader, "busy_timeout")).toBe(15_000);
    expect(() => reader.connection.exec("DELETE FROM product")).toThrow("readonly");
  });
});

it("a copy has the writes in the log, is readable for its owner only, and leaves the database alone", () => {
  const folder = killedFolder();
  const copyFolder = temporaryFolder();
  for (const suffix of ["", "-wal"]) chmodSync(databaseFile(folder) + suffix, 0o644);
  const before = readFiles(folder);
  const copy = openCopy(folder, copyFolder);
  onTestFinished(() => closeStore(copy));
  expect(productCount(copy)).toBe(300);
  expect(readFiles(folder)).toEqual(before);
  if (process.platform !== "win32")
    for (const suffix of ["", "-wal"])
      expect(statSync(databaseFile(copyFolder) + suffix).mode & 0o777).toBe(0o600);
});

it("a copy of a folder without a database is a new database", () => {
  const copy = openCopy(temporaryFolder(), temporaryFolder());
  onTestFinished(() => closeStore(copy));
  expect(pragma(copy, "user_version")).toBe(latestVersion);
});

it("a damaged copy is reported as the database that it was made of", () => {
  const folder = usedFolder();
  damagePage(databaseFile(folder));
  const path = databaseFile(folder);
  expect(() => openCopy(folder, temporaryFolder())).toThrow(
    expect.objectContaining({
      kind: "damaged",
      path,
      backup: null,
      message: `The database ${path} is damaged. It was left as it is.`,
      cause: expect.objectContaining({ kind: "damaged" }),
    }),
  );
});

it("a copy that cannot be made is reported with the folder that it was for", () => {
  const copyFolder = join(temporaryFolder(), "missing");
  mkdirSync(join(copyFolder, "tidemark.sqlite3"), { recursive: true });
  expect(() => openCopy(usedFolder(), copyFolder)).toThrow(
    expect.objectContaining({ kind: "folder-in-place", path: copyFolder }),
  );
});

function replaceByPipe(folder: string): void {
  rmSync(databaseFile(folder));
  execFileSync("sh", ["-c", 'mkfifo "$0"', databaseFile(folder)]);
}

type Verdict = ReturnType<typeof checkBackup>;

describe("files to restore", () => {
  it.each<readonly [string, (folder: string) => void, Verdict, Verdict]>([
    ["intact", () => undefined, null, null],
    ["of an older version", (folder) => replaceByOlder(folder), null, null],
    ["missing", (folder) => rmSync(databaseFile(folder)), "missing", "missing"],
    [
      "a text",
      (folder) => writeFileSync(databaseFile(folder), "A text."),
      "not-a-database",
      "not-a-database",
    ],
    ["empty", (folder) => writeFileSync(databaseFile(folder), ""), "not-a-database", "not-a-database"],
    ...(process.platform === "win32"
      ? []
      : [["a named pipe", replaceByPipe, "not-a-database", "not-a-database"] as const]),
    ["another program's", (folder) => runSql(folder, "PRAGMA application_id = 7"), "foreign", "foreign"],
    ["of a later version", (folder) => runSql(folder, "PRAGMA user_version = 99"), "future", "future"],
    ["one with a table of its own", (folder) => runSql(folder, "CREATE TABLE own (a)"), "damaged", "damaged"],
    ["one with a damaged page", (folder) => damagePage(databaseFile(folder)), null, "damaged"],
    ["one whose index disagrees", (folder) => damageIndex(databaseFile(folder)), null, "damaged"],
    ["one without its schema", (folder) => eraseSchema(databaseFile(folder)), "damaged", "damaged"],
    ["a folder", (folder) => replaceByFolder(databaseFile(folder)), "unreadable", "unreadable"],
  ])("a file that is %s is inspected and checked, and left closed", (_case, prepare, inspected, checked) => {
    const folder = usedFolder();
    prepare(folder);
    connect.mockClear();
    expect(inspectBackup(databaseFile(folder))).toBe(inspected);
    expect(checkBackup(databaseFile(folder))).toBe(checked);
    expect(openConnections()).toEqual([]);
    expect(openFiles(folder)).toEqual([]);
  });

  it("a file to restore is left unchanged together with its log", () => {
    const folder = killedFolder();
    const before = readFiles(folder);
    expect(checkBackup(databaseFile(folder))).toBeNull();
    expect(readFiles(folder)).toEqual(before);
  });

  it.each([
    ["intact values", "SELECT 1", true],
    ["a value outside its limits", "UPDATE account SET bonus_credits = -1", false],
    ["an additional table", "CREATE TABLE own (a)", false],
  ])("a copy with %s meets the constraints of its tables: %s", (_case, sql, expected) => {
    const folder = usedFolder();
    runSql(
      folder,
      `PRAGMA ignore_check_constraints = ON;
       INSERT INTO account (name, status, plan_credits, bonus_credits, plan_started_at, created_at)
         VALUES ('default', 'active', 0, 0, 0, 0);
       ${sql}`,
    );
    const copy = new Database(databaseFile(folder));
    onTestFinished(() => void copy.close());
    expect(meetsConstraints(copy)).toBe(expected);
  });
});
