import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { fileLog } from "../../../src/main/engine/process/log.js";
import { ensureBuilt, runCli, runJson, startServe } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";
import { untilPasses } from "../../support/until.js";
import { catalogueFile, productLine } from "../catalogue/catalogue-files.js";
import { type SmallDisk, smallDisk } from "./small-disk.js";

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

  it.for([["serve"], ["account", "show"], ["keys", "create"]])(
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
      expect(await health()).toEqual({
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

describe("a read-only folder", () => {
  it.for([["serve"], ["account", "show"], ["keys", "create"]])(
    "a read-only folder makes %j fail with one sentence",
    async (command, context) => {
      const disk = diskOrSkip(context);
      const folder = join(disk.root, "data");
      await runJson("import", bulk("a", 2), "--data", folder);
      disk.makeReadOnly();
      for (const place of [folder, join(disk.root, "new")]) {
        const result = await runCli([...command, "--data", place]);
        expect(result).toMatchObject({ code: 1, stdout: "" });
        expect(result.stderr).toMatch(/^Tidemark cannot write to [^\n]+, or choose another folder\.\n$/);
      }
      expect(existsSync(join(disk.root, "new"))).toBe(false);
    },
  );
});

/** Kills an engine in the folder, so that a write-ahead log is left behind. */
async function killEngineIn(folder: string): Promise<void> {
  const engine = new EngineProcess(folder);
  await engine.ready();
  for (let i = 0; i < 20; i++) await engine.call("keys.create", { name: `key ${i}` });
  await engine.kill();
  // After a reboot or in a copy of the folder, SQLite has to recreate its shared-memory file.
  rmSync(`${databaseFile(folder)}-shm`);
}

describe("engines after a kill", () => {
  it.for<["disk-full" | "not-writable", (disk: SmallDisk) => void]>([
    ["disk-full", (disk) => disk.fill()],
    ["not-writable", (disk) => disk.makeReadOnly()],
  ])(
    "an engine reports %s when it cannot start after a kill, and starts once it can",
    async ([problem, spoil], context) => {
      const disk = diskOrSkip(context);
      const folder = join(disk.root, "data");
      await killEngineIn(folder);
      spoil(disk);
      const refused = new EngineProcess(folder);
      await expect(refused.ready()).rejects.toThrow();
      expect(refused.startError).toMatchObject({ problem, message: expect.stringMatching(/^[A-Z].+\.$/) });
      disk.makeWritable();
      disk.free();
      const started = new EngineProcess(folder);
      await started.ready();
      expect(await started.call("keys.list", {})).toHaveLength(20);
      await started.stop();
    },
  );
});

describe("the engine's log", () => {
  it("the log loses entries without an error while the disk is full, and resumes afterwards", (context) => {
    const disk = diskOrSkip(context);
    const log = fileLog(disk.root);
    disk.fill();
    for (let i = 0; i < 200; i++) log.error("It failed.", new Error("y".repeat(500)));
    disk.free();
    log.info("There is room again.");
    expect(readFileSync(join(disk.root, "logs", "engine.log"), "utf8")).toContain("There is room again.");
  });
});
