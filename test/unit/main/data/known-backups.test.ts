import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { createLastManualBackup, listKnownBackups } from "../../../../src/main/data/known-backups.js";
import { temporaryFolder } from "../../../support/folder.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "backups"));
});

function createFile(name: string, atSeconds: number): string {
  const file = join(folder, name);
  writeFileSync(file, "1234");
  utimesSync(file, atSeconds, atSeconds);
  return file;
}

it("the list of backups has automatic ones, replaced databases and the last manual one, newest first", () => {
  createFile("backups/tidemark-20260101T000000Z.sqlite3", 1_000);
  createFile("tidemark.before-restore-20260102T000000Z.sqlite3", 3_000);
  const byHand = createFile("elsewhere.sqlite3", 2_000);
  createFile("tidemark.sqlite3", 9_000);
  createFile("backups/tidemark.sqlite3.part-7", 9_000);
  mkdirSync(join(folder, "backups/folder.sqlite3"));
  const copies = listKnownBackups(folder, byHand);
  expect(copies.map(({ origin, modifiedMs, bytes }) => [origin, modifiedMs, bytes])).toEqual([
    ["before-restore", 3_000_000, 4],
    ["by-hand", 2_000_000, 4],
    ["automatic", 1_000_000, 4],
  ]);
  expect(new Set(copies.map(({ id }) => id)).size).toBe(3);
});

it("the list of backups has a manual one in the backup folder only once, and no missing one", () => {
  const own = createFile("backups/mine.sqlite3", 1_000);
  expect(listKnownBackups(folder, own)).toHaveLength(1);
  expect(listKnownBackups(folder, join(folder, "usb", "gone.sqlite3"))).toHaveLength(1);
});

it("the list of backups is empty for a missing folder", () => {
  expect(listKnownBackups(join(folder, "none"), null)).toEqual([]);
});

it("the path of the last manual backup is stored, and an invalid file is ignored", () => {
  const stored = createLastManualBackup(folder);
  expect(stored.path()).toBeNull();
  stored.save("/media/usb/copy.sqlite3");
  expect(createLastManualBackup(folder).path()).toBe("/media/usb/copy.sqlite3");
  for (const content of ["", "null", "[]", '{"path":7}']) {
    writeFileSync(join(folder, "last-copy.json"), content);
    expect(stored.path()).toBeNull();
  }
});
