import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { databaseFile, sumsFile } from "../../../src/main/engine/db/data-folder.js";
import { closeStore, openReader, openStore } from "../../../src/main/engine/db/open.js";
import { UnusableDatabase } from "../../../src/main/engine/db/storage-error.js";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { sumsThatHold } from "../../../src/main/engine/db/sums-file.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { SumsKeeper } from "../../../src/main/engine/process/sums-keeper.js";
import { ensureBuilt, finished, runCli, spawnCli } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";
import { flipBit, unnoticed } from "../../support/silent-writes.js";
import { productLine } from "../catalogue/catalogue-files.js";

interface Kept {
  readonly folder: string;
  readonly db: ReadDb;
  readonly keeper: SumsKeeper;
  /** What the log was told. */
  readonly told: unknown[];
  readonly damage: AbortController;
  /** As an engine ends. */
  end(): Promise<void>;
}

function keep(folder = temporaryFolder()): Kept {
  const told: unknown[] = [];
  const damage = new AbortController();
  const log = { ...silentLog, error: (_message: string, error: unknown) => void told.push(error) };
  const db = openStore(folder);
  const keeper = new SumsKeeper({
    dataFolder: folder,
    log,
    unproven: db.unproven,
    checkedMs: db.checkedMs,
    damage: damage.signal,
  });
  const end = async () => {
    await keeper.end();
    closeStore(db);
    await keeper.seal();
  };
  onTestFinished(() => closeStore(db));
  return { folder, db, keeper, told, damage, end };
}

/** As the ticker does while nobody writes. */
async function rest({ keeper }: Kept): Promise<void> {
  await keeper.look();
  await keeper.look();
}

function checkpoint({ db }: Kept, table: string): void {
  db.connection.exec(`CREATE TABLE ${table} (a)`);
  db.connection.pragma("wal_checkpoint(PASSIVE)");
}

describe("the sums of a running engine's database", () => {
  it("are taken once it is at rest, and again after it was written to", async () => {
    const kept = keep();
    await kept.keeper.look();
    expect(existsSync(sumsFile(kept.folder))).toBe(false);
    await kept.keeper.look();
    expect(sumsThatHold(kept.folder)).not.toBeNull();
    checkpoint(kept, "one");
    expect(sumsThatHold(kept.folder)).toBeNull();
    await kept.keeper.look();
    expect(sumsThatHold(kept.folder)).toBeNull();
    await kept.keeper.look();
    expect(sumsThatHold(kept.folder)).not.toBeNull();
    await kept.end();
  });

  it("are left alone while nothing changes", async () => {
    const kept = keep();
    await rest(kept);
    const { ino } = statSync(sumsFile(kept.folder));
    // A file that is written anew has another number.
    await rest(kept);
    expect(statSync(sumsFile(kept.folder)).ino).toBe(ino);
    await kept.end();
  });

  it("are thrown away when somebody writes while they are taken", async () => {
    const kept = keep();
    await kept.keeper.look();
    const looking = kept.keeper.look();
    checkpoint(kept, "two");
    await looking;
    expect(existsSync(sumsFile(kept.folder))).toBe(false);
    expect(existsSync(`${sumsFile(kept.folder)}.part`)).toBe(false);
    await kept.end();
  });

  it("are not taken once it is known to be damaged: they would say that it is to stay so", async () => {
    const kept = keep();
    kept.damage.abort();
    await rest(kept);
    await kept.end();
    expect(existsSync(sumsFile(kept.folder))).toBe(false);
  });

  it("disturb nobody where they cannot be written, and say so once", async () => {
    const kept = keep();
    mkdirSync(join(`${sumsFile(kept.folder)}.part`, "in-the-way"), { recursive: true });
    await rest(kept);
    await kept.keeper.look();
    await kept.end();
    expect(kept.told).toHaveLength(1);
    closeStore(openStore(kept.folder));
  });

  it.skipIf(process.platform === "win32")("are for their owner alone", async () => {
    const kept = keep();
    await kept.end();
    expect(statSync(sumsFile(kept.folder)).mode & 0o777).toBe(0o600);
  });
});

describe("at the end", () => {
  it("they are of the one file that has everything", async () => {
    const kept = keep();
    await kept.end();
    expect(sumsThatHold(kept.folder)?.stamp.log).toBe("");
  });

  it("none are taken where another program still has the database open", async () => {
    const kept = keep();
    const other = openReader(kept.folder);
    allRows(other, "SELECT * FROM product");
    onTestFinished(() => void other.connection.close());
    checkpoint(kept, "three");
    kept.db.connection.exec("CREATE TABLE four (a)");
    await kept.end();
    expect(existsSync(`${databaseFile(kept.folder)}-wal`)).toBe(true);
    expect(existsSync(sumsFile(kept.folder))).toBe(false);
  });
});

describe("a database that is too large to be held against its sums at the start", () => {
  const mebibytes = 66;

  async function largeFolder(): Promise<string> {
    const kept = keep();
    kept.db.connection.exec("CREATE TABLE scratch (a)");
    const insert = kept.db.connection.prepare("INSERT INTO scratch VALUES (zeroblob(1048576))");
    for (let i = 0; i < mebibytes; i++) insert.run();
    await kept.end();
    return kept.folder;
  }

  it("is held against them once the engine has come to rest", async () => {
    const folder = await largeFolder();
    const at = 40 * 1_048_576;
    unnoticed(databaseFile(folder), () => flipBit(databaseFile(folder), at));
    const kept = keep(folder);
    await rest(kept);
    expect(kept.told).toEqual([expect.any(UnusableDatabase)]);
    expect(kept.told).toMatchObject([{ kind: "altered", message: expect.stringContaining(": 1 of its ") }]);
    kept.damage.abort();
    await kept.end();
    const sound = await largeFolder();
    const again = keep(sound);
    await rest(again);
    await again.end();
    expect(again.told).toEqual([]);
    expect(sumsThatHold(sound)).not.toBeNull();
  });

  it("is not held against them where it was written to before that", async () => {
    const folder = await largeFolder();
    const kept = keep(folder);
    checkpoint(kept, "five");
    await rest(kept);
    await kept.end();
    expect(kept.told).toEqual([]);
  });
});

beforeAll(ensureBuilt);

describe("an engine that keeps sums", () => {
  async function atRest(folder: string): Promise<EngineProcess> {
    const engine = new EngineProcess(folder, { start: { sample: true } });
    await engine.ready();
    await vi.waitUntil(() => (sumsThatHold(folder)?.stamp.log ?? "") !== "", {
      timeout: 40_000,
      interval: 200,
    });
    return engine;
  }

  /** Another program writes so much that it moves the log into the database, and is killed in the midst of it. */
  async function importAndKill(folder: string): Promise<void> {
    const file = join(temporaryFolder(), "many.jsonl");
    const lines = Array.from({ length: 3_000 }, (_, i) =>
      productLine(`m${i}`, { description: "x".repeat(900) }),
    );
    writeFileSync(file, lines.join("\n"));
    const child = spawnCli(["import", file, "--data", folder]);
    const before = statSync(databaseFile(folder)).mtimeMs;
    await vi.waitUntil(() => statSync(databaseFile(folder)).mtimeMs !== before, {
      timeout: 20_000,
      interval: 1,
    });
    child.kill("SIGKILL");
    await finished(child);
  }

  /** On POSIX, locks are gone when anybody in the process closes the file: SQLite's own, too. */
  it.runIf(process.platform === "linux")(
    "still has its lock on the database",
    { timeout: 60_000 },
    async () => {
      const folder = temporaryFolder();
      await atRest(folder);
      const { ino } = statSync(databaseFile(folder));
      const locks = readFileSync("/proc/locks", "utf8").split("\n");
      expect(locks.filter((line) => line.includes(`:${ino} `))).not.toEqual([]);
    },
  );

  it("keeps its log from programs that open and close the database, and is not harmed by one that is killed", {
    timeout: 60_000,
  }, async () => {
    const folder = temporaryFolder();
    const engine = await atRest(folder);
    const log = `${databaseFile(folder)}-wal`;
    const { ino } = statSync(log);
    for (const command of [
      ["account", "show"],
      ["keys", "list"],
    ])
      expect(await runCli([...command, "--data", folder])).toMatchObject({ code: 0 });
    expect(statSync(log).ino).toBe(ino);
    await engine.call("keys.create", { name: "after" });
    await importAndKill(folder);
    await engine.kill();
    const db = openStore(folder);
    const keys = allRows<{ name: string }>(db, "SELECT name FROM api_key").map(({ name }) => name);
    expect(keys).toContain("after");
    closeStore(db);
  });
});
