import { beforeEach, describe, expect, it } from "vitest";
import { readSetting, saveSetting } from "../../../../src/main/engine/db/setting.js";
import {
  allRows,
  allValues,
  change,
  getRow,
  getValue,
  insert,
  type ReadDb,
  withSavepoint,
  write,
} from "../../../../src/main/engine/db/store.js";
import { openTestStore } from "../../../support/folder.js";

let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
});

const failure = new Error("fault");

function fail(): never {
  throw failure;
}

describe("writes", () => {
  it("a write commits and returns the result of its callback", () => {
    const done = write(db, (tx) => {
      saveSetting(tx, "sample.seed", "1");
      return "done";
    });
    expect(done).toBe("done");
    expect(readSetting(db, "sample.seed")).toBe("1");
  });

  it("a write rolls back when its callback throws", () => {
    const failingWrite = () =>
      write(db, (tx) => {
        saveSetting(tx, "sample.seed", "1");
        fail();
      });
    expect(failingWrite).toThrow(failure);
    expect(readSetting(db, "sample.seed")).toBeNull();
    expect(db.connection.inTransaction).toBe(false);
  });

  it("a write cannot be nested in another write", () => {
    expect(() => write(db, () => write(db, () => 1))).toThrow("already open");
    expect(db.connection.inTransaction).toBe(false);
  });

  it("a write waits for the disk only if it is durable, whether it succeeds or not", () => {
    const level = () => db.connection.pragma("synchronous", { simple: true });
    const normal = level();
    expect(write(db, level, { durable: true })).toBe(2);
    expect(level()).toBe(normal);
    expect(() => write(db, fail, { durable: true })).toThrow(failure);
    expect(level()).toBe(normal);
    expect(write(db, level)).toBe(normal);
  });
});

it("an attempt rolls back only itself when it throws", () => {
  write(db, (tx) => {
    saveSetting(tx, "sample.seed", "1");
    const failingAttempt = () =>
      withSavepoint(tx, () => {
        saveSetting(tx, "sample.seed", "2");
        saveSetting(tx, "sample.advanced_to", "2");
        fail();
      });
    expect(failingAttempt).toThrow(failure);
  });
  expect(readSetting(db, "sample.seed")).toBe("1");
  expect(readSetting(db, "sample.advanced_to")).toBeNull();
});

it("an attempt persists when it succeeds, even within another attempt", () => {
  write(db, (tx) => {
    withSavepoint(tx, () => {
      withSavepoint(tx, () => saveSetting(tx, "sample.seed", "1"));
      expect(() => withSavepoint(tx, fail)).toThrow(failure);
    });
  });
  expect(readSetting(db, "sample.seed")).toBe("1");
});

it("named values and columns such as isActive are booleans", () => {
  write(db, (tx) => {
    change(tx, "CREATE TABLE shelf (id INTEGER PRIMARY KEY, is_full INTEGER, is_open INTEGER)", {});
    const sql = "INSERT INTO shelf (is_full, is_open) VALUES (:isFull, :isOpen)";
    expect(insert(tx, sql, { isFull: true, isOpen: null, other: {} })).toBe(1);
    expect(insert(tx, sql, { isFull: false, isOpen: true })).toBe(2);
  });
  const sql = "SELECT id, is_full AS isFull, is_open AS isOpen, is_full AS issues FROM shelf ORDER BY id";
  const first = { id: 1, isFull: true, isOpen: null, issues: 1 };
  expect(getRow(db, sql)).toEqual(first);
  expect(allRows(db, sql)).toEqual([first, { id: 2, isFull: false, isOpen: true, issues: 0 }]);
});

it("lists and objects are written as JSON, and columns such as tags:json are parsed", () => {
  const box = { tags: ["new"], size: { amount: 2 }, seal: Buffer.from("seal"), none: null };
  write(db, (tx) => {
    change(tx, "CREATE TABLE box (tags TEXT, size TEXT, seal BLOB, none TEXT)");
    change(tx, "INSERT INTO box VALUES (:tags, :size, :seal, :none)", box);
  });
  const columns = 'tags AS "tags:json", size AS "size:json", seal, none AS "none:json"';
  expect(allRows(db, `SELECT ${columns} FROM box`)).toEqual([box]);
  expect(getRow(db, `SELECT ${columns} FROM box WHERE tags = ? AND ? = 1`, ["new"], true)).toEqual(box);
  expect(getValue(db, "SELECT size AS 'size:json' FROM box")).toEqual(box.size);
  expect(allValues(db, "SELECT value FROM json_each(?)", [1, 2])).toEqual([1, 2]);
});
