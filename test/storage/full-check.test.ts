import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { backupFolder, databaseFile, suspectFile } from "../../src/main/engine/db/data-folder.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import type { StorageError } from "../../src/main/engine/db/storage-error.js";
import { getRow } from "../../src/main/engine/db/store.js";
import { damagedError, markSuspect } from "../../src/main/engine/db/suspect.js";
import { writeAutomaticBackup } from "../../src/main/engine/operations/backup/backup.js";
import { restore } from "../../src/main/engine/operations/backup/restore.js";
import { startEngine } from "../../src/main/engine/process/engine.js";
import { startFullCheck } from "../../src/main/engine/process/full-check.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { exported, importLines, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, runCli } from "../support/cli.js";
import { patchFile } from "../support/disk.js";
import { EngineProcess } from "../support/engine-process.js";
import { temporaryFolder } from "../support/folder.js";
import { noteThreads } from "../support/note-threads.js";
import { until } from "../support/until.js";

beforeAll(ensureBuilt);

const pageBytes = 4_096;
const soon = { quickCheckMaxBytes: 0, fullCheckDelayMs: 1 };
const never = { quickCheckMaxBytes: 0, fullCheckDelayMs: HOUR_MS };

/** Three hundred products and a backup of them. */
async function usedFolder(): Promise<string> {
  const folder = temporaryFolder();
  const db = openStore(folder);
  const lines = Array.from({ length: 300 }, (_, i) => productLine(`p${i}`, { description: "x".repeat(500) }));
  await importLines(db, lines);
  await writeAutomaticBackup(folder, Date.UTC(2026, 10, 1), new AbortController().signal);
  closeStore(db);
  return folder;
}

/** Overwrites the page that holds a product's row. No start reads that page. */
function damagePage(folder: string): void {
  const file = databaseFile(folder);
  const at = readFileSync(file).indexOf("Product p150");
  expect(at).toBeGreaterThan(0);
  patchFile(file, at - (at % pageBytes), (bytes) => void bytes.fill(0xa5), pageBytes);
}

function damageTable(folder: string, table: string): void {
  const db = openStore(folder);
  const root = getRow<{ rootpage: number }>(db, "SELECT rootpage FROM sqlite_schema WHERE name = ?", table);
  closeStore(db);
  const at = ((root?.rootpage ?? 0) - 1) * pageBytes;
  patchFile(databaseFile(folder), at, (bytes) => void bytes.fill(0xa5), pageBytes);
}

/** Makes an index disagree with its table. The quick check does not notice. */
function damageIndex(folder: string): void {
  const file = databaseFile(folder);
  const at = readFileSync(file).lastIndexOf("product/test/p150");
  expect(at).toBeGreaterThan(0);
  patchFile(file, at + "product/test/p15".length, (bytes) => void bytes.write("q"));
}

/** Adds 50 MB, so that a check takes a while. */
function enlarge(folder: string): void {
  const db = openStore(folder);
  db.connection.exec(`CREATE TABLE scratch (a);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
    INSERT INTO scratch SELECT zeroblob(1000) FROM n`);
  closeStore(db);
}

async function startOn(dataFolder: string, integrity = never) {
  const reported: StorageError[] = [];
  const logged: string[] = [];
  const engine = await startEngine({
    dataFolder,
    port: 0,
    sample: false,
    version: "0",
    log: {
      info: (message) => void logged.push(message),
      error: (message) => void logged.push(message),
    },
    onDamage: (error) => reported.push(error),
    integrity,
  });
  onTestFinished(() => engine.stop().catch(() => undefined));
  return { engine, reported, logged };
}

/** A later start, which checks nothing by itself, as with a large database. */
function openUnchecked(folder: string): string[] {
  const db = openStore(folder, never);
  try {
    return exported(db);
  } finally {
    closeStore(db);
  }
}

const refusal = {
  kind: "damaged",
  action: expect.stringMatching(/^Restore the newest backup /),
  backup: expect.stringContaining("backups"),
};

it.each([
  ["passed once it finds nothing", [], false],
  ["pending once it finds damage", ["row 7 missing"], true],
])("the full check is pending at first, and %s", async (_state, findings, isPending) => {
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const check = startFullCheck({
    dataFolder: temporaryFolder(),
    log: { info: note, error: note },
    findDamage: async () => findings,
    delayMs: 1,
  });
  onTestFinished(check.stop);
  expect(check.isPending()).toBe(true);
  await until(() => logged.length === 1);
  expect(check.isPending()).toBe(isPending);
});

const hurry =
  "const late = setTimeout; globalThis.setTimeout = (run, ms) => late(run, ms === 30_000 ? 1 : ms);";
/** Makes the built engine check its database without the delay. */
const checkAtOnce = `data:text/javascript,${hurry}`;

describe("full checks in the background", () => {
  it.each([
    ["a damaged page", damagePage],
    ["an index that disagrees with its table", damageIndex],
  ])("a full check finds %s, and later starts refuse the database", async (_what, damage) => {
    const folder = await usedFolder();
    damage(folder);
    const { engine, reported, logged } = await startOn(folder, soon);
    await until(() => reported.length > 0);
    expect(reported).toEqual([expect.objectContaining(refusal)]);
    expect(reported[0]?.backup).toContain(backupFolder(folder));
    expect(logged.join("\n")).toMatch(/The full check .*\n.*marked as damaged/);
    await engine.stop();
    for (let start = 0; start < 2; start++)
      expect(() => openUnchecked(folder)).toThrow(expect.objectContaining(refusal));
  });

  it("an engine that stops during a full check ends promptly and leaves no write-ahead log", async () => {
    const folder = await usedFolder();
    enlarge(folder);
    const { env, threads } = noteThreads();
    const engine = new EngineProcess(folder, { env, preload: checkAtOnce });
    await engine.ready();
    await until(() => threads() > 0);
    await engine.stop();
    expect(existsSync(`${databaseFile(folder)}-wal`)).toBe(false);
    expect(existsSync(suspectFile(folder))).toBe(false);
    const log = readFileSync(join(folder, "logs", "engine.log"), "utf8");
    expect(log, "it had not finished").not.toContain("full check");
  });

  it("the built engine reports the damage that its full check finds, and exits", async () => {
    const folder = await usedFolder();
    damageIndex(folder);
    const engine = new EngineProcess(folder, { preload: checkAtOnce });
    await engine.ready();
    await engine.exited;
    expect(engine.startError).toMatchObject({ problem: "damaged", backup: refusal.backup });
    const next = new EngineProcess(folder);
    await expect(next.ready()).rejects.toThrow("is damaged");
    expect(next.startError).toMatchObject({ problem: "damaged", backup: refusal.backup });
  });
});

it("an engine remembers damage that a query meets, and the next start refuses the database", async () => {
  const folder = await usedFolder();
  damagePage(folder);
  const { engine, reported } = await startOn(folder);
  expect(await engine.call("products.search", { q: "p150" })).toMatchObject({ ok: false });
  for (const q of ["p151", "p149"]) await engine.call("products.search", { q, limit: 100 });
  expect(reported).toEqual([expect.objectContaining(refusal)]);
  await engine.stop();
  expect(() => openUnchecked(folder)).toThrow(expect.objectContaining(refusal));
});

it("an engine remembers damage that it meets while it starts", async () => {
  const folder = await usedFolder();
  const first = await startOn(folder);
  await first.engine.stop();
  damageTable(folder, "account");
  await expect(startOn(folder)).rejects.toMatchObject(refusal);
  expect(existsSync(suspectFile(folder))).toBe(true);
  await expect(startOn(folder)).rejects.toMatchObject(refusal);
});

it("a command remembers the damage that it meets and reports it in one line", async () => {
  const folder = await usedFolder();
  enlarge(folder);
  damagePage(folder);
  const first = await runCli(["export", "--data", folder]);
  expect(first.stderr).toMatch(/^The database .* is damaged\. .* Restore the newest backup .*\.\n$/);
  expect(existsSync(suspectFile(folder))).toBe(true);
  expect(await runCli(["account", "show", "--data", folder])).toMatchObject({
    code: 3,
    stderr: first.stderr,
  });
});

describe("marks of damaged databases", () => {
  const mark = (folder: string) =>
    markSuspect(
      folder,
      damagedError(folder, new Error(Array.from({ length: 9 }, (_, i) => `line ${i}`).join("\n"))),
    );

  it("a mark holds the time and the first lines of the finding, readable by its owner alone", async () => {
    const folder = await usedFolder();
    mark(folder);
    expect(JSON.parse(readFileSync(suspectFile(folder), "utf8"))).toEqual({
      found_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      finding: ["line 0", "line 1", "line 2", "line 3", "line 4"],
    });
    if (process.platform !== "win32") expect(statSync(suspectFile(folder)).mode & 0o777).toBe(0o600);
  });

  it("a mark is removed when the database passes the full check at the next start", async () => {
    const folder = await usedFolder();
    mark(folder);
    const { engine, logged } = await startOn(folder);
    expect(logged[0]).toContain("Damage was found earlier");
    expect(existsSync(suspectFile(folder))).toBe(false);
    await engine.stop();
    expect(openUnchecked(folder)).toHaveLength(300);
  });

  it("a mark is removed when the damaged file was moved away", async () => {
    const folder = temporaryFolder();
    mark(folder);
    expect(openUnchecked(folder)).toEqual([]);
    expect(existsSync(suspectFile(folder))).toBe(false);
  });

  it.each([
    ["a damaged database", damagePage],
    ["an intact database", () => undefined],
  ])(
    "a mark is removed when a backup is restored over %s",
    async (_what, damage: (folder: string) => void) => {
      const folder = await usedFolder();
      const before = openUnchecked(folder);
      damage(folder);
      mark(folder);
      const { backup } = damagedError(folder);
      await restore(folder, backup ?? "", { nowMs: Date.now(), trust: false });
      expect(existsSync(suspectFile(folder))).toBe(false);
      expect(openUnchecked(folder)).toEqual(before);
    },
  );

  it("a backup is restored over a large damaged database that has no mark", async () => {
    const folder = await usedFolder();
    const before = openUnchecked(folder);
    enlarge(folder);
    damagePage(folder);
    const { previous } = await restore(folder, damagedError(folder).backup ?? "", {
      nowMs: Date.now(),
      trust: false,
    });
    expect(existsSync(previous ?? "")).toBe(true);
    expect(openUnchecked(folder)).toEqual(before);
  });
});
