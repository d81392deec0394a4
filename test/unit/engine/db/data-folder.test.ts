import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import {
  backupFolder,
  databaseBytes,
  databaseFile,
  defaultDataFolder,
  ensureFolder,
  listBackups,
  newestBackup,
} from "../../../../src/main/engine/db/data-folder.js";
import { closeStore, openStore } from "../../../../src/main/engine/db/open.js";
import { temporaryFolder } from "../../../support/folder.js";

it.each([
  ["linux", { XDG_CONFIG_HOME: "/conf" }, join("/conf", "Tidemark")],
  ["linux", {}, join(homedir(), ".config", "Tidemark")],
  ["darwin", {}, join(homedir(), "Library", "Application Support", "Tidemark")],
  ["win32", { APPDATA: "/roaming" }, join("/roaming", "Tidemark")],
] as const)("the data folder on %s with %j is %s", (platform, env, folder) => {
  expect(defaultDataFolder(platform, env)).toBe(folder);
});

it.skipIf(process.platform === "win32")("the data folder is created for its user only", () => {
  const folder = join(temporaryFolder(), "a", "b");
  ensureFolder(folder);
  ensureFolder(folder);
  expect(statSync(folder).mode & 0o077).toBe(0);
});

it("what a killed restore has left is removed at the next start, and the files of running processes stay", () => {
  const folder = temporaryFolder();
  // No process has the highest id that systems give.
  const left = ["", "-wal", "-shm"].map((suffix) => `tidemark.sqlite3.part-4194304${suffix}`);
  const running = `tidemark.sqlite3.part-${process.pid}`;
  for (const name of [...left, running, "tidemark.sqlite3-suspect.part-4194304", "engine.json.part-4194304"])
    writeFileSync(join(folder, name), "");
  closeStore(openStore(folder));
  const isPart = (name: string) => /part|sums/.test(name);
  expect(readdirSync(folder).filter(isPart)).toEqual([running]);
});

it("backups do not exist without a backup folder", () => {
  expect(newestBackup(temporaryFolder())).toBeNull();
});

it("backups are listed newest first, without partial files", () => {
  const folder = temporaryFolder();
  mkdirSync(backupFolder(folder));
  ["b", "c", "a"].forEach((name, i) => {
    const file = join(backupFolder(folder), `${name}.sqlite3`);
    writeFileSync(file, "");
    utimesSync(file, 1_000 + i, 1_000 + i);
  });
  writeFileSync(join(backupFolder(folder), "z.sqlite3.part-1"), "");
  expect(listBackups(folder).map((file) => basename(file))).toEqual(["a.sqlite3", "c.sqlite3", "b.sqlite3"]);
  expect(newestBackup(folder)).toBe(listBackups(folder)[0]);
});

it("the size of a database includes the write-ahead log", () => {
  const folder = temporaryFolder();
  expect(databaseBytes(folder)).toBe(0);
  writeFileSync(databaseFile(folder), Buffer.alloc(4_096));
  writeFileSync(`${databaseFile(folder)}-wal`, Buffer.alloc(10_000));
  expect(databaseBytes(folder)).toBe(14_096);
});
