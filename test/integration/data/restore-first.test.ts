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

/** A folder with products `old` and `new`, and a backup of when there was `old` only. */
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
  return { restored: engine.restored, products: info.products, engine };
}

/** Changes the backup as somebody with a database tool might. */
function change(sql: string): void {
  const db = new Database(backup);
  db.exec(sql);
  db.close();
}

describe("an engine that is to put a backup in place first", () => {
  it("starts with what was in it, and keeps what it replaced", async () => {
    const { restored, products, engine } = await startWith(backup);
    expect(products).toBe(1);
    expect(restored).toMatchObject({ outcome: "done" });
    const previous = restored?.outcome === "done" ? restored.data.previous : null;
    await engine.stop();
    expect((await startWith(previous ?? "")).products).toBe(2);
  });

  it("starts where the database before it was rubbish, which is kept beside it", async () => {
    writeFileSync(databaseFile(folder), "rubbish ".repeat(5_000));
    const { restored, products } = await startWith(backup);
    expect(products).toBe(1);
    const previous = restored?.outcome === "done" ? restored.data.previous : null;
    expect(readFileSync(previous ?? "", "utf8")).toMatch(/^rubbish rubbish/);
  });

  it.each([
    ["torn", () => truncateSync(backup, 20_000), "damaged"],
    [
      "wrecked in its middle",
      () => {
        const bytes = readFileSync(backup);
        bytes.fill(0xff, 30_000, 60_000);
        writeFileSync(backup, bytes);
      },
      "damaged",
    ],
    [
      "of a newer Tidemark",
      () => {
        const db = new Database(backup);
        db.pragma("user_version = 99");
        db.close();
      },
      "future",
    ],
    [
      "another program's",
      () => {
        const db = new Database(backup);
        db.pragma("application_id = 1");
        db.close();
      },
      "foreign",
    ],
    ["sound, but without one of its tables", () => change("DROP TABLE review"), "damaged"],
    [
      "sound, but without one of its columns",
      () => change("ALTER TABLE offer DROP COLUMN seller"),
      "damaged",
    ],
    ["of another version than it says", () => change("PRAGMA user_version = 3"), "damaged"],
    ["of no version", () => change("PRAGMA user_version = 0"), "damaged"],
    [
      "one that does what somebody else wants",
      () => change("CREATE TRIGGER evil AFTER UPDATE ON account BEGIN DELETE FROM product; END"),
      "damaged",
    ],
    ["a catalogue file", () => writeFileSync(backup, productLine("a")), "not-a-database"],
    ["empty", () => writeFileSync(backup, ""), "not-a-database"],
  ])("goes on with the data that it has where the file is %s", async (_what, wreck, kind) => {
    wreck();
    const { restored, products } = await startWith(backup);
    expect(restored).toMatchObject({ outcome: "failed", problem: { kind, path: backup } });
    expect(products).toBe(2);
    expect(readdirSync(folder).filter((name) => /part|before-restore/.test(name))).toEqual([]);
  });

  it.each([
    ["is gone", () => join(temporaryFolder(), "gone"), "missing"],
    ["is a folder", () => temporaryFolder(), "unreadable"],
    ["is the database itself", () => databaseFile(folder), "in-use"],
    ["is a list of products", () => catalogueFile(productLine("x")), "not-a-database"],
  ])("goes on where the file %s", async (_what, file, kind) => {
    const { restored, products } = await startWith(file());
    expect(restored).toMatchObject({ outcome: "failed", problem: { kind } });
    expect(products).toBe(2);
  });

  it("leaves a folder alone in which another engine runs", async () => {
    mkdirSync(join(folder, "logs"), { recursive: true });
    const lock = lockFolder(folder);
    const engine = new EngineProcess(folder, { start: { restore: backup } });
    await expect(engine.ready()).rejects.toThrow("already runs an engine");
    expect(engine.restored).toMatchObject({ outcome: "failed", problem: { kind: "held" } });
    lock.release();
  });
});
