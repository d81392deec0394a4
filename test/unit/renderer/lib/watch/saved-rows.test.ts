import { describe, expect, it } from "vitest";
import { maxSavedRows, readSavedRows, saveRows } from "../../../../../src/renderer/lib/watch/saved-rows.js";
import { createWatchRow } from "../../../../support/watch-row.js";

function storageOf(text: string | null = null) {
  let held = text;
  return {
    getItem: () => held,
    setItem: (_key: string, value: string) => {
      held = value;
    },
  };
}

describe("rows that are kept for the next start", () => {
  it("come back as they were, no more than a window holds", () => {
    const storage = storageOf();
    const rows = Array.from({ length: 100 }, (_, index) =>
      createWatchRow({ product_key: `product/${index}`, tags: ["gifts"] }),
    );
    saveRows({ rows, total: 100 }, storage);
    expect(readSavedRows(storage)).toEqual({ rows: rows.slice(0, maxSavedRows), total: 100 });
  });

  it.each([
    ["nothing", null],
    ["an empty list", '{"rows":[],"total":0}'],
    ["half a file", '{"rows":[{"service":"a"'],
    ["rows of another shape", '{"rows":[{"service":"a"}],"total":1}'],
    ["a row that is none", '{"rows":[null],"total":1}'],
    ["no list at all", '"hello"'],
    ["no total", JSON.stringify({ rows: [createWatchRow()] })],
  ])("are not shown where there is %s", (_what, text) => {
    expect(readSavedRows(storageOf(text))).toBeNull();
  });

  it("are given up where they cannot be written", () => {
    const full = {
      setItem: () => {
        throw new Error("QuotaExceededError");
      },
    };
    expect(() => saveRows({ rows: [createWatchRow()], total: 1 }, full)).not.toThrow();
  });
});
