import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { backUp } from "../../../src/main/engine/operations/backup/backup.js";
import { lockFolder } from "../../../src/main/engine/process/folder-lock.js";
import { ensureBuilt } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";
import { importLines, productLine } from "../catalogue/catalogue-files.js";

beforeAll(ensureBuilt);

let folder: string;
let backup: string;

/** Creates a folder with products `old` and `new`, and a backup that has only `old`. */
beforeEach(async () => {
  folder = temporaryFolder();
  backup = join(temporaryFolder(), "backup.sqlite3");
  const db = openStore(folder);
  await importLines(db, [productLine("old")]);
  await backUp(folder, backup);
  await importLines(db, [productLine("new")]);
  closeStore(db);
});

async function startWith(file: string) {
  const engine = new EngineProcess(folder, { start: { restore: { file: file, trust: false } } });
  await engine.ready();
  const info = await engine.call("app.info", {});
  return { restored: engine.restoreResult, products: info.products, engine };
}

it("an engine starts with the restored backup and keeps the database it replaced", async () => {
  const { restored, products, engine } = await startWith(backup);
  expect(products).toBe(1);
  expect(restored).toMatchObject({ outcome: "done" });
  const previous = restored?.outcome === "done" ? restored.data.previous : null;
  await engine.stop();
  expect((await startWith(previous ?? "")).products).toBe(2);
});

it("an engine keeps its data and reports an error when the backup holds a value that its table forbids", async () => {
  const db = new Database(backup);
  db.exec("PRAGMA ignore_check_constraints = ON; UPDATE offer SET price_minor = -1");
  db.close();
  const { restored, products } = await startWith(backup);
  expect(restored).toMatchObject({ outcome: "failed", problem: { kind: "damaged", path: backup } });
  expect(products).toBe(2);
  expect(readdirSync(folder).filter((name) => /part|before-restore/.test(name))).toEqual([]);
});

it("an engine restores nothing into a folder that another engine uses", async () => {
  mkdirSync(join(folder, "logs"), { recursive: true });
  const lock = lockFolder(folder);
  const engine = new EngineProcess(folder, { start: { restore: { file: backup, trust: false } } });
  await expect(engine.ready()).rejects.toThrow("already runs an engine");
  expect(engine.restoreResult).toMatchObject({ outcome: "failed", problem: { kind: "held" } });
  lock.release();
});
