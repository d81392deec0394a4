import type { Product } from "../../../../shared/contract/product.js";
import {
  composeLetters,
  matchAllQuery,
  matchAnyQuery,
  minMatchingTerms,
  quotePrefix,
  quoteTerm,
  toIndexText,
} from "../../domain/search-terms.js";
import { toPlainText } from "../../domain/similar-titles.js";
import { allRows, allValues, change, getValue, type ReadDb, type SqlValue, type WriteDb } from "../store.js";
import { ownProducts } from "../watch/watch-list.js";

/** Full-text search over products (FTS5). The index stores no copy of the text; its rowids are product ids. */

export function saveProductText(tx: WriteDb, productId: number, product: Product): void {
  const texts = [
    [product.title, product.title_short, product.color].filter(Boolean).join(" \n "),
    product.brand ?? "",
    [product.model, product.mpn].filter(Boolean).join(" "),
    [product.category, ...(product.categories ?? [])].filter(Boolean).join(" "),
    (product.keywords ?? []).join(" "),
  ];
  change(
    tx,
    "INSERT OR REPLACE INTO product_text (rowid, title, brand, model, category, keywords) VALUES (?, ?, ?, ?, ?, ?)",
    productId,
    ...texts.map(toIndexText),
  );
}

export function deleteProductText(tx: WriteDb, productId: number): void {
  change(tx, "DELETE FROM product_text WHERE rowid = ?", productId);
}

/** One page of matches, best first, and the total number of matches. */
export interface TextMatches {
  readonly ids: readonly number[];
  readonly total: number;
}

const noMatches: TextMatches = { ids: [], total: 0 };

interface FoundText {
  readonly id: number;
  readonly total: number;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of matches, best BM25 rank first. Counting them on the way costs less than a second query. */
const pageSql = `SELECT rowid AS id, count(*) OVER () AS total FROM product_text WHERE product_text MATCH ?
  ORDER BY rank LIMIT ? OFFSET ?`;

/** Like `pageSql`, with the matches of a second query first. */
const wholeWordsFirstSql = `SELECT rowid AS id, count(*) OVER () AS total FROM product_text WHERE product_text MATCH ?
  ORDER BY rowid IN (SELECT rowid FROM product_text WHERE product_text MATCH ?) DESC, rank LIMIT ? OFFSET ?`;

function matchAll(
  db: ReadDb,
  terms: readonly string[],
  { limit, offset }: Page,
  quote = quoteTerm,
): TextMatches {
  const query = matchAllQuery(terms, quote);
  const wholeWords = matchAllQuery(terms);
  const rows =
    query === wholeWords
      ? allRows<FoundText>(db, pageSql, query, limit, offset)
      : allRows<FoundText>(db, wholeWordsFirstSql, query, wholeWords, limit, offset);
  const [first] = rows;
  if (first !== undefined || offset === 0) return { ids: rows.map(({ id }) => id), total: first?.total ?? 0 };
  const countSql = "SELECT count(*) FROM product_text WHERE product_text MATCH ?";
  return { ids: [], total: getValue<number>(db, countSql, query) ?? 0 };
}

/** A subquery, with its values, for the rows that contain at least `minTerms` of the terms. */
function rowsWithMinTerms(terms: readonly string[], minTerms: number): { sql: string; values: SqlValue[] } {
  const each = terms
    .map(() => "SELECT rowid AS id FROM product_text WHERE product_text MATCH ?")
    .join(" UNION ALL ");
  return {
    sql: `SELECT id FROM (${each}) GROUP BY id HAVING count(*) >= ?`,
    values: [...terms.map(quoteTerm), minTerms],
  };
}

function matchMost(db: ReadDb, terms: readonly string[], { limit, offset }: Page): TextMatches {
  const matching = rowsWithMinTerms(terms, minMatchingTerms(terms.length));
  const total = getValue<number>(db, `SELECT count(*) FROM (${matching.sql})`, ...matching.values) ?? 0;
  if (total === 0) return noMatches;
  const sql = `SELECT rowid FROM product_text WHERE product_text MATCH ? AND rowid IN (${matching.sql})
    ORDER BY rank LIMIT ? OFFSET ?`;
  const ids = allValues<number>(db, sql, matchAnyQuery(terms), ...matching.values, limit, offset);
  return { ids, total };
}

/** Products with all of the terms; if none has all, those with at least two thirds (decision 11). */
export function searchProductText(db: ReadDb, terms: readonly string[], page: Page): TextMatches {
  if (terms.length === 0) return noMatches;
  const all = matchAll(db, terms, page);
  // Two thirds of one or two terms, rounded up, are all of them.
  return all.total > 0 || minMatchingTerms(terms.length) === terms.length ? all : matchMost(db, terms, page);
}

/** Far more than share a title. */
const maxTitled = 200;

/** Products with this title, in any case; those with most offers first. */
export function productsTitled(db: ReadDb, title: string): number[] {
  const wanted = title.normalize("NFKC").toLowerCase();
  return allRows<{ id: number; title: string }>(
    db,
    `SELECT product.id, product.title FROM product_text JOIN product ON product.id = product_text.rowid
     WHERE product_text MATCH ? ORDER BY product.offer_count DESC, product.id LIMIT ?`,
    `title : ${quoteTerm(composeLetters(title))}`,
    maxTitled,
  ).flatMap(({ id, title: known }) => (known.normalize("NFKC").toLowerCase() === wanted ? [id] : []));
}

/** Own products whose names contain all terms, also within words such as German compounds. */
function matchOwnNames(
  db: ReadDb,
  accountId: number,
  terms: readonly string[],
  { limit, offset }: Page,
): TextMatches {
  const parts = terms.map(toPlainText);
  const ids = ownProducts(db, accountId).flatMap(({ id, title, brand }) => {
    const name = toPlainText(`${brand ?? ""} ${title}`);
    return parts.every((part) => name.includes(part)) ? [id] : [];
  });
  return { ids: ids.slice(offset, offset + limit), total: ids.length };
}

/**
 * Like `searchProductText`, for words that the user may still be typing: matches the beginnings of words, whole words
 * first; if none has all, parts of words in the names of own products.
 */
export function searchPartialText(
  db: ReadDb,
  accountId: number,
  terms: readonly string[],
  page: Page,
): TextMatches {
  if (terms.length === 0) return noMatches;
  const all = matchAll(db, terms, page, quotePrefix);
  if (all.total > 0) return all;
  const own = matchOwnNames(db, accountId, terms, page);
  return own.total > 0 ? own : searchProductText(db, terms, page);
}

/** Whether any product contains a word that begins with the term, or another form of it. */
export function hasProductText(db: ReadDb, term: string): boolean {
  const sql = "SELECT 1 FROM product_text WHERE product_text MATCH ? LIMIT 1";
  return getValue(db, sql, quotePrefix(term)) !== undefined;
}

/** The title and brand of each of the newest products, as one text. */
export function titlesAndBrands(db: ReadDb, limit: number): string[] {
  const sql = "SELECT title || ' ' || coalesce(brand, '') AS text FROM product ORDER BY id DESC LIMIT ?";
  return allValues<string>(db, sql, limit);
}
