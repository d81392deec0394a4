import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ExpectedPage } from "../../../../tools/score/expectation.js";
import { expectedPages, scoreFile } from "../../../../tools/score/score-folder.js";
import { formatScores, type ScoredPage } from "../../../../tools/score/score-table.js";

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

/** The pages of a folder, each scored when a test first asks for it. */
function scoredPages(folder: string) {
  const pages = expectedPages(folder);
  const scored = new Map<ExpectedPage, ScoredPage>();
  const scoreOf = (page: ExpectedPage): ScoredPage => {
    const score = scored.get(page) ?? scoreFile(folder, page);
    scored.set(page, score);
    return score;
  };
  return { pages, scoreOf, all: () => pages.map(scoreOf) };
}

describe("the public set of shop pages", () => {
  const { pages, scoreOf, all } = scoredPages("test/fixtures/pages");

  it.each(pages.map((page) => [page.file, page.note, page] as const))(
    "%s is read as a shopper does: %s",
    (_file, _note, page) => {
      expect(scoreOf(page).score.misses).toEqual([]);
    },
  );

  it("has at least 60 pages, none of which is said to have no expectation", () => {
    expect(pages.length).toBeGreaterThanOrEqual(60);
    expect(all().filter(({ score }) => score.judged.length === 0)).toEqual([]);
  });

  it("is what the documentation's table shows", () => {
    documents("table", formatScores(all()));
  });
});

describe("the second set of shop pages", () => {
  const { pages, all } = scoredPages("test/fixtures/pages-unseen");

  it("is never read with a price that is not the page's", () => {
    const wrong = all().flatMap(({ page, score }) =>
      score.misses.filter(({ field, found }) => field === "price" && found !== null).map(() => page.file),
    );
    expect(pages.length).toBeGreaterThanOrEqual(45);
    expect(wrong).toEqual([]);
  });

  it("is what the documentation's table shows", () => {
    documents("second table", formatScores(all()));
  });
});
