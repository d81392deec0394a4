import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { catalogueFile, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, runCli, runCliProcess, runJson, startServe } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { until } from "../support/until.js";

beforeAll(ensureBuilt);

const database = (folder: string): string => join(folder, "tidemark.sqlite3");

function importNames(folder: string, ...names: string[]) {
  const lines = names.map((name) => productLine(name)).join("\n");
  return runJson("import", catalogueFile(lines), "--data", folder);
}

/** The names of a database's products. */
function namesIn(file: string): string[] {
  const db = new Database(file);
  const keys = db.prepare("SELECT service FROM product ORDER BY id").pluck().all() as string[];
  db.close();
  return keys.map((key) => key.replace("product/test/", ""));
}

/** A folder with products `old` and `new`, and a backup that has only `old`. */
async function backedUpFolder(): Promise<{ folder: string; backup: string }> {
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

it("backup writes a complete file, replaces it with --force only, and leaves the data unchanged", async () => {
  const { folder, backup } = await backedUpFolder();
  expect(namesIn(backup)).toEqual(["old"]);
  expect(namesIn(database(folder))).toEqual(["old", "new"]);
  expect(await runCli(["backup", backup, "--data", folder])).toEqual({
    code: 1,
    stdout: "",
    stderr: `The file ${backup} exists already. Choose another name, or replace it with --force.\n`,
  });
  expect(namesIn(backup)).toEqual(["old"]);
  const second = await runJson("backup", backup, "--force", "--data", folder);
  expect(second).toEqual({ file: backup, bytes: readFileSync(backup).length });
  expect(namesIn(backup)).toEqual(["old", "new"]);
});

it("backup creates the missing folders of its file", async () => {
  const { folder } = await backedUpFolder();
  const file = join(temporaryFolder(), "a", "b", "copy.sqlite3");
  await runJson("backup", file, "--data", folder);
  expect(existsSync(file)).toBe(true);
});

it("backup includes every acknowledged write of a running engine, but not the key of its run", async () => {
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

it("restore replaces the data with the backup and keeps the previous database", async () => {
  const { folder, backup } = await backedUpFolder();
  const { restored, previous } = await restore(folder, backup);
  expect(restored).toBe(backup);
  expect(namesIn(database(folder))).toEqual(["old"]);
  expect(namesIn(previous ?? "")).toEqual(["old", "new"]);
  expect(namesIn(backup)).toEqual(["old"]);
});

it("restore can be undone after several restores in quick succession", async () => {
  const { folder, backup } = await backedUpFolder();
  const previousFiles = [];
  for (let i = 0; i < 3; i++) previousFiles.push((await restore(folder, backup)).previous);
  expect(new Set(previousFiles).size).toBe(3);
  await restore(folder, previousFiles[0] ?? "");
  expect(namesIn(database(folder))).toEqual(["old", "new"]);
});

it("restore revives no revoked key, not even after a backup from before the key", async () => {
  const { folder, backup } = await backedUpFolder();
  const createKey = () => runJson<{ id: string }>("keys", "create", "--data", folder);
  const [revoked, valid] = [await createKey(), await createKey()];
  const later = join(temporaryFolder(), "later.sqlite3");
  await runJson("backup", later, "--data", folder);
  await runJson("keys", "revoke", revoked.id, "--data", folder);
  await restore(folder, backup);
  await restore(folder, later);
  const keys = await runJson<{ id: string; revoked_at: string | null }[]>("keys", "list", "--data", folder);
  const isRevoked = Object.fromEntries(keys.map(({ id, revoked_at }) => [id, revoked_at !== null]));
  expect(isRevoked).toEqual({ [revoked.id]: true, [valid.id]: false });
});

it("restore leaves an owner's key off that the replaced data lacked, unless --trust is given", async () => {
  const { folder } = await backedUpFolder();
  const other = temporaryFolder();
  await runJson("keys", "create", "phone", "--owner", "--data", other);
  const backup = join(temporaryFolder(), "other.sqlite3");
  await runJson("backup", backup, "--data", other);
  const powers = [{ kind: "owner-key", name: "phone" }];
  const { stdout, stderr } = await runCli(["restore", backup, "--data", folder]);
  expect(JSON.parse(stdout)).toMatchObject({ off: powers });
  expect(stderr).toMatch(/^What the replaced data lacked is off\. [^\n]+--trust\.\n$/);
  expect(await runJson("keys", "list", "--data", folder)).toEqual([]);
  expect(await runJson("restore", backup, "--trust", "--data", folder)).toMatchObject({ on: powers });
  expect(await runJson("keys", "list", "--data", folder)).toMatchObject([{ name: "phone", owner: true }]);
});

it("restore says that it knows no revocations if the replaced data cannot be read", async () => {
  const { folder, backup } = await backedUpFolder();
  writeFileSync(database(folder), "rubbish".repeat(400));
  const { code, stderr } = await runCli(["restore", backup, "--data", folder]);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^The replaced data could not be read: keys that were revoked [^\n]+keys list'\.\n$/,
  );
});

it("restore refuses an unusable backup with the reason, and changes nothing", async () => {
  const { folder, backup } = await backedUpFolder();
  new Database(backup).pragma("user_version = 99");
  const before = readdirSync(folder).toSorted();
  expect(await runCli(["restore", backup, "--data", folder])).toEqual({
    code: 1,
    stdout: "",
    stderr: `${backup} was not restored: it was written by a newer Tidemark. Choose another backup file; nothing was changed.\n`,
  });
  expect(readdirSync(folder).toSorted()).toEqual(before);
  expect(namesIn(database(folder))).toEqual(["old", "new"]);
});

it("restore refuses the database that is in use", async () => {
  const { folder } = await backedUpFolder();
  const result = await runCli(["restore", database(folder), "--data", folder]);
  expect(result).toMatchObject({ code: 1, stdout: "" });
  expect(result.stderr).toMatch(/^[^\n]+ was not restored: it is the database in use\. [^\n]+\n$/);
  expect(namesIn(database(folder))).toEqual(["old", "new"]);
});

it("restore switches the engine to the restored data without a restart", async () => {
  const { folder, backup } = await backedUpFolder();
  const engine = await startServe(folder);
  const has = async (name: string) => (await engine.get(`/products?ids=product/test/${name}`)).status === 200;
  expect([await has("old"), await has("new")]).toEqual([true, true]);
  await restore(folder, backup);
  expect([await has("old"), await has("new")]).toEqual([true, false]);
  // The engine also stores later writes.
  await importNames(folder, "third");
  expect(await has("third")).toBe(true);
  expect(await engine.stop()).toBe(0);
  expect(namesIn(database(folder))).toEqual(["old", "third"]);
});

it("restore keeps the key of the current run and does not revive the key of an earlier one", async () => {
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

it("restore waits for another writer's open transaction", async () => {
  const { folder, backup } = await backedUpFolder();
  const writer = new Database(database(folder));
  onTestFinished(() => void writer.close());
  writer.exec("BEGIN IMMEDIATE; UPDATE account SET bonus_credits = 7");
  const restored = runCliProcess(["restore", backup, "--data", folder]);
  // The restore first saves the previous database; its next step needs the writer's lock.
  await until(() => readdirSync(folder).some((name) => name.includes("before-restore")));
  writer.exec("COMMIT");
  expect(await restored).toMatchObject({ code: 0 });
  expect(namesIn(database(folder))).toEqual(["old"]);
});

it("restore lets the engine answer every request meanwhile", async () => {
  const { folder, backup } = await backedUpFolder();
  const engine = await startServe(folder);
  let isUnderWay = true;
  const restored = runCliProcess(["restore", backup, "--data", folder]).finally(() => {
    isUnderWay = false;
  });
  for (let i = 0; isUnderWay && i < 900; i++)
    expect((await engine.get("/products?ids=product/test/old")).status).toBe(200);
  await restored;
  expect((await engine.get("/products?ids=product/test/new")).status).toBe(404);
});
