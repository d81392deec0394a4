import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { ensureBuilt, runCli, runJson, startServe } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { catalogueFile, productLine } from "../catalogue/catalogue-files.js";

beforeAll(ensureBuilt);

const database = (folder: string): string => join(folder, "tidemark.sqlite3");

function importNames(folder: string, ...names: string[]) {
  const lines = names.map((name) => productLine(name)).join("\n");
  return runJson("import", catalogueFile(lines), "--data", folder);
}

async function namesIn(folder: string): Promise<string[]> {
  const { stdout } = await runCli(["export", "--data", folder]);
  return [...stdout.matchAll(/"service":"product\/test\/(\w+)"/g)].map(([, name]) => name ?? "");
}

/** The catalogue of a database file that lies somewhere. */
async function namesOf(file: string): Promise<string[]> {
  const folder = temporaryFolder();
  await runJson("restore", file, "--data", folder);
  return namesIn(folder);
}

/** A folder with product `old`, backed up, then with `new` as well. */
async function backedUp(): Promise<{ folder: string; backup: string }> {
  const folder = temporaryFolder();
  const backup = join(temporaryFolder(), "backup.sqlite3");
  await importNames(folder, "old");
  await runJson("backup", backup, "--data", folder);
  await importNames(folder, "new");
  return { folder, backup };
}

function restore(folder: string, file: string) {
  return runJson<{ restored: string; previous: string | null }>("restore", file, "--data", folder);
}

describe("backup", () => {
  it("writes one whole file that holds everything, and leaves the data alone", async () => {
    const { folder, backup } = await backedUp();
    expect(await namesOf(backup)).toEqual(["old"]);
    expect(await namesIn(folder)).toEqual(["old", "new"]);
    const second = await runJson("backup", backup, "--data", folder);
    expect(second).toEqual({ file: backup, bytes: readFileSync(backup).length });
    expect(await namesOf(backup)).toEqual(["old", "new"]);
  });

  it("goes into a folder that it makes", async () => {
    const { folder } = await backedUp();
    const file = join(temporaryFolder(), "a", "b", "copy.sqlite3");
    await runJson("backup", file, "--data", folder);
    expect(existsSync(file)).toBe(true);
  });

  it("of a running engine holds every answered write, and no key of the run", async () => {
    const folder = temporaryFolder();
    const engine = await startServe(folder);
    await importNames(folder, "a");
    const { key } = await runJson<{ key: string }>("keys", "create", "--data", folder);
    await engine.get("/products?ids=product/test/a");
    const backup = join(temporaryFolder(), "backup.sqlite3");
    await runJson("backup", backup, "--data", folder);
    const copy = temporaryFolder();
    await restore(copy, backup);
    const second = await startServe(copy);
    expect((await second.get("/products?ids=product/test/a", key)).status).toBe(200);
    expect((await second.get("/usage", engine.api_key)).status).toBe(401);
    expect(await runJson("account", "show", "--data", copy)).toMatchObject({ used: 2 });
  });
});

describe("restore", () => {
  it("puts the backup in place and keeps what was there beside it", async () => {
    const { folder, backup } = await backedUp();
    const { restored, previous } = await restore(folder, backup);
    expect(restored).toBe(backup);
    expect(await namesIn(folder)).toEqual(["old"]);
    expect(await namesOf(previous ?? "")).toEqual(["old", "new"]);
    expect(await namesOf(backup)).toEqual(["old"]);
  });

  it("can be undone, however quickly one follows the other", async () => {
    const { folder, backup } = await backedUp();
    const kept = [];
    for (let i = 0; i < 3; i++) kept.push((await restore(folder, backup)).previous);
    expect(new Set(kept).size).toBe(3);
    await restore(folder, kept[0] ?? "");
    expect(await namesIn(folder)).toEqual(["old", "new"]);
  });

  it("fills a new folder, with nothing to keep", async () => {
    const { backup } = await backedUp();
    const folder = join(temporaryFolder(), "new");
    expect(await restore(folder, backup)).toEqual({ restored: backup, previous: null });
    expect(await namesIn(folder)).toEqual(["old"]);
  });

  it("replaces a damaged database, which is kept as it was", async () => {
    const { folder, backup } = await backedUp();
    writeFileSync(database(folder), "SQLite format 3\0 but not really".repeat(400));
    const damaged = readFileSync(database(folder));
    const { previous } = await restore(folder, backup);
    expect(readFileSync(previous ?? "").equals(damaged)).toBe(true);
    expect(await namesIn(folder)).toEqual(["old"]);
  });

  const bad: [string, (file: string) => void, string][] = [
    ["rubbish", (file) => writeFileSync(file, "no database"), "it is not a database"],
    ["an empty file", (file) => writeFileSync(file, ""), "it is not a database"],
    [
      "a damaged backup",
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill(0x55, 8_192, 40_000);
        writeFileSync(file, bytes);
      },
      "it is damaged",
    ],
    ["a cut backup", (file) => writeFileSync(file, readFileSync(file).subarray(0, 30_000)), "it is damaged"],
    [
      "another program's database",
      (file) => new Database(file).pragma("application_id = 1"),
      "it belongs to another program",
    ],
    [
      "a backup from the future",
      (file) => new Database(file).pragma("user_version = 99"),
      "it was written by a newer Tidemark",
    ],
  ];

  it.each(bad)("refuses %s and changes nothing", async (_what, spoil, reason) => {
    const { folder, backup } = await backedUp();
    spoil(backup);
    const before = readdirSync(folder).toSorted();
    const told = await runCli(["restore", backup, "--data", folder]);
    expect(told).toMatchObject({ code: 1, stdout: "" });
    expect(told.stderr).toBe(
      `${backup} was not restored: ${reason}. Choose another backup file; nothing was changed.\n`,
    );
    expect(readdirSync(folder).toSorted()).toEqual(before);
    expect(await namesIn(folder)).toEqual(["old", "new"]);
  });

  it("refuses the very file that is in use", async () => {
    const { folder } = await backedUp();
    const told = await runCli(["restore", database(folder), "--data", folder]);
    expect(told).toMatchObject({ code: 1, stdout: "" });
    expect(told.stderr).toMatch(/^[^\n]+ was not restored: it is the database in use\. [^\n]+\n$/);
    expect(await namesIn(folder)).toEqual(["old", "new"]);
  });
});

describe("restore under a running engine", () => {
  it("is seen by the engine's own connection, which answers on", async () => {
    const { folder, backup } = await backedUp();
    const engine = await startServe(folder);
    const has = async (name: string) =>
      (await engine.get(`/products?ids=product/test/${name}`)).status === 200;
    expect([await has("old"), await has("new")]).toEqual([true, true]);
    await restore(folder, backup);
    expect([await has("old"), await has("new")]).toEqual([true, false]);
    // It also writes on: what it is told from now on is kept.
    await importNames(folder, "third");
    expect(await has("third")).toBe(true);
    expect(await engine.stop()).toBe(0);
    expect(await namesIn(folder)).toEqual(["old", "third"]);
  });

  it("keeps the run's key, and wakes no key of an earlier run", async () => {
    const folder = temporaryFolder();
    const first = await startServe(folder);
    const backup = join(temporaryFolder(), "backup.sqlite3");
    await runJson("backup", backup, "--data", folder);
    await first.stop();
    const second = await startServe(folder);
    await restore(folder, backup);
    expect((await second.get("/usage")).status).toBe(200);
    expect((await second.get("/usage", first.api_key)).status).toBe(401);
  });

  it("waits for a writer that is in the middle of something", async () => {
    const { folder, backup } = await backedUp();
    const writer = new Database(database(folder));
    onTestFinished(() => void writer.close());
    writer.exec("BEGIN IMMEDIATE; UPDATE account SET bonus_credits = 7");
    const restored = restore(folder, backup);
    // The restore keeps what was there under another name first; what follows meets the writer's lock.
    await vi.waitUntil(() => readdirSync(folder).some((name) => name.includes("before-restore")), {
      timeout: 20_000,
    });
    writer.exec("COMMIT");
    await restored;
    expect(await namesIn(folder)).toEqual(["old"]);
  });

  it("lets every request be answered meanwhile", async () => {
    const { folder, backup } = await backedUp();
    const engine = await startServe(folder);
    let isUnderWay = true;
    const restored = restore(folder, backup).finally(() => {
      isUnderWay = false;
    });
    for (let i = 0; isUnderWay && i < 900; i++)
      expect((await engine.get("/products?ids=product/test/old")).status).toBe(200);
    await restored;
    expect((await engine.get("/products?ids=product/test/new")).status).toBe(404);
  });
});
