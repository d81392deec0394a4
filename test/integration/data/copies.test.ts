import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { backupFolder, databaseFile, listBackups } from "../../../src/main/engine/db/data-folder.js";
import { checkBackup, closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { backUp, writeAutomaticBackup } from "../../../src/main/engine/operations/backup/backup.js";
import { exportCatalogue } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import { scratchFolder } from "../../support/disk.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";
import { smallDisk } from "../../support/small-disk.js";
import { importLines, productLine } from "../catalogue/catalogue-files.js";

let engine: TestEngine;
let target: string;

/** Holds 2,000 products, and is copied for each test. */
const imported = scratchFolder("imported");

beforeAll(async () => {
  const db = openStore(imported.path);
  await importLines(
    db,
    Array.from({ length: 2_000 }, (_, i) => productLine(`p${i}`)),
  );
  closeStore(db);
});
afterAll(() => imported.remove());

beforeEach(async () => {
  const dataFolder = temporaryFolder();
  copyFileSync(databaseFile(imported.path), databaseFile(dataFolder));
  engine = await openTestEngine({ dataFolder });
  target = join(temporaryFolder(), "copy");
});

const operations = ["backup.write", "catalogue.export"] as const;

it("a backup is a consistent snapshot in one file, despite concurrent writes", async () => {
  let isWritten = false;
  const result = await engine.callHost("backup.write", target, {
    onProgress: () => {
      if (isWritten) return;
      isWritten = true;
      void engine.call("keys.create", { name: "meanwhile" });
    },
  });
  expect(result).toEqual({ outcome: "done", data: { bytes: readFileSync(target).length } });
  expect(isWritten).toBe(true);
  expect(readdirSync(join(target, ".."))).toEqual(["copy"]);
  expect(checkBackup(target)).toBeNull();
  const copy = new Database(target, { readonly: true });
  expect(copy.prepare("SELECT count(*) FROM product").pluck().get()).toBe(2_000);
  expect(copy.prepare("SELECT count(*) FROM api_key WHERE name = 'meanwhile'").pluck().get()).toBe(0);
  copy.close();
  expect(await engine.call("keys.list", {})).toMatchObject({
    data: { keys: expect.arrayContaining([expect.objectContaining({ name: "meanwhile" })]) },
  });
});

it("a backup can be inspected before it is restored", async () => {
  await engine.callHost("backup.write", target);
  expect(await engine.callHost("backup.inspect", target)).toEqual({
    outcome: "done",
    data: { bytes: readFileSync(target).length, products: 2_000, powers: [] },
  });
});

it("a backup that computes its products is not even counted", async () => {
  await engine.callHost("backup.write", target);
  const copy = new Database(target);
  copy.exec("DROP TABLE product; CREATE VIEW product AS SELECT 1 AS id");
  copy.close();
  expect(await engine.callHost("backup.inspect", target)).toMatchObject({
    outcome: "failed",
    problem: { kind: "damaged" },
  });
});

it("an export has the same lines as an export from the command line", async () => {
  const lines = [...exportCatalogue(engine.db)];
  expect(await engine.callHost("catalogue.export", target)).toMatchObject({
    outcome: "done",
    data: { products: 2_000, deals: 0 },
  });
  expect(readFileSync(target, "utf8")).toBe(`${lines.join("\n")}\n`);
});

describe.each(operations)("%s", (operation) => {
  it("reports the progress of the copy", async () => {
    const reported: { done: number; total: number }[] = [];
    await engine.callHost(operation, target, { onProgress: (progress) => void reported.push(progress) });
    expect(reported.length).toBeGreaterThan(0);
    for (const { done, total } of reported) expect(done).toBeLessThanOrEqual(total);
  });

  it("leaves an existing target file unchanged when it is cancelled", async () => {
    writeFileSync(target, "the one before");
    const cancel = new AbortController();
    const result = await engine.callHost(operation, target, {
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    });
    expect(result).toEqual({ outcome: "cancelled" });
    expect(readdirSync(join(target, ".."))).toEqual(["copy"]);
    expect(readFileSync(target, "utf8")).toBe("the one before");
  });

  it("refuses to overwrite a file of the data folder", async () => {
    for (const name of ["tidemark.sqlite3", "tidemark.sqlite3-wal", "engine.lock"]) {
      const result = await engine.callHost(operation, join(engine.folder, name));
      expect(result, name).toMatchObject({ outcome: "failed", problem: { kind: "own-file" } });
    }
    expect(await engine.data("app.info", {})).toMatchObject({ products: 2_000 });
  });

  it("reports a full disk and leaves no partial file", async (context) => {
    const disk = smallDisk(1);
    if (typeof disk === "string") return context.skip(disk);
    disk.fill(100_000);
    const result = await engine.callHost(operation, join(disk.root, "copy"));
    expect(result).toMatchObject({ outcome: "failed", problem: { kind: "disk-full", path: disk.root } });
    expect(readdirSync(disk.root)).toEqual(["filler"]);
  });

  it("reports a destination that is not writable", async (context) => {
    const disk = smallDisk(1);
    if (typeof disk === "string") return context.skip(disk);
    disk.makeReadOnly();
    const result = await engine.callHost(operation, join(disk.root, "copy"));
    expect(result).toMatchObject({ outcome: "failed", problem: { kind: "not-writable" } });
  });
});

it("automatic backups replace older automatic backups, never the user's own", async () => {
  const folder = temporaryFolder();
  openTestStore(folder);
  mkdirSync(backupFolder(folder));
  const userBackup = join(backupFolder(folder), "before my holidays.sqlite3");
  await backUp(folder, userBackup);
  const partial = join(backupFolder(folder), "tidemark-20261001T000000Z.sqlite3.part-7");
  for (const suffix of ["", "-journal"]) writeFileSync(partial + suffix, "of a killed engine");
  const { signal } = new AbortController();
  for (let day = 1; day <= 5; day++) await writeAutomaticBackup(folder, Date.UTC(2026, 10, day), signal);
  expect(existsSync(userBackup)).toBe(true);
  expect(listBackups(folder)).toHaveLength(4);
  expect(readdirSync(backupFolder(folder))).toHaveLength(4);
});
