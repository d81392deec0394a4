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
import { newStore, temporaryFolder } from "../../support/folder.js";
import { exported, importLines, productLine } from "../catalogue/catalogue-files.js";

/** A folder with some products, its log written back into the one file, and perhaps a backup. */
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

const logOf = (folder: string): string => `${databaseFile(folder)}-wal`;

/** A folder whose engine was killed: what was written last lies in the log. */
async function killedFolder(): Promise<string> {
  const folder = await usedFolder();
  const db = newStore(folder);
  await importLines(db, [productLine("last")]);
  const copy = temporaryFolder();
  for (const file of [databaseFile(folder), logOf(folder)]) cpSync(file, join(copy, basename(file)));
  return copy;
}

function scribble(file: string, from: number): void {
  const bytes = readFileSync(file);
  for (let at = from; at < from + 30_000; at++) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

function refusalOf(folder: string): StorageError {
  try {
    closeStore(openStore(folder));
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
  throw new Error("It was opened.");
}

function change(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

const damages: [string, (file: string) => void][] = [
  ["rubbish", (file) => writeFileSync(file, "This was a database once, it says.".repeat(500))],
  ["a truncated file", (file) => writeFileSync(file, readFileSync(file).subarray(0, 20_000))],
  ["a file cut within its first page", (file) => writeFileSync(file, readFileSync(file).subarray(0, 900))],
  ["flipped bytes in the middle", (file) => scribble(file, 30_000)],
  ["tables of a later version than it says", (file) => change(file, "PRAGMA user_version = 2")],
  ["tables of no version", (file) => change(file, "PRAGMA user_version = 0")],
  [
    "a table missing on the way to a later version",
    (file) => change(file, "DROP TABLE deal_vote; DROP TABLE review; PRAGMA user_version = 11"),
  ],
  [
    "a schema that is gone",
    (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0, 100, 4_096);
      writeFileSync(file, bytes);
    },
  ],
];

const strangers: [string, (file: string) => void, string][] = [
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
    "a database from the future",
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

describe("a database that cannot be used", () => {
  it.each(damages)("is refused and left as it is: %s", async (_what, damage) => {
    const folder = await usedFolder();
    damage(databaseFile(folder));
    const before = readFileSync(databaseFile(folder));
    const refusal = refusalOf(folder);
    expect(refusal.message).toMatch(/is damaged\. It was left as it is\.$/);
    expect(refusal.action).toMatch(/^Restore a backup .*or move the file away to start afresh\.$/);
    expect(refusal.backup).toBeNull();
    expect(readFileSync(databaseFile(folder)).equals(before)).toBe(true);
  });

  it.each(strangers)("is refused and left as it is: %s", async (_what, replace, words) => {
    const folder = await usedFolder();
    replace(databaseFile(folder));
    const before = readFileSync(databaseFile(folder));
    const refusal = refusalOf(folder);
    expect(refusal.message).toContain(words);
    expect(refusal.action).toMatch(/^[A-Z].*\.$/);
    expect(readFileSync(databaseFile(folder)).equals(before)).toBe(true);
  });

  it.each<[string, (file: string) => void]>([
    ["flipped bytes", (file) => scribble(file, 30_000)],
    ["a page that is gone", (file) => writeFileSync(file, readFileSync(file).subarray(0, 30_000))],
    ["nothing left of it", (file) => writeFileSync(file, "")],
    // Only a connection that may write looks at the conditions of tables.
    [
      "a column's name",
      (file) => {
        const text = readFileSync(file, "latin1").replaceAll(
          "bonus_credits INTEGER",
          "bonusWcredits INTEGER",
        );
        writeFileSync(file, text, "latin1");
      },
    ],
  ])("with a log beside it is refused, and both are left as they are: %s", async (_what, damage) => {
    const folder = await killedFolder();
    damage(databaseFile(folder));
    const files = () => [databaseFile(folder), logOf(folder)].map((file) => readFileSync(file));
    const before = files();
    expect(refusalOf(folder).message).toMatch(/is damaged\. It was left as it is\.$/);
    expect(files()).toEqual(before);
  });

  it("and was moved away leaves no log behind that a restored backup would take for its own", async () => {
    const folder = await killedFolder();
    const backup = join(temporaryFolder(), "backup.sqlite3");
    const other = newStore();
    await importLines(other, [productLine("backed-up")]);
    backUp(other, backup);
    renameSync(databaseFile(folder), join(folder, "moved-away"));
    await restore(folder, backup, Date.now());
    const db = newStore(folder);
    expect(db.connection.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(exported(db)).toEqual(exported(other));
  });

  it("names the newest backup, which can be restored", async () => {
    const folder = await usedFolder(true);
    const [, damage] = damages[0] ?? [];
    damage?.(databaseFile(folder));
    const refusal = refusalOf(folder);
    expect(refusal.backup).toContain(backupFolder(folder));
    expect(refusal.action).toContain(`tidemark restore "${refusal.backup}"`);
    const restored = await runCli(["restore", refusal.backup ?? "", "--data", folder]);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    const looked = await runCli(["lookup", "product/test/p7", "--json", "--data", folder]);
    expect(JSON.parse(looked.stdout)).toMatchObject([{ title: "Product p7" }]);
    const { previous } = JSON.parse(restored.stdout) as { previous: string };
    expect(readFileSync(previous, "utf8")).toContain("This was a database once");
  });

  it.each([["serve"], ["account", "show"], ["export"], ["keys", "list"]])(
    "is told in one line by %s %s",
    async (...command) => {
      const folder = await usedFolder();
      const [, damage] = damages[0] ?? [];
      damage?.(databaseFile(folder));
      const told = await runCli([...command, "--data", folder]);
      expect(told).toMatchObject({ code: 1, stdout: "" });
      expect(told.stderr).toMatch(/^The database .* is damaged\. It was left as it is\. Restore .*\.\n$/);
    },
  );
});

describe("a folder that cannot be used", () => {
  it.each([["serve"], ["account", "show"], ["import", import.meta.filename]])(
    "because a file lies in its place is told in one line by %s",
    async (...command) => {
      const file = join(temporaryFolder(), "data");
      writeFileSync(file, "");
      for (const place of [file, join(file, "inside")]) {
        const told = await runCli([...command, "--data", place]);
        expect(told).toMatchObject({ code: 1, stdout: "" });
        expect(told.stderr).toMatch(/is not a folder\. Choose a folder with --data DIR\.\n$/);
      }
    },
  );

  it("because a folder lies in the database's place is told in one line", async () => {
    const folder = temporaryFolder();
    mkdirSync(databaseFile(folder));
    const told = await runCli(["account", "show", "--data", folder]);
    expect(told).toMatchObject({ code: 1, stdout: "" });
    expect(told.stderr).toMatch(/^[^\n]+\.\n$/);
    expect(told.stderr).not.toContain("Unexpected");
  });
});

describe("an empty file in the database's place", () => {
  it("is a database that was killed before its first write", () => {
    const folder = temporaryFolder();
    writeFileSync(databaseFile(folder), "");
    expect(() => closeStore(openStore(folder))).not.toThrow();
  });
});
