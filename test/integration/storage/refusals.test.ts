import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { backupFolder, databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { StorageError } from "../../../src/main/engine/db/storage-error.js";
import { backUp, restore } from "../../../src/main/engine/operations/backup/backup.js";
import { writeAutomaticBackup } from "../../../src/main/engine/operations/backup/paced-backup.js";
import { ensureBuilt, runCli } from "../../support/cli.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";
import { exported, importLines, productLine } from "../catalogue/catalogue-files.js";

/** A folder with some products and perhaps a backup. Its write-ahead log is empty. */
async function usedFolder(hasBackup = false): Promise<string> {
  const folder = temporaryFolder();
  const db = openStore(folder);
  const lines = Array.from({ length: 300 }, (_, i) => productLine(`p${i}`, { description: "x".repeat(500) }));
  await importLines(db, lines);
  if (hasBackup) await writeAutomaticBackup(folder, Date.UTC(2026, 10, 1), new AbortController().signal);
  db.connection.pragma("wal_checkpoint(TRUNCATE)");
  closeStore(db);
  return folder;
}

const walFile = (folder: string): string => `${databaseFile(folder)}-wal`;

/** A folder as a killed engine leaves it: the last writes are only in the write-ahead log. */
async function killedFolder(): Promise<string> {
  const folder = await usedFolder();
  const db = openTestStore(folder);
  await importLines(db, [productLine("last")]);
  const copy = temporaryFolder();
  for (const file of [databaseFile(folder), walFile(folder)]) cpSync(file, join(copy, basename(file)));
  return copy;
}

function flipBytes(file: string, from: number): void {
  const bytes = readFileSync(file);
  for (let at = from; at < from + 30_000; at++) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

function openError(folder: string): StorageError {
  try {
    closeStore(openStore(folder));
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
  throw new Error("The database was opened.");
}

function runSql(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

const damages: [string, (file: string) => void][] = [
  ["a text file", (file) => writeFileSync(file, "This was a database once, it says.".repeat(500))],
  ["a truncated file", (file) => writeFileSync(file, readFileSync(file).subarray(0, 20_000))],
  [
    "a file truncated within its first page",
    (file) => writeFileSync(file, readFileSync(file).subarray(0, 900)),
  ],
  ["flipped bytes in the middle", (file) => flipBytes(file, 30_000)],
  ["tables of a later schema version than claimed", (file) => runSql(file, "PRAGMA user_version = 2")],
  [
    "a broken view and no schema version",
    (file) => runSql(file, "CREATE VIEW broken AS SELECT * FROM nowhere; PRAGMA user_version = 0"),
  ],
  ["tables without a schema version", (file) => runSql(file, "PRAGMA user_version = 0")],
  [
    "a missing table that a migration needs",
    (file) => runSql(file, "DROP TABLE shop_way; DROP TABLE review; PRAGMA user_version = 12"),
  ],
  [
    "an erased schema",
    (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0, 100, 4_096);
      writeFileSync(file, bytes);
    },
  ],
];

const foreignDatabases: [string, (file: string) => void, string][] = [
  [
    "another program's database",
    (file) => {
      writeFileSync(file, "");
      const other = new Database(file);
      other.exec("CREATE TABLE song (title TEXT)");
      other.close();
    },
    "is not Tidemark's database",
  ],
  [
    "a database from a newer version",
    (file) => {
      const db = new Database(file);
      db.pragma("user_version = 99");
      db.pragma("wal_checkpoint(TRUNCATE)");
      db.close();
    },
    "was written by a newer Tidemark (format 99",
  ],
];

beforeAll(ensureBuilt);

describe("unusable databases", () => {
  it.each(damages)("a database is refused and left unchanged: %s", async (_case, damage) => {
    const folder = await usedFolder();
    damage(databaseFile(folder));
    const before = readFileSync(databaseFile(folder));
    const refusal = openError(folder);
    expect(refusal.message).toMatch(/is damaged\. It was left as it is\.$/);
    expect(refusal.action).toMatch(/^Restore a backup .*or move the file away to start afresh\.$/);
    expect(refusal.backup).toBeNull();
    expect(readFileSync(databaseFile(folder)).equals(before)).toBe(true);
  });

  it.each(foreignDatabases)("a database is refused and left unchanged: %s", async (_case, replace, words) => {
    const folder = await usedFolder();
    replace(databaseFile(folder));
    const before = readFileSync(databaseFile(folder));
    const refusal = openError(folder);
    expect(refusal.message).toContain(words);
    expect(refusal.action).toMatch(/^[A-Z].*\.$/);
    expect(readFileSync(databaseFile(folder)).equals(before)).toBe(true);
  });

  it.each<[string, (file: string) => void]>([
    ["flipped bytes", (file) => flipBytes(file, 30_000)],
    ["a missing page", (file) => writeFileSync(file, readFileSync(file).subarray(0, 30_000))],
    ["an empty file", (file) => writeFileSync(file, "")],
    // Only a writable connection checks the constraints of tables.
    [
      "a changed column name",
      (file) => {
        const text = readFileSync(file, "latin1").replaceAll(
          "bonus_credits INTEGER",
          "bonusWcredits INTEGER",
        );
        writeFileSync(file, text, "latin1");
      },
    ],
  ])(
    "a database is refused and left unchanged together with its write-ahead log: %s",
    async (_case, damage) => {
      const folder = await killedFolder();
      damage(databaseFile(folder));
      const files = () => [databaseFile(folder), walFile(folder)].map((file) => readFileSync(file));
      const before = files();
      expect(openError(folder).message).toMatch(/is damaged\. It was left as it is\.$/);
      expect(files()).toEqual(before);
    },
  );

  it("a database that was moved away leaves no write-ahead log that a restored backup would apply", async () => {
    const folder = await killedFolder();
    const backup = join(temporaryFolder(), "backup.sqlite3");
    const other = openTestStore();
    await importLines(other, [productLine("backed-up")]);
    backUp(other, backup);
    renameSync(databaseFile(folder), join(folder, "moved-away"));
    await restore(folder, backup, Date.now());
    const db = openTestStore(folder);
    expect(db.connection.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(exported(db)).toEqual(exported(other));
  });

  it("a damaged database is reported with the newest backup, which can be restored", async () => {
    const folder = await usedFolder(true);
    const [, damage] = damages[0] ?? [];
    damage?.(databaseFile(folder));
    const refusal = openError(folder);
    expect(refusal.backup).toContain(backupFolder(folder));
    expect(refusal.action).toContain(`tidemark restore "${refusal.backup}"`);
    const restored = await runCli(["restore", refusal.backup ?? "", "--data", folder]);
    expect(restored).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The replaced data could not/),
    });
    const lookup = await runCli(["lookup", "product/test/p7", "--json", "--data", folder]);
    expect(JSON.parse(lookup.stdout)).toMatchObject([{ title: "Product p7" }]);
    const { previous } = JSON.parse(restored.stdout) as { previous: string };
    expect(readFileSync(previous, "utf8")).toContain("This was a database once");
  });

  it.each([["serve"], ["account", "show"], ["export"], ["keys", "list"]])(
    "a damaged database is reported in one line by %s %s",
    async (...command) => {
      const folder = await usedFolder();
      const [, damage] = damages[0] ?? [];
      damage?.(databaseFile(folder));
      const result = await runCli([...command, "--data", folder]);
      expect(result).toMatchObject({ code: 3, stdout: "" });
      expect(result.stderr).toMatch(/^The database .* is damaged\. It was left as it is\. Restore .*\.\n$/);
    },
  );
});

describe("unusable folders", () => {
  it.each([["serve"], ["account", "set"], ["import", import.meta.filename]])(
    "a data folder is reported in one line by %s when it is a file",
    async (...command) => {
      const file = join(temporaryFolder(), "data");
      writeFileSync(file, "");
      for (const place of [file, join(file, "inside")]) {
        const result = await runCli([...command, "--data", place]);
        expect(result).toMatchObject({ code: 1, stdout: "" });
        expect(result.stderr).toMatch(/is not a folder\. Choose a folder with --data DIR\.\n$/);
      }
    },
  );

  it("a data folder is reported in one line when its database is a folder", async () => {
    const folder = temporaryFolder();
    mkdirSync(databaseFile(folder));
    const result = await runCli(["account", "show", "--data", folder]);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(/^[^\n]+\.\n$/);
    expect(result.stderr).not.toContain("Unexpected");
  });
});

describe("empty database files", () => {
  it("an empty database file is opened as a new database, because a kill before the first write leaves one", () => {
    const folder = temporaryFolder();
    writeFileSync(databaseFile(folder), "");
    expect(() => closeStore(openStore(folder))).not.toThrow();
  });
});
