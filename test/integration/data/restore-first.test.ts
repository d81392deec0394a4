import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { backUp } from "../../../src/main/engine/operations/backup/backup.js";
import { lockFolder } from "../../../src/main/engine/process/folder-lock.js";
import { ensureBuilt } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";
import { catalogueFile, importLines, productLine } from "../catalogue/catalogue-files.js";

beforeAll(ensureBuilt);

let folder: string;
let backup: string;

/** Creates a folder with products `old` and `new`, and a backup that has only `old`. */
beforeEach(async () => {
  folder = temporaryFolder();
  backup = join(temporaryFolder(), "backup.sqlite3");
  const db = openStore(folder);
  await importLines(db, [productLine("old")]);
  backUp(db, backup);
  await importLines(db, [productLine("new")]);
  closeStore(db);
});

async function startWith(file: string) {
  const engine = new EngineProcess(folder, { start: { restore: file } });
  await engine.ready();
  const info = await engine.call("app.info", {});
  return { restored: engine.restoreResult, products: info.products, engine };
}

/** Changes the backup as a user with a database tool might. */
function alterBackup(sql: string): void {
  const db = new Database(backup);
  db.exec(sql);
  db.close();
}

describe("restores at the start of an engine", () => {
  it("an engine starts with the restored backup and keeps the database it replaced", async () => {
    const { restored, products, engine } = await startWith(backup);
    expect(products).toBe(1);
    expect(restored).toMatchObject({ outcome: "done" });
    const previous = restored?.outcome === "done" ? restored.data.previous : null;
    await engine.stop();
    expect((await startWith(previous ?? "")).products).toBe(2);
  });

  it("an engine replaces a corrupt database with the backup and keeps the corrupt one", async () => {
    writeFileSync(databaseFile(folder), "rubbish ".repeat(5_000));
    const { restored, products } = await startWith(backup);
    expect(products).toBe(1);
    const previous = restored?.outcome === "done" ? restored.data.previous : null;
    expect(readFileSync(previous ?? "", "utf8")).toMatch(/^rubbish rubbish/);
  });

  it.each([
    ["truncated", () => truncateSync(backup, 20_000), "damaged"],
    [
      "overwritten in its middle",
      () => {
        const bytes = readFileSync(backup);
        bytes.fill(0xff, 30_000, 60_000);
        writeFileSync(backup, bytes);
      },
      "damaged",
    ],
    [
      "from a newer Tidemark",
      () => {
        const db = new Database(backup);
        db.pragma("user_version = 99");
        db.close();
      },
      "future",
    ],
    [
      "another program's database",
      () => {
        const db = new Database(backup);
        db.pragma("application_id = 1");
        db.close();
      },
      "foreign",
    ],
    ["missing a table", () => alterBackup("DROP TABLE review"), "damaged"],
    ["missing a column", () => alterBackup("ALTER TABLE offer DROP COLUMN seller"), "damaged"],
    ["of another schema version than it claims", () => alterBackup("PRAGMA user_version = 3"), "damaged"],
    ["without a schema version", () => alterBackup("PRAGMA user_version = 0"), "damaged"],
    [
      "manipulated with a trigger",
      () => alterBackup("CREATE TRIGGER evil AFTER UPDATE ON account BEGIN DELETE FROM product; END"),
      "damaged",
    ],
    [
      "given an index on an expression",
      () => alterBackup("CREATE INDEX more ON deal (abs(score))"),
      "damaged",
    ],
    [
      "given a unique index",
      () => alterBackup("CREATE UNIQUE INDEX more ON offer (url, retailer)"),
      "damaged",
    ],
    ["given a view", () => alterBackup("CREATE VIEW more AS SELECT 1"), "damaged"],
    [
      "given a column that it computes",
      () => alterBackup("ALTER TABLE offer ADD COLUMN more TEXT AS (hex(seller))"),
      "damaged",
    ],
    [
      "holding a value that its table forbids",
      () => alterBackup("PRAGMA ignore_check_constraints = ON; UPDATE offer SET price_minor = -1"),
      "damaged",
    ],
    ["a catalogue file", () => writeFileSync(backup, productLine("a")), "not-a-database"],
    ["empty", () => writeFileSync(backup, ""), "not-a-database"],
  ])("an engine keeps its data and reports an error when the backup is %s", async (_case, damage, kind) => {
    damage();
    const { restored, products } = await startWith(backup);
    expect(restored).toMatchObject({ outcome: "failed", problem: { kind, path: backup } });
    expect(products).toBe(2);
    expect(readdirSync(folder).filter((name) => /part|before-restore/.test(name))).toEqual([]);
  });

  it.each([
    ["is gone", () => join(temporaryFolder(), "gone"), "missing"],
    ["is a folder", () => temporaryFolder(), "unreadable"],
    ["is the database itself", () => databaseFile(folder), "in-use"],
    ["is a catalogue file", () => catalogueFile(productLine("x")), "not-a-database"],
  ])("an engine keeps its data and reports an error when the path %s", async (_case, file, kind) => {
    const { restored, products } = await startWith(file());
    expect(restored).toMatchObject({ outcome: "failed", problem: { kind } });
    expect(products).toBe(2);
  });

  it("an engine restores nothing into a folder that another engine uses", async () => {
    mkdirSync(join(folder, "logs"), { recursive: true });
    const lock = lockFolder(folder);
    const engine = new EngineProcess(folder, { start: { restore: backup } });
    await expect(engine.ready()).rejects.toThrow("already runs an engine");
    expect(engine.restoreResult).toMatchObject({ outcome: "failed", problem: { kind: "held" } });
    lock.release();
  });
});
