import { beforeEach, describe, expect, it } from "vitest";
import { readSetting, saveSetting } from "../../../../src/main/engine/db/setting.js";
import { type ReadDb, withSavepoint, write } from "../../../../src/main/engine/db/store.js";
import { newStore } from "../../../support/folder.js";

let db: ReadDb;

beforeEach(() => {
  db = newStore();
});

const fault = new Error("fault");

function fail(): never {
  throw fault;
}

describe("a write", () => {
  it("holds as a whole and gives what its work returned", () => {
    const done = write(db, (tx) => {
      saveSetting(tx, "sample.seed", "1");
      return "done";
    });
    expect(done).toBe("done");
    expect(readSetting(db, "sample.seed")).toBe("1");
  });

  it("leaves nothing behind when its work throws", () => {
    const work = () =>
      write(db, (tx) => {
        saveSetting(tx, "sample.seed", "1");
        fail();
      });
    expect(work).toThrow(fault);
    expect(readSetting(db, "sample.seed")).toBeNull();
    expect(db.connection.inTransaction).toBe(false);
  });

  it("does not go into another one", () => {
    expect(() => write(db, () => write(db, () => 1))).toThrow("already open");
    expect(db.connection.inTransaction).toBe(false);
  });

  it("waits for the disk only where it is asked to, whether it succeeds or not", () => {
    const level = () => db.connection.pragma("synchronous", { simple: true });
    const normal = level();
    expect(write(db, level, { durable: true })).toBe(2);
    expect(level()).toBe(normal);
    expect(() => write(db, fail, { durable: true })).toThrow(fault);
    expect(level()).toBe(normal);
    expect(write(db, level)).toBe(normal);
  });
});

describe("an attempt within a write", () => {
  it("that throws undoes only itself", () => {
    write(db, (tx) => {
      saveSetting(tx, "sample.seed", "1");
      const tried = () =>
        withSavepoint(tx, () => {
          saveSetting(tx, "sample.seed", "2");
          saveSetting(tx, "sample.advanced_to", "2");
          fail();
        });
      expect(tried).toThrow(fault);
    });
    expect(readSetting(db, "sample.seed")).toBe("1");
    expect(readSetting(db, "sample.advanced_to")).toBeNull();
  });

  it("that succeeds stays, also within another", () => {
    write(db, (tx) => {
      withSavepoint(tx, () => {
        withSavepoint(tx, () => saveSetting(tx, "sample.seed", "1"));
        expect(() => withSavepoint(tx, fail)).toThrow(fault);
      });
    });
    expect(readSetting(db, "sample.seed")).toBe("1");
  });
});
