import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  frameHeadBytes,
  frameOffsets,
  isFirstLog,
  logName,
  pageOfFrame,
} from "../../../../src/main/engine/db/log-pages.js";
import { temporaryFolder } from "../../../support/folder.js";

const pageBytes = 4_096;

function readLog(db: Database.Database): Buffer {
  return readFileSync(`${db.name}-wal`);
}

function loggedPages(log: Buffer): (number | null)[] {
  return [...frameOffsets(log.length, pageBytes)].map((at) =>
    pageOfFrame(log, log.subarray(at, at + frameHeadBytes)),
  );
}

/** A database with an empty log, which only explicit checkpoints move into the file. */
function openNew(): Database.Database {
  const db = new Database(join(temporaryFolder(), "a.sqlite3"));
  db.pragma("journal_mode = WAL");
  db.pragma("wal_autocheckpoint = 0");
  db.exec("CREATE TABLE t (a)");
  db.pragma("wal_checkpoint(TRUNCATE)");
  return db;
}

function fill(db: Database.Database, rows: number): void {
  const insert = db.prepare("INSERT INTO t VALUES (?)");
  db.transaction(() => {
    for (let i = 0; i < rows; i++) insert.run("x".repeat(1_000));
  })();
}

/** Runs a checkpoint and returns the pages that it has changed. */
function pagesCheckpointed(db: Database.Database): number[] {
  const copy = `${db.name}-before`;
  copyFileSync(db.name, copy);
  db.pragma("wal_checkpoint(TRUNCATE)");
  const [before, after] = [readFileSync(copy), readFileSync(db.name)];
  const pages = Array.from({ length: after.length / pageBytes }, (_, i) => i + 1);
  const pageBytesIn = (file: Buffer, page: number) => file.subarray((page - 1) * pageBytes, page * pageBytes);
  return pages.filter((page) => !pageBytesIn(before, page).equals(pageBytesIn(after, page)));
}

describe("SQLite's write-ahead log", () => {
  it("a write-ahead log contains every page that the next checkpoint changes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }), (writes) => {
        const db = openNew();
        for (const rows of writes) fill(db, rows);
        const logged = new Set(loggedPages(readLog(db)));
        const moved = pagesCheckpointed(db);
        expect(moved.length).toBeGreaterThan(0);
        expect(moved.filter((page) => !logged.has(page))).toEqual([]);
        db.close();
      }),
      { numRuns: 10 },
    );
  });

  it("a write-ahead log gets a new name when it restarts, and does not count frames from before as its own", () => {
    const db = openNew();
    fill(db, 60);
    const first = readLog(db);
    db.pragma("wal_checkpoint(PASSIVE)");
    expect(logName(readLog(db))).toBe(logName(first));
    db.exec("DELETE FROM t WHERE rowid = 1");
    const second = readLog(db);
    expect(second.length).toBe(first.length);
    expect(logName(second)).not.toBe(logName(first));
    expect(loggedPages(first)).not.toContain(null);
    const own = loggedPages(second).filter((page) => page !== null);
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(loggedPages(first).length / 2);
    db.close();
  });

  it("a write-ahead log is recognized as the first one of its database", () => {
    const db = new Database(join(temporaryFolder(), "a.sqlite3"));
    db.pragma("journal_mode = WAL");
    db.exec("CREATE TABLE t (a)");
    expect(isFirstLog(logName(readLog(db)) ?? "")).toBe(true);
    db.pragma("wal_checkpoint(PASSIVE)");
    db.exec("INSERT INTO t VALUES (1)");
    expect(isFirstLog(logName(readLog(db)) ?? "")).toBe(false);
    db.close();
  });

  it.each([
    ["empty", Buffer.alloc(0)],
    ["truncated within its header", Buffer.from("377f0682002de218", "hex")],
    ["a file of another kind", Buffer.alloc(64, 0x41)],
  ])("a write-ahead log has no name when it is %s", (_case, head) => {
    expect(logName(head)).toBeNull();
  });
});
