import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import { databaseFile, ensureFolder, suspectFile } from "../../src/main/engine/db/data-folder.js";
import { migrations } from "../../src/main/engine/db/migrations/index.js";
import {
  closeStore,
  hasLatestSchema,
  migrate,
  openReader,
  openStore,
} from "../../src/main/engine/db/open.js";
import type { StorageError } from "../../src/main/engine/db/storage-error.js";
import { change, getValue, type ReadDb, write } from "../../src/main/engine/db/store.js";
import { backUp } from "../../src/main/engine/operations/backup/backup.js";
import { restore } from "../../src/main/engine/operations/backup/restore.js";
import { fileLog } from "../../src/main/engine/process/log.js";
import { catalogueFile, productLine } from "../integration/catalogue/catalogue-files.js";
import {
  ensureBuilt,
  runCli,
  runJson,
  spawnCli,
  startServe,
  startServeWith,
  waitForExit,
} from "../support/cli.js";
import { EngineProcess } from "../support/engine-process.js";
import { failingReads } from "../support/failing-reads.js";
import { temporaryFolder } from "../support/folder.js";
import { type SmallDisk, smallDisk } from "../support/small-disk.js";
import { untilPasses } from "../support/until.js";

beforeAll(ensureBuilt);

function diskOrSkip(context: TestContext, megabytes = 4): SmallDisk {
  const disk = smallDisk(megabytes);
  if (typeof disk === "string") return context.skip(disk);
  return disk;
}

function bulk(prefix: string, count: number): string {
  const lines = Array.from({ length: count }, (_, i) =>
    productLine(`${prefix}${i}`, { description: `${prefix}${i} `.repeat(200) }),
  );
  return catalogueFile(`${lines.join("\n")}\n`);
}

const diskFullMessage = /^[^\n]+ is full\. Free up some space and try again\. No saved data is lost\.\n$/;

async function productKeys(folder: string): Promise<string[]> {
  const { code, stdout } = await runCli(["export", "--data", folder]);
  expect(code).toBe(0);
  return stdout.split("\n").flatMap((line) => /"service":"([^"]+)"/.exec(line)?.[1] ?? []);
}

describe("a full disk", () => {
  it("a full disk makes import fail with one sentence, and keeps earlier products", async (context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    await runJson("import", bulk("a", 50), "--data", folder);
    const result = await runCli(["import", bulk("b", 3_000), "--data", folder]);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(diskFullMessage);
    const ids = await productKeys(folder);
    for (let i = 0; i < 50; i++) expect(ids).toContain(`product/test/a${i}`);
  });

  it.for([["serve"], ["account", "set"], ["keys", "create"]])(
    "a full disk makes %j fail with one sentence on a new folder",
    async (command, context) => {
      const disk = diskOrSkip(context);
      disk.fill();
      const result = await runCli([...command, "--data", join(disk.root, "data")]);
      expect(result).toMatchObject({ code: 1, stdout: "" });
      expect(result.stderr).toMatch(diskFullMessage);
    },
  );

  it("a running engine answers reads on a full disk, refuses writes, and says so until there is space again", async (context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    await runJson("import", bulk("a", 20), "--data", folder);
    const engine = await startServe(folder);
    const { key } = await runJson<{ key: string }>("keys", "create", "--data", folder);
    const product = "/products?ids=product/test/a7";
    const health = async () => {
      const response = await fetch(`${new URL(engine.base_url).origin}/health`);
      return { status: response.status, body: await response.json() };
    };
    expect(await health()).toMatchObject({ status: 200, body: { status: "ok" } });

    disk.fill();
    let read = await engine.get(product, key);
    // The database files may still have room for some requests.
    for (let i = 0; i < 500 && read.body.meta.credits_used > 0; i++) read = await engine.get(product, key);
    expect(read).toMatchObject({ status: 200, body: { success: true, meta: { credits_used: 0 } } });
    const left = read.body.meta;
    expect((await engine.get(product, key)).body.meta).toMatchObject({
      credits_remaining: left.credits_remaining,
      rate_limit_remaining: left.rate_limit_remaining,
    });
    expect((await engine.get("/products?ids=", key)).status).toBe(400);
    const refused = await fetch(`${engine.base_url}/webhooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ url: "https://127.0.0.1/hook", events: ["price_drop"] }),
    });
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({
      error_detail: { code: "ERR_INTERNAL", message: expect.stringMatching(/is full\.$/) },
    });
    await untilPasses(async () =>
      expect(await health()).toMatchObject({
        status: 503,
        body: {
          status: "failing",
          reason: "The disk that holds the data folder is full.",
          version: expect.any(String),
        },
      }),
    );

    disk.free();
    await untilPasses(async () => expect((await health()).status).toBe(200));
    const again = await engine.get(product, key);
    expect(again.status).toBe(200);
    expect(again.body.meta.credits_remaining).toBe(left.credits_remaining - 1);
    expect(await engine.stop()).toBe(0);
    const { used } = await runJson<{ used: number }>("account", "show", "--data", folder);
    expect(again.body.meta.credits_remaining).toBe(1_000_000 - used);
  });

  it.for(["export", "backup"])(
    "a full disk makes %s fail with one sentence and leave no partial file",
    async (command, context) => {
      const disk = diskOrSkip(context, 2);
      const folder = temporaryFolder();
      await runJson("import", bulk("a", 2_000), "--data", folder);
      const result = await runCli([command, join(disk.root, "out"), "--data", folder]);
      expect(result).toMatchObject({ code: 1, stdout: "" });
      expect(result.stderr).toMatch(diskFullMessage);
      expect(readdirSync(disk.root)).toEqual([]);
    },
  );
});

it.for([0, 64, 128, 256])(
  "a full disk with %i KB left stops a migration with one sentence, and it goes on from there once there is room",
  async (kilobytes, context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    mkdirSync(folder);
    const oldDb: ReadDb = { connection: new Database(databaseFile(folder)) };
    const [first] = migrations;
    migrate(oldDb, first?.version);
    const insert = oldDb.connection.prepare(
      "INSERT INTO product (service, title, details, updated_at) VALUES (?, ?, '{}', 1)",
    );
    for (let i = 0; i < 2_000; i++) insert.run(`product/test/${i}`, `Product ${i}`);
    oldDb.connection.close();

    disk.fill(kilobytes * 1_024);
    const refused = await runCli(["keys", "create", "--data", folder]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(diskFullMessage);
    disk.free();
    expect(await runCli(["keys", "create", "--data", folder])).toMatchObject({ code: 0 });
    expect(await productKeys(folder)).toHaveLength(2_000);
    const db = openReader(folder);
    expect(hasLatestSchema(db)).toBe(true);
    expect(db.connection.pragma("integrity_check", { simple: true })).toBe("ok");
    db.connection.close();
  },
);

it("a full disk stops a restore at each of its steps, which changes and leaves nothing", async (context) => {
  const disk = diskOrSkip(context, 16);
  const folder = join(disk.root, "data");
  const backup = join(temporaryFolder(), "backup.sqlite3");
  const count = () => {
    const db = openReader(folder);
    const products = getValue(db, "SELECT count(*) FROM product");
    closeStore(db);
    return products;
  };
  ensureFolder(folder);
  const db = openStore(folder);
  const fill = (name: string) =>
    write(db, (tx) => {
      const sql = "INSERT INTO product (service, title, details, updated_at) VALUES (?, ?, '{}', 1)";
      for (let i = 0; i < 400; i++) change(tx, sql, `product/${name}/${i}`, name.repeat(200));
    });
  fill("before");
  await backUp(folder, backup);
  fill("after");
  closeStore(db);
  let refused = 0;
  for (let isDone = false; !isDone; ) {
    disk.fill(refused * 300_000);
    isDone = await restore(folder, backup, { nowMs: 0, trust: false }).then(
      () => true,
      (error: StorageError) => {
        expect(error).toMatchObject({ kind: "disk-full", message: expect.stringMatching(/ is full\.$/) });
        return false;
      },
    );
    disk.free();
    if (isDone) continue;
    expect(++refused).toBeLessThan(50);
    expect(readdirSync(folder).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(["tidemark.sqlite3"]);
    expect(count()).toBe(800);
  }
  expect(refused).toBeGreaterThan(5);
  expect(count()).toBe(400);
});

/** What commands print that only read. */
async function readWith(
  commands: readonly string[][],
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Record<string, string>> {
  const outputs: Record<string, string> = {};
  for (const args of commands) {
    const result = await runCli([...args, "--data", folder], { env });
    expect(result, args.join(" ")).toMatchObject({ code: 0, stderr: "" });
    outputs[args.join(" ")] = result.stdout;
  }
  return outputs;
}

type Preparation = (folder: string) => Promise<void>;

/** Every command that only reads the data folder, with its arguments. */
const readingCommands: readonly string[][] = [
  ["account", "show"],
  ["alerts", "list", "--json"],
  ["channels", "list"],
  ["deliveries", "list", "--json"],
  ["export"],
  ["history", "product/test/a0", "--csv"],
  ["jobs", "list", "--json"],
  ["keys", "list"],
  ["lists", "list", "--json"],
  ["lookup", "product/test/a0", "--json"],
  ["rules", "export"],
  ["services", "list", "--json"],
  ["watch", "export"],
  ["watch", "list", "--json"],
];

const someCommands = [["account", "show"], ["export"]];

/** With the commands to run: some where SQLite reads the folder itself, and all where it needs a copy. */
const preparations = [
  ["after a command", async () => undefined, someCommands],
  [
    "after a clean end of serve",
    async (folder) => void (await (await startServe(folder)).stop()),
    someCommands,
  ],
  ["after a kill of the engine", killEngineIn, someCommands],
  ["after a kill of the engine that left its shared memory", killEngine, readingCommands],
] as const satisfies [string, Preparation, readonly string[][]][];

it.for([preparations[0], preparations[3]])(
  "a read-only folder makes writing commands fail with one sentence %s",
  async ([, prepare], context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    await runJson("import", bulk("a", 2), "--data", folder);
    await prepare(folder);
    disk.makeReadOnly();
    for (const command of [["serve"], ["keys", "create"]])
      for (const place of [folder, join(disk.root, "new")]) {
        const result = await runCli([...command, "--data", place]);
        expect(result).toMatchObject({ code: 1, stdout: "" });
        expect(result.stderr).toMatch(/^Tidemark cannot write to [^\n]+, or choose another folder\.\n$/);
      }
    expect(existsSync(join(disk.root, "new"))).toBe(false);
  },
);

it.for(preparations)(
  "a read-only folder is read by the commands that only read, %s",
  { timeout: 120_000 },
  async ([, prepare, commands], context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    await runJson("import", bulk("a", 2), "--data", folder);
    await prepare(folder);
    const copy = join(temporaryFolder(), "copy");
    cpSync(folder, copy, { recursive: true });
    const before = readdirSync(folder).toSorted();
    disk.makeReadOnly();
    const temporary = temporaryFolder();
    const env = { TMPDIR: temporary };
    const expected = await readWith(commands, copy);
    expect(await readWith(commands, folder, env)).toEqual(expected);
    expect(readdirSync(temporary)).toEqual([]);
    const backup = join(temporaryFolder(), "backup.sqlite3");
    expect(await runCli(["backup", backup, "--data", folder], { env })).toMatchObject({ code: 0 });
    const restored = temporaryFolder();
    await runJson("restore", backup, "--data", restored);
    expect(await readWith([["export"]], restored)).toEqual({ export: expected.export });
    expect(await runCli(["lookup", "none", "--data", folder], { env })).toMatchObject({ code: 1 });
    expect(readdirSync(temporary)).toEqual([]);
    disk.makeWritable();
    expect(readdirSync(folder).toSorted()).toEqual(before);
  },
);

/** Starts an export of a read-only folder, of more than a pipe holds, from a copy in `temporary`. */
async function startExport(context: TestContext) {
  const disk = diskOrSkip(context);
  const folder = join(disk.root, "data");
  await runJson("import", bulk("a", 300), "--data", folder);
  disk.makeReadOnly();
  const temporary = temporaryFolder();
  return { temporary, child: spawnCli(["export", "--data", folder], { env: { TMPDIR: temporary } }) };
}

it("a read-only folder is read without leaving a copy behind when the reader closes the pipe", async (context) => {
  const { temporary, child } = await startExport(context);
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect(await waitForExit(child)).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(temporary)).toEqual([]);
});

it.for(["SIGINT", "SIGTERM"] as const)(
  "a read-only folder is read without leaving a copy behind when %s ends the command",
  async (signal, context) => {
    const { temporary, child } = await startExport(context);
    await once(child.stdout as Readable, "readable");
    expect(readdirSync(temporary)).toHaveLength(1);
    child.kill(signal);
    await once(child, "exit");
    expect(child.exitCode).toBe(1);
    expect(readdirSync(temporary)).toEqual([]);
  },
);

it("a read-only folder is explained where no copy can be made", async (context) => {
  const disk = diskOrSkip(context);
  const folder = join(disk.root, "data");
  await runJson("import", bulk("a", 2), "--data", folder);
  disk.makeReadOnly();
  expect(await runCli(["export", "--data", folder], { env: { TMPDIR: disk.root } })).toEqual({
    code: 1,
    stdout: "",
    stderr: `The data can only be read from a copy, and ${disk.root} cannot hold one (EROFS). Name another folder in the variable TMPDIR.\n`,
  });
});

it("a damaged database in a read-only folder is named by its own path", async (context) => {
  const disk = diskOrSkip(context);
  const folder = join(disk.root, "data");
  mkdirSync(folder);
  writeFileSync(databaseFile(folder), "this is not a database ".repeat(500));
  disk.makeReadOnly();
  const { code, stderr } = await runCli(["export", "--data", folder]);
  expect(code).toBe(3);
  expect(stderr).toContain(`The database ${databaseFile(folder)} is damaged.`);
});

/** Kills an engine in the folder, so that a write-ahead log is left behind. */
async function killEngine(folder: string): Promise<void> {
  const engine = new EngineProcess(folder);
  await engine.ready();
  for (let i = 0; i < 20; i++) await engine.call("keys.create", { name: `key ${i}` });
  await engine.kill();
}

async function killEngineIn(folder: string): Promise<void> {
  await killEngine(folder);
  // After a reboot or in a copy of the folder, SQLite has to recreate its shared-memory file.
  rmSync(`${databaseFile(folder)}-shm`);
}

it("a running engine answers reads on a disk with write errors, refuses writes, and goes on after them", async (context) => {
  if (process.platform !== "linux") return context.skip("limits of a process are set on Linux only");
  const folder = temporaryFolder();
  await runJson("import", bulk("a", 20), "--data", folder);
  const engine = await startServe(folder);
  /** SQLite takes a write beyond the limit for one that the device has failed. */
  const limitFiles = (bytes: string) =>
    execFileSync("prlimit", [`--fsize=${bytes}:unlimited`, "--pid", String(engine.pid)]);
  const health = async () => (await fetch(`${new URL(engine.base_url).origin}/health`)).json();
  const create = () =>
    fetch(`${engine.base_url}/webhooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${engine.api_key}`, "content-type": "application/json" },
      body: JSON.stringify({ url: "https://127.0.0.1/hook", events: ["price_drop"] }),
    });

  limitFiles("1");
  const refused = await create();
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({
    error_detail: { message: expect.stringContaining("reports read or write errors") },
  });
  expect((await engine.get("/products?ids=product/test/a7")).status).toBe(200);
  await untilPasses(async () => expect(await health()).toMatchObject({ status: "failing" }));

  limitFiles("unlimited");
  await untilPasses(async () => expect(await health()).toMatchObject({ status: "ok" }));
  expect((await create()).status).toBe(201);
  expect(await engine.stop()).toBe(0);
  expect(await productKeys(folder)).toHaveLength(20);
});

it("a disk with read errors is reported as such, never as damage, and its data is read again after them", async (context) => {
  const disk = failingReads();
  if (typeof disk === "string") return context.skip(disk);
  const { env } = disk;
  const folder = temporaryFolder();
  await runJson("import", bulk("a", 20), "--data", folder);
  const engine = await startServeWith(env, folder);
  let printed = "";
  engine.child.stderr?.on("data", (text: string) => {
    printed += text;
  });
  // The engine reads anew what another program may have changed.
  await runJson("import", bulk("b", 20), "--data", folder);

  disk.fail();
  const words = "reports read or write errors";
  const ended = once(engine.child, "close");
  await engine.get("/products?ids=product/test/a7").catch(() => undefined);
  expect(await ended).toEqual([1, null]);
  expect(printed).toContain(words);
  for (const command of [["serve"], ["lookup", "product/test/a7"], ["keys", "create"]]) {
    const result = await runCli([...command, "--data", folder], { env });
    expect(result, command.join(" ")).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(`^[^\n]+ ${words}\\. [^\n]+\n$`),
    });
  }
  expect(existsSync(suspectFile(folder))).toBe(false);

  disk.recover();
  const next = await startServe(folder);
  expect((await next.get("/products?ids=product/test/a7")).status).toBe(200);
  expect(await next.stop()).toBe(0);
  expect(await productKeys(folder)).toHaveLength(40);
});

describe("engines after a kill", () => {
  it("an engine reports a full disk when it cannot start after a kill, and starts once it can", async (context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    await killEngineIn(folder);
    disk.fill();
    const refused = new EngineProcess(folder);
    await expect(refused.ready()).rejects.toThrow();
    expect(refused.startError).toMatchObject({
      problem: "disk-full",
      message: expect.stringMatching(/^[A-Z].+\.$/),
    });
    disk.free();
    const started = new EngineProcess(folder);
    await started.ready();
    expect((await started.call("keys.list", {})).keys).toHaveLength(20);
    await started.stop();
  });

  it.for([
    ["that left its shared memory", killEngine],
    ["whose shared memory is gone", killEngineIn],
  ] as const)(
    "an engine of the app shows the data of a read-only folder after a kill %s and refuses changes",
    async ([, prepare], context) => {
      const disk = diskOrSkip(context);
      const folder = join(disk.root, "data");
      await prepare(folder);
      disk.makeReadOnly();
      const temporary = temporaryFolder();
      const engine = new EngineProcess(folder, { env: { TMPDIR: temporary } });
      expect(await engine.ready()).toBe("");
      expect((await engine.call("keys.list", {})).keys).toHaveLength(20);
      await expect(engine.call("keys.create", { name: "one more" })).rejects.toThrow(
        "Tidemark cannot write to its data folder.",
      );
      const backup = join(temporaryFolder(), "backup.sqlite3");
      expect(await engine.callHost("backup.write", backup)).toMatchObject({ outcome: "done" });
      await engine.stop();
      expect(readdirSync(temporary)).toEqual([]);

      disk.makeWritable();
      const started = new EngineProcess(folder);
      expect(await started.ready()).not.toBe("");
      expect((await started.call("keys.list", {})).keys).toHaveLength(20);
      await started.stop();
    },
  );

  it("an engine of the app reports a read-only folder without data", async (context) => {
    const disk = diskOrSkip(context);
    disk.makeReadOnly();
    const refused = new EngineProcess(join(disk.root, "data"));
    await expect(refused.ready()).rejects.toThrow();
    expect(refused.startError).toMatchObject({ problem: "not-writable" });
  });
});

it("the log loses entries without an error while the disk is full, and resumes afterwards", (context) => {
  const disk = diskOrSkip(context);
  const log = fileLog(disk.root);
  disk.fill();
  for (let i = 0; i < 200; i++) log.error("It failed.", new Error("y".repeat(500)));
  disk.free();
  log.info("There is room again.");
  expect(readFileSync(join(disk.root, "logs", "engine.log"), "utf8")).toContain("There is room again.");
});
