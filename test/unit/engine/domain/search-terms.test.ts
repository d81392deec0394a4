import Database from "better-sqlite3";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import {
  matchAllQuery,
  matchAnyQuery,
  minMatchingTerms,
  parseSearchTerms,
  quotePrefix,
  quoteTerm,
} from "../../../../src/main/engine/domain/search-terms.js";

const db = new Database(":memory:");
db.exec("CREATE VIRTUAL TABLE text USING fts5 (title, tokenize = 'porter unicode61 remove_diacritics 2')");
const insert = db.prepare("INSERT INTO text (title) VALUES (?)");
const match = db.prepare<[string], { title: string }>("SELECT title FROM text WHERE text MATCH ?");
insert.run("Noise-cancelling headphones WH-1000XM5, black");
insert.run('27" monitor "Pro" (2026)');
insert.run("Crème brûlée torch");
insert.run("Indexed by an earlier version: Straße");
afterAll(() => db.close());

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom('"', "'", "*", "^", "(", ")", "-", "+", ":", "NEAR", " AND ", " OR ", "a", " "),
  }),
);

describe("full-text queries", () => {
  it("a full-text query is valid in FTS5 for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const terms = parseSearchTerms(text);
        fc.pre(terms.length > 0);
        const prefixes = matchAllQuery(terms, quotePrefix);
        for (const query of [matchAllQuery(terms), prefixes, matchAnyQuery(terms), ...terms.map(quoteTerm)])
          expect(() => match.all(query)).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["headphones wh-1000xm5", 1],
    ["HEADPHONE noise", 1],
    ['27" "pro"', 1],
    ["creme BRULEE", 1],
    ["title:headphones", 0],
    ["headphones OR monitor", 0],
    ["head*", 0],
    ["headphones -black", 1],
    ["straße", 1],
  ])("the full-text query %s finds %d rows", (text, count) => {
    expect(match.all(matchAllQuery(parseSearchTerms(text)))).toHaveLength(count);
  });

  it.each([
    ["headp noise", 1],
    ["wh-1000x", 1],
    ["bru tor", 1],
    ["mon*", 1],
    ["br", 0],
  ])("the beginnings of words %s find %d rows", (text, count) => {
    expect(match.all(matchAllQuery(parseSearchTerms(text), quotePrefix))).toHaveLength(count);
  });

  it("a full-text query finds each text by its own words", () => {
    for (const { title } of db.prepare<[], { title: string }>("SELECT title FROM text").all())
      expect(match.all(matchAllQuery(parseSearchTerms(title))).map((row) => row.title)).toContain(title);
  });
});

it.each([
  ["", []],
  [" \t\n ", []],
  ["- & ! \u0000", []],
  ["A a Á", ["a", "á"]],
  ["two\u00a0words\u3000three", ["two", "words", "three"]],
  ["ﬁne ①", ["fine", "1"]],
  ["a\u0000b", ["a", "b"]],
])("the search terms of %j are %j", (text, terms) => {
  expect(parseSearchTerms(text)).toEqual(terms);
});

it("search terms are unique, contain a letter or digit, and number at most 32", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const terms = parseSearchTerms(text);
      expect(new Set(terms).size).toBe(terms.length);
      expect(terms.length).toBeLessThanOrEqual(32);
      for (const term of terms) expect(term).toMatch(/[\p{L}\p{N}]/u);
    }),
  );
  expect(parseSearchTerms(Array.from({ length: 50 }, (_, i) => `word${i}`).join(" "))).toHaveLength(32);
});

it.each([
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 3],
  [5, 4],
  [6, 4],
  [9, 6],
])("of %d search terms, %d have to match (decision 11)", (count, enough) => {
  expect(minMatchingTerms(count)).toBe(enough);
});
