import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scoreFolder } from "../../../../tools/score/score-folder.js";
import { formatScores } from "../../../../tools/score/score-table.js";

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
    documents("table", formatScores(scored));
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
    documents("second table", formatScores(scored));
  });
});
