import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Extraction } from "../../../../src/main/engine/extract/extraction.js";
import { scorePage } from "../../../../src/main/engine/extract/score/compare.js";
import { ScoreFailure, scoreFolder } from "../../../../src/main/engine/extract/score/score-folder.js";
import { scoreTable } from "../../../../src/main/engine/extract/score/table.js";
import { temporaryFolder } from "../../../support/folder.js";

const pages = "test/fixtures/pages";
const unseen = "test/fixtures/pages-unseen";
const document = "docs/extraction.md";

/** Holds a part of the document, between two of its marks, against what was measured; `UPDATE=1` writes it. */
function documents(name: string, table: string): void {
  const begin = `<!-- ${name} -->`;
  const end = `<!-- end of ${name} -->`;
  const text = readFileSync(document, "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  expect([from, to], `the marks of ${name}`).not.toContain(-1);
  const made = `${text.slice(0, from)}${begin}\n\n${table}\n${text.slice(to)}`;
  if (process.env.UPDATE === "1") writeFileSync(document, made);
  else expect(text).toBe(made);
}

describe("the public set of shop pages", () => {
  const scored = scoreFolder(pages);

  it.each(scored.map(({ page, score }) => [page.file, page.note, score] as const))(
    "%s is read as a shopper does: %s",
    (_file, _note, score) => {
      expect(score.misses).toEqual([]);
    },
  );

  it("has at least 60 pages, none of which is said to have no expectation", () => {
    expect(scored.length).toBeGreaterThanOrEqual(60);
    expect(scored.filter(({ score }) => score.judged.length === 0)).toEqual([]);
  });

  it("is what the documentation's table shows", () => {
    documents("table", scoreTable(scored));
  });
});

describe("the second set of shop pages", () => {
  const scored = scoreFolder(unseen);

  it("is never read with a price that is not the page's", () => {
    const wrong = scored.flatMap(({ page, score }) =>
      score.misses.filter(({ field, found }) => field === "price" && found !== null).map(() => page.file),
    );
    expect(scored.length).toBeGreaterThanOrEqual(45);
    expect(wrong).toEqual([]);
  });

  it("is what the documentation's table shows", () => {
    documents("second table", scoreTable(scored));
  });
});

describe("the score", () => {
  const found: Extraction = {
    url: "https://shop.example/p",
    status: "found",
    reason: null,
    product: { title: "Trail  Lantern", gtin: "0036000291452" },
    offer: { price: 49.99, currency: "USD", availability: "in" },
    candidates: [{ price: 49.99, currency: "USD", availability: "in", from: "json-ld" }],
    evidence: {},
  };

  it("judges what is expected, and nothing else", () => {
    expect(scorePage({ status: "found", price: 49.99 }, found)).toEqual({
      judged: ["status", "price"],
      misses: [],
    });
  });

  it("names each field that differs, with both values", () => {
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

  it("lets white space, letter case and a barcode's padding pass", () => {
    const expect_ = { status: "found", title: "trail lantern", gtin: "036000291452" } as const;
    expect(scorePage(expect_, found).misses).toEqual([]);
  });

  it("wants every expected price among those to choose from", () => {
    expect(scorePage({ status: "found", candidates: [49.99, 59.99] }, found).misses).toMatchObject([
      { field: "candidates", found: [49.99] },
    ]);
  });

  it("says which line of a list cannot be used, and which file is missing", () => {
    const folder = temporaryFolder();
    expect(() => scoreFolder(folder)).toThrow(ScoreFailure);
    const list = join(folder, "expected.jsonl");
    writeFileSync(list, '{"file":"a.html","url":"https://a.example/","expect":{"status":"lost"}}\n');
    expect(() => scoreFolder(folder)).toThrow(/Line 1/);
    writeFileSync(list, '\n{"file":"a.html","url":"https://a.example/","expect":{"status":"nothing"}}\n');
    expect(() => scoreFolder(folder)).toThrow(/a\.html/);
  });
});
