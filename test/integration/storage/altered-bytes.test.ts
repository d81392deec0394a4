import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { databaseFile, sumsFile } from "../../../src/main/engine/db/data-folder.js";
import { pagesInLog } from "../../../src/main/engine/db/file-stamp.js";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { StorageError } from "../../../src/main/engine/db/storage-error.js";
import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { sumsThatHold } from "../../../src/main/engine/db/sums-file.js";
import { DAY_MS } from "../../../src/main/engine/domain/clock.js";
import { writeAutomaticBackup } from "../../../src/main/engine/operations/backup/paced-backup.js";
import { startEngine } from "../../../src/main/engine/process/engine.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { SumsKeeper } from "../../../src/main/engine/process/sums-keeper.js";
import { ensureBuilt, runCli } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { copyAsIs, flipBit, patch, unnoticed } from "../../support/silent-writes.js";
import { exported, importLines, productLine } from "../catalogue/catalogue-files.js";

const pageBytes = 4_096;
const logOf = (folder: string): string => `${databaseFile(folder)}-wal`;

function keeperOf(folder: string, checkedMs = Date.now()): SumsKeeper {
  const damage = new AbortController().signal;
  return new SumsKeeper({ dataFolder: folder, log: silentLog, unproven: null, checkedMs, damage });
}

async function fill(db: ReadDb): Promise<void> {
  const names = Array.from({ length: 300 }, (_, i) => `p${i}`);
  await importLines(
    db,
    names.map((name) => productLine(name, { description: "x".repeat(500) })),
  );
}

/** A database that was in use, and was closed as an engine closes it. */
async function stoppedFolder(work: (db: ReadDb, folder: string) => Promise<unknown> = async () => {}) {
  const folder = temporaryFolder();
  const db = openStore(folder);
  await fill(db);
  await work(db, folder);
  const keeper = keeperOf(folder);
  await keeper.end();
  closeStore(db);
  await keeper.seal();
  expect(sumsThatHold(folder)?.stamp.log).toBe("");
  return folder;
}

/** A database whose engine was killed while it was at rest: what was written last lies in the log. */
async function killedFolder(afterwards: (db: ReadDb) => Promise<unknown> = async () => {}): Promise<string> {
  const folder = temporaryFolder();
  const db = openStore(folder);
  await fill(db);
  db.connection.pragma("wal_checkpoint(PASSIVE)");
  // In place, so that the file does not grow.
  db.connection.exec("UPDATE product SET title = 'Produkt p0' WHERE title = 'Product p0'");
  const keeper = keeperOf(folder);
  await keeper.look();
  await keeper.look();
  expect(sumsThatHold(folder)?.stamp.log).not.toBe("");
  await afterwards(db);
  const copy = copyAsIs(folder, temporaryFolder());
  await keeper.end();
  closeStore(db);
  await keeper.seal();
  return copy;
}

function refusalOf(folder: string): StorageError | null {
  try {
    closeStore(openStore(folder));
    return null;
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
}

function contentOf(folder: string): string[] {
  const db = openStore(folder);
  try {
    return exported(db);
  } finally {
    closeStore(db);
  }
}

/** Where a product's title lies in the file: SQLite takes any letters there. */
function titleAt(folder: string, name = "p77"): number {
  const at = readFileSync(databaseFile(folder)).indexOf(`Product ${name}`);
  expect(at).toBeGreaterThan(0);
  return at;
}

beforeAll(ensureBuilt);

describe("a byte of a stored value that the disk has altered", () => {
  it("is told, with the next step, and the file is left as it is", async () => {
    const folder = await stoppedFolder();
    unnoticed(databaseFile(folder), () => flipBit(databaseFile(folder), titleAt(folder)));
    const before = readFileSync(databaseFile(folder));
    const refusal = refusalOf(folder);
    expect(refusal?.kind).toBe("altered");
    expect(refusal?.message).toMatch(
      /^The database .* is damaged: 1 of its \d+ pages is not as Tidemark wrote it\. It was left as it is\.$/,
    );
    expect(refusal?.action).toBe(
      `Restore a backup with 'tidemark restore FILE', or delete ${sumsFile(folder)} to open it as it is.`,
    );
    expect(readFileSync(databaseFile(folder)).equals(before)).toBe(true);
    expect(existsSync(logOf(folder))).toBe(false);
  });

  it("is found wherever it is", async () => {
    const folder = await stoppedFolder();
    const file = databaseFile(folder);
    const { size } = statSync(file);
    fc.assert(
      fc.property(fc.nat(size - 1), fc.nat(7), (offset, bit) => {
        unnoticed(file, () => flipBit(file, offset, bit));
        // What SQLite itself would not take for a database is told as before.
        expect(refusalOf(folder)?.kind).toBe(offset < 16 ? "damaged" : "altered");
        unnoticed(file, () => flipBit(file, offset, bit));
      }),
      { numRuns: 60 },
    );
    expect(refusalOf(folder)).toBeNull();
  });

  it("is opened all the same once the sums are deleted, as the message says", async () => {
    const folder = await stoppedFolder();
    unnoticed(databaseFile(folder), () => flipBit(databaseFile(folder), titleAt(folder)));
    expect(refusalOf(folder)?.kind).toBe("altered");
    rmSync(sumsFile(folder));
    expect(contentOf(folder).join("\n")).toContain("Qroduct p77");
  });

  it("is opened by an engine that is told to take it as it is, and counts as written from then on", async () => {
    const folder = await stoppedFolder();
    unnoticed(databaseFile(folder), () => flipBit(databaseFile(folder), titleAt(folder)));
    const start = { dataFolder: folder, port: 0, sample: false, version: "0.0.0", log: silentLog };
    await expect(startEngine(start)).rejects.toMatchObject({ kind: "altered" });
    const engine = await startEngine({ ...start, takeAltered: true });
    await engine.stop();
    expect(sumsThatHold(folder)).not.toBeNull();
    expect(refusalOf(folder)).toBeNull();
    expect(contentOf(folder).join("\n")).toContain("Qroduct p77");
  });

  it("is told by the command line in one line, and the backup that it names is restored", async () => {
    const folder = await stoppedFolder((_db, own) =>
      writeAutomaticBackup(own, Date.UTC(2026, 10, 1), new AbortController().signal),
    );
    const before = contentOf(await copyOf(folder));
    unnoticed(databaseFile(folder), () => flipBit(databaseFile(folder), titleAt(folder)));
    const told = await runCli(["account", "show", "--data", folder]);
    expect(told).toMatchObject({ code: 1, stdout: "" });
    expect(told.stderr).toMatch(/^The database .* is damaged: 1 of .* Restore the newest backup .*\.\n$/);
    const backup = refusalOf(folder)?.backup ?? "";
    expect(await runCli(["restore", backup, "--data", folder])).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(sumsFile(folder))).toBe(false);
    expect(contentOf(folder)).toEqual(before);
  });

  it("is found beside a log, and both are left as they are", async () => {
    const folder = await killedFolder();
    unnoticed(databaseFile(folder), () => flipBit(databaseFile(folder), titleAt(folder)));
    const files = () => [databaseFile(folder), logOf(folder)].map((file) => readFileSync(file));
    const before = files();
    expect(refusalOf(folder)?.kind).toBe("altered");
    expect(files()).toEqual(before);
  });
});

async function copyOf(folder: string): Promise<string> {
  return copyAsIs(folder, temporaryFolder());
}

describe("a database that was altered while an engine ran", () => {
  /** An index leads elsewhere than its table, and the sums say that it is to. */
  async function summedWith(checkedMs: number): Promise<string> {
    const folder = await stoppedFolder();
    const file = databaseFile(folder);
    const at = readFileSync(file).lastIndexOf("product/test/p77");
    flipBit(file, at + "product/test/p7".length);
    await keeperOf(folder, checkedMs).seal();
    expect(sumsThatHold(folder)?.checkedMs).toBe(checkedMs);
    return folder;
  }

  it("is looked through once a day, though it is as it was left", async () => {
    const nowMs = Date.now();
    expect(refusalOf(await summedWith(nowMs))).toBeNull();
    for (const otherMs of [nowMs - 2 * DAY_MS, nowMs + 2 * DAY_MS, 0])
      expect(refusalOf(await summedWith(otherMs))?.kind).toBe("damaged");
  });
});

describe("nobody is accused", () => {
  it("of a database as it was left", async () => {
    expect(refusalOf(await stoppedFolder())).toBeNull();
    expect(contentOf(await killedFolder())).toHaveLength(300);
  });

  it("where another program wrote to it: the time of the last change is another one", async () => {
    const folder = await stoppedFolder();
    flipBit(databaseFile(folder), titleAt(folder));
    expect(contentOf(folder).join("\n")).toContain("Qroduct p77");
  });

  it("where it has another size", async () => {
    const folder = await stoppedFolder();
    const file = databaseFile(folder);
    unnoticed(file, () => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(pageBytes)])));
    expect(refusalOf(folder)?.kind).not.toBe("altered");
  });

  it.each<[string, (file: string) => void]>([
    ["gone", (file) => rmSync(file)],
    ["empty", (file) => writeFileSync(file, "")],
    ["cut", (file) => writeFileSync(file, readFileSync(file).subarray(0, 90))],
    ["rubbish", (file) => writeFileSync(file, "no sums ".repeat(90))],
    ["of another version", (file) => patch(file, 14, (bytes) => bytes.fill("2"))],
    ["damaged themselves", (file) => flipBit(file, 100)],
  ])("by sums that are %s", async (_what, change) => {
    const folder = await stoppedFolder();
    unnoticed(databaseFile(folder), () => flipBit(databaseFile(folder), titleAt(folder)));
    change(sumsFile(folder));
    expect(refusalOf(folder)).toBeNull();
  });

  it("where a power cut left pages half-written that the log has whole", async () => {
    const folder = await killedFolder();
    const whole = contentOf(await copyOf(folder));
    const file = databaseFile(folder);
    const pages = pagesInLog(file, pageBytes);
    expect(pages.size).toBeGreaterThan(0);
    unnoticed(file, () => {
      for (const page of pages)
        patch(file, (page - 0.5) * pageBytes, (bytes) => void bytes.fill(0), pageBytes / 2);
    });
    expect(contentOf(folder)).toEqual(whole);
  });

  it("where a power cut lost the time of a checkpoint: another log has been begun since", async () => {
    const folder = await killedFolder(async (db) => {
      const { size } = statSync(db.connection.name);
      unnoticed(db.connection.name, () => db.connection.pragma("wal_checkpoint(PASSIVE)"));
      expect(statSync(db.connection.name).size).toBe(size);
      db.connection.exec("CREATE TABLE scratch (a)");
    });
    expect(contentOf(folder)).toHaveLength(300);
  });

  it("where a program that uses no log was cut off", async () => {
    const folder = await stoppedFolder();
    unnoticed(databaseFile(folder), () => flipBit(databaseFile(folder), titleAt(folder)));
    writeFileSync(`${databaseFile(folder)}-journal`, "not one that SQLite would follow");
    expect(refusalOf(folder)?.kind).not.toBe("altered");
  });

  it("where new sums were being written", async () => {
    const folder = await stoppedFolder();
    writeFileSync(`${sumsFile(folder)}.part`, readFileSync(sumsFile(folder)).subarray(0, 300));
    expect(refusalOf(folder)).toBeNull();
  });
});
