import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { backupFolder, listBackups } from "../../../src/main/engine/db/data-folder.js";
import { checkBackup } from "../../../src/main/engine/db/open.js";
import { backUp } from "../../../src/main/engine/operations/backup/backup.js";
import { writeAutomaticBackup } from "../../../src/main/engine/operations/backup/paced-backup.js";
import { exportCatalogue } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";
import { newStore, temporaryFolder } from "../../support/folder.js";
import { importLines, productLine } from "../catalogue/catalogue-files.js";
import { smallDisk } from "../storage/small-disk.js";

let engine: TestEngine;
let target: string;

beforeEach(async () => {
  engine = await startTestEngine();
  onTestFinished(() => engine.stop());
  target = join(temporaryFolder(), "copy");
  await importLines(
    engine.db,
    Array.from({ length: 2_000 }, (_, i) => productLine(`p${i}`)),
  );
});

const operations = ["backup.write", "catalogue.export"] as const;

describe("a backup that is made while the engine runs", () => {
  it("is one sound file of one moment, whatever is written meanwhile", async () => {
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
      data: expect.arrayContaining([expect.objectContaining({ name: "meanwhile" })]),
    });
  });

  it("is described before it is restored", async () => {
    await engine.callHost("backup.write", target);
    expect(await engine.callHost("backup.inspect", target)).toEqual({
      outcome: "done",
      data: { bytes: readFileSync(target).length, products: 2_000 },
    });
  });
});

describe("an export that is made while the engine runs", () => {
  it("holds what the command line's holds", async () => {
    const lines = [...exportCatalogue(engine.db)];
    expect(await engine.callHost("catalogue.export", target)).toMatchObject({
      outcome: "done",
      data: { products: 2_000, deals: 0 },
    });
    expect(readFileSync(target, "utf8")).toBe(`${lines.join("\n")}\n`);
  });
});

describe.each(operations)("%s", (operation) => {
  it("tells how far it is", async () => {
    const told: { done: number; total: number }[] = [];
    await engine.callHost(operation, target, { onProgress: (progress) => void told.push(progress) });
    expect(told.length).toBeGreaterThan(0);
    for (const { done, total } of told) expect(done).toBeLessThanOrEqual(total);
  });

  it("leaves the file that was there as it was when it is cancelled", async () => {
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

  it.each(["tidemark.sqlite3", "tidemark.sqlite3-wal", "engine.lock"])(
    "does not put its file in the place of %s",
    async (name) => {
      const result = await engine.callHost(operation, join(engine.folder, name));
      expect(result).toMatchObject({ outcome: "failed", problem: { kind: "own-file" } });
      expect(await engine.call("app.info", {})).toMatchObject({ data: { products: 2_000 } });
    },
  );

  it("says that the disk is full, and leaves no half file", async (context) => {
    const disk = smallDisk(1);
    if (typeof disk === "string") return context.skip(disk);
    disk.fill(100_000);
    const result = await engine.callHost(operation, join(disk.root, "copy"));
    expect(result).toMatchObject({ outcome: "failed", problem: { kind: "disk-full", path: disk.root } });
    expect(readdirSync(disk.root)).toEqual(["filler"]);
  });

  it("says that it may not write there", async (context) => {
    const disk = smallDisk(1);
    if (typeof disk === "string") return context.skip(disk);
    disk.makeReadOnly();
    const result = await engine.callHost(operation, join(disk.root, "copy"));
    expect(result).toMatchObject({ outcome: "failed", problem: { kind: "not-writable" } });
  });
});

describe("the folder's own backups", () => {
  it("push out older ones of their own kind only", async () => {
    const folder = temporaryFolder();
    const db = newStore(folder);
    mkdirSync(backupFolder(folder));
    const mine = join(backupFolder(folder), "before my holidays.sqlite3");
    backUp(db, mine);
    const { signal } = new AbortController();
    for (let day = 1; day <= 5; day++) await writeAutomaticBackup(folder, Date.UTC(2026, 10, day), signal);
    expect(existsSync(mine)).toBe(true);
    expect(listBackups(folder)).toHaveLength(4);
  });
});
