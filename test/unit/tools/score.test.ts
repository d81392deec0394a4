import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Extraction } from "../../../src/main/engine/extract/extraction.js";
import { ScoreFailure, scoreFolder } from "../../../tools/score/score-folder.js";
import { scorePage } from "../../../tools/score/score-page.js";
import { temporaryFolder } from "../../support/folder.js";

describe("scorePage", () => {
  const found: Extraction = {
    url: "https://shop.example/p",
    status: "found",
    reason: null,
    product: { title: "Trail  Lantern", gtin: "0036000291452" },
    offer: { price: 49.99, currency: "USD", availability: "in" },
    candidates: [{ price: 49.99, currency: "USD", availability: "in", from: "json-ld" }],
    evidence: {},
  };

  it("compares only the fields that are expected", () => {
    expect(scorePage({ status: "found", price: 49.99 }, found)).toEqual({
      judged: ["status", "price"],
      misses: [],
    });
  });

  it("lists each field that differs, with both values", () => {
    const { misses } = scorePage(
      { status: "ambiguous", price: null, list_price: 59.99, seller: null },
      found,
    );
    expect(misses).toEqual([
      { field: "status", expected: "ambiguous", found: "found" },
      { field: "price", expected: null, found: 49.99 },
      { field: "list_price", expected: 59.99, found: null },
    ]);
  });

  it("ignores white space, letter case and a barcode's leading zeros", () => {
    const expectation = { status: "found", title: "trail lantern", gtin: "036000291452" } as const;
    expect(scorePage(expectation, found).misses).toEqual([]);
  });

  it("misses candidates unless all expected prices are among them", () => {
    expect(scorePage({ status: "found", candidates: [49.99, 59.99] }, found).misses).toMatchObject([
      { field: "candidates", found: [49.99] },
    ]);
  });
});

describe("scoreFolder", () => {
  it("rejects a folder without a list, an invalid line by its number, and a missing page by its name", () => {
    const folder = temporaryFolder();
    expect(() => scoreFolder(folder)).toThrow(ScoreFailure);
    const list = join(folder, "expected.jsonl");
    writeFileSync(list, '{"file":"a.html","url":"https://a.example/","expect":{"status":"lost"}}\n');
    expect(() => scoreFolder(folder)).toThrow(/Line 1/);
    writeFileSync(list, '\n{"file":"a.html","url":"https://a.example/","expect":{"status":"nothing"}}\n');
    expect(() => scoreFolder(folder)).toThrow(/a\.html/);
  });
});
