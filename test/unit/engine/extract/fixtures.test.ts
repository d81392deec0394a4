import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ExpectedPage } from "../../../../tools/score/expectation.js";
import { expectedPages, scoreFile } from "../../../../tools/score/score-folder.js";
import { formatScores, type ScoredPage } from "../../../../tools/score/score-table.js";

const document = "docs/extraction.md";
const [begin, end] = ["<!-- table -->", "<!-- end of table -->"];

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

const publicSet = scoredPages("test/fixtures/pages");
const secondSet = scoredPages("test/fixtures/pages-unseen");

describe("the public set of shop pages", () => {
  const { pages, scoreOf, all } = publicSet;

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
});

describe("the second set of shop pages", () => {
  const { pages, all } = secondSet;

  it("is never read with a price that is not the page's", () => {
    const wrong = all().flatMap(({ page, score }) =>
      score.misses.filter(({ field, found }) => field === "price" && found !== null).map(() => page.file),
    );
    expect(pages.length).toBeGreaterThanOrEqual(35);
    expect(wrong).toEqual([]);
  });
});

/** The head of a set's table, and the row for all of its pages. */
function rowsOf(name: string, { all }: typeof publicSet): string[] {
  const lines = formatScores(all()).split("\n");
  const total = lines.find((line) => line.startsWith("| **all**")) ?? "";
  return [...lines.slice(0, 2), total.replace("**all**", name)];
}

it("the documentation's table shows how both sets are read; `UPDATE=1` writes it", () => {
  const [head = "", rule = "", first = ""] = rowsOf("first set", publicSet);
  const [, , second = ""] = rowsOf("second set", secondSet);
  const table = [head.replace("topic", "set"), rule, first, second].join("\n");
  const text = readFileSync(document, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  expect([from, to]).not.toContain(-1);
  const made = `${text.slice(0, from)}${begin}\n\n${table}\n${text.slice(to)}`;
  if (process.env.UPDATE === "1") writeFileSync(document, made);
  else expect(text).toBe(made);
});
