import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { fileLog } from "../../../src/main/engine/process/log.js";
import { ensureBuilt, runCli, runJson, startServe } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";
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

const oneSentence = /^[^\n]+ is full\. Free up some space and try again\. No saved data is lost\.\n$/;

async function serviceIds(folder: string): Promise<string[]> {
  const { code, stdout } = await runCli(["export", "--data", folder]);
  expect(code).toBe(0);
  return stdout.split("\n").flatMap((line) => /"service":"([^"]+)"/.exec(line)?.[1] ?? []);
}

describe("a full disk", () => {
  it("is told by import in a sentence; what went in before stays", async (context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    await runJson("import", bulk("a", 50), "--data", folder);
    const told = await runCli(["import", bulk("b", 3_000), "--data", folder]);
    expect(told).toMatchObject({ code: 1, stdout: "" });
    expect(told.stderr).toMatch(oneSentence);
    const ids = await serviceIds(folder);
    for (let i = 0; i < 50; i++) expect(ids).toContain(`product/test/a${i}`);
  });

  it.for([["serve"], ["account", "show"], ["keys", "create"]])(
    "is told by %j on a new folder in a sentence",
    async (command, context) => {
      const disk = diskOrSkip(context);
      disk.fill();
      const told = await runCli([...command, "--data", join(disk.root, "data")]);
      expect(told).toMatchObject({ code: 1, stdout: "" });
      expect(told.stderr).toMatch(oneSentence);
    },
  );

  it("is told by a running engine, which answers again when there is space", async (context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    await runJson("import", bulk("a", 20), "--data", folder);
    const engine = await startServe(folder);
    const { key } = await runJson<{ key: string }>("keys", "create", "--data", folder);
    const product = "/products?ids=product/test/a7";
    const charged = (await engine.get(product, key)).body.meta.credits_remaining;

    disk.fill();
    let refused = await engine.get(product);
    // The database's own files may still have room for some requests.
    for (let i = 0; i < 500 && refused.status === 200; i++) refused = await engine.get(product);
    expect(refused).toMatchObject({ status: 500, body: { error_detail: { code: "ERR_INTERNAL" } } });
    expect(refused.body.error_detail?.message).toMatch(/is full\.$/);

    disk.free();
    const again = await engine.get(product, key);
    expect(again.status).toBe(200);
    expect(again.body.meta.credits_remaining).toBeLessThan(charged);
    expect(await engine.stop()).toBe(0);
    const { used } = await runJson<{ used: number }>("account", "show", "--data", folder);
    expect(again.body.meta.credits_remaining).toBe(1_000_000 - used);
  });

  it.for(["export", "backup"])(
    "is told by %s in a sentence, and no half file is left",
    async (command, context) => {
      const disk = diskOrSkip(context, 2);
      const folder = temporaryFolder();
      await runJson("import", bulk("a", 2_000), "--data", folder);
      const told = await runCli([command, join(disk.root, "out"), "--data", folder]);
      expect(told).toMatchObject({ code: 1, stdout: "" });
      expect(told.stderr).toMatch(oneSentence);
      expect(readdirSync(disk.root)).toEqual([]);
    },
  );
});

describe("a folder that may not be written", () => {
  it.for([["serve"], ["account", "show"], ["keys", "create"]])(
    "is told by %j in a sentence",
    async (command, context) => {
      const disk = diskOrSkip(context);
      const folder = join(disk.root, "data");
      await runJson("import", bulk("a", 2), "--data", folder);
      disk.makeReadOnly();
      for (const place of [folder, join(disk.root, "new")]) {
        const told = await runCli([...command, "--data", place]);
        expect(told).toMatchObject({ code: 1, stdout: "" });
        expect(told.stderr).toMatch(/^Tidemark cannot write to [^\n]+, or choose another folder\.\n$/);
      }
      expect(existsSync(join(disk.root, "new"))).toBe(false);
    },
  );
});

/** The app's engine was killed there: its log waits to be read. */
async function killEngineIn(folder: string): Promise<void> {
  const engine = new EngineProcess(folder);
  await engine.ready();
  for (let i = 0; i < 20; i++) await engine.call("keys.create", { name: `key ${i}` });
  await engine.kill();
  // As after a restart of the computer, or in a copy of the folder: SQLite has to make its shared file anew.
  rmSync(`${databaseFile(folder)}-shm`);
}

describe("the app's engine, after it was killed", () => {
  it.for<["disk-full" | "not-writable", (disk: SmallDisk) => void]>([
    ["disk-full", (disk) => disk.fill()],
    ["not-writable", (disk) => disk.makeReadOnly()],
  ])("says %s where it cannot start for that, and starts once it can", async ([problem, spoil], context) => {
    const disk = diskOrSkip(context);
    const folder = join(disk.root, "data");
    await killEngineIn(folder);
    spoil(disk);
    const refused = new EngineProcess(folder);
    await expect(refused.ready()).rejects.toThrow();
    expect(refused.fatal).toMatchObject({ problem, message: expect.stringMatching(/^[A-Z].+\.$/) });
    disk.makeWritable();
    disk.free();
    const started = new EngineProcess(folder);
    await started.ready();
    expect(await started.call("keys.list", {})).toHaveLength(20);
    await started.stop();
  });
});

describe("the engine's log", () => {
  it("holds up nobody where there is no room for it, and goes on when there is", (context) => {
    const disk = diskOrSkip(context);
    const log = fileLog(disk.root);
    disk.fill();
    for (let i = 0; i < 200; i++) log.error("It failed.", new Error("y".repeat(500)));
    disk.free();
    log.info("There is room again.");
    expect(readFileSync(join(disk.root, "logs", "engine.log"), "utf8")).toContain("There is room again.");
  });
});
