import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { listKnownBackups } from "../../../../src/main/data/kept-copies.js";
import { createLastManualBackup } from "../../../../src/main/data/last-copy.js";
import { temporaryFolder } from "../../../support/folder.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "backups"));
});

function put(name: string, atSeconds: number): string {
  const file = join(folder, name);
  writeFileSync(file, "1234");
  utimesSync(file, atSeconds, atSeconds);
  return file;
}

it("lists the folder's own, what restores put aside and the last one made by hand, newest first", () => {
  put("backups/tidemark-20260101T000000Z.sqlite3", 1_000);
  put("tidemark.before-restore-20260102T000000Z.sqlite3", 3_000);
  const byHand = put("elsewhere.sqlite3", 2_000);
  put("tidemark.sqlite3", 9_000);
  put("backups/tidemark.sqlite3.part-7", 9_000);
  mkdirSync(join(folder, "backups/folder.sqlite3"));
  const copies = listKnownBackups(folder, byHand);
  expect(copies.map(({ origin, modifiedMs, bytes }) => [origin, modifiedMs, bytes])).toEqual([
    ["before-restore", 3_000_000, 4],
    ["by-hand", 2_000_000, 4],
    ["automatic", 1_000_000, 4],
  ]);
  expect(new Set(copies.map(({ id }) => id)).size).toBe(3);
});

it("lists one that lies in the backups' own folder once, and none whose disk is away", () => {
  const own = put("backups/mine.sqlite3", 1_000);
  expect(listKnownBackups(folder, own)).toHaveLength(1);
  expect(listKnownBackups(folder, join(folder, "usb", "gone.sqlite3"))).toHaveLength(1);
});

it("is empty for a folder that is not there", () => {
  expect(listKnownBackups(join(folder, "none"), null)).toEqual([]);
});

it("remembers where the last one was put, through a file that may be anything", () => {
  const kept = createLastManualBackup(folder);
  expect(kept.path()).toBeNull();
  kept.save("/media/usb/copy.sqlite3");
  expect(createLastManualBackup(folder).path()).toBe("/media/usb/copy.sqlite3");
  for (const content of ["", "null", "[]", '{"path":7}']) {
    writeFileSync(join(folder, "last-copy.json"), content);
    expect(kept.path()).toBeNull();
  }
});
