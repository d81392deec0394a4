import type { Product } from "../../../shared/contract/product.js";
import { allTerms, anyTerm, enoughTerms, quoteTerm } from "../domain/search-terms.js";
import { allRows, change, getRow, type ReadDb, type SqlValue, type WriteDb } from "./store.js";

/** Full text over products (FTS5). The index keeps no copy of the text; rowids are product rows. */

export function saveProductText(tx: WriteDb, productId: number, product: Product): void {
  change(
    tx,
    "INSERT OR REPLACE INTO product_text (rowid, title, brand, model, category, keywords) VALUES (?, ?, ?, ?, ?, ?)",
    productId,
    [product.title, product.title_short, product.color].filter(Boolean).join(" \n "),
    product.brand ?? "",
    [product.model, product.mpn].filter(Boolean).join(" "),
    [product.category, ...(product.categories ?? [])].filter(Boolean).join(" "),
    (product.keywords ?? []).join(" "),
  );
}

export function deleteProductText(tx: WriteDb, productId: number): void {
  change(tx, "DELETE FROM product_text WHERE rowid = ?", productId);
}

/** One page of matches, best first, and how many there are in all. */
export interface TextMatches {
  readonly ids: readonly number[];
  readonly total: number;
}

const noMatches: TextMatches = { ids: [], total: 0 };

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The bare query of a search page: best BM25 rank first. */
export const rankedPageSql =
  "SELECT rowid FROM product_text WHERE product_text MATCH ? ORDER BY rank LIMIT ? OFFSET ?";

function matchAll(db: ReadDb, terms: readonly string[], { limit, offset }: Page): TextMatches {
  const query = allTerms(terms);
  const rows = allRows<{ rowid: number }>(db, rankedPageSql, query, limit, offset);
  const ids = rows.map((row) => row.rowid);
  // A page that is not full ends the list: counting would tell nothing new.
  if (ids.length < limit && (ids.length > 0 || offset === 0)) return { ids, total: offset + ids.length };
  const count = getRow<{ n: number }>(
    db,
    "SELECT count(*) AS n FROM product_text WHERE product_text MATCH ?",
    query,
  );
  return { ids, total: count?.n ?? 0 };
}

/** Rows that hold at least `least` of the terms, as a subquery with its values. */
function holdersOf(terms: readonly string[], least: number): { sql: string; values: SqlValue[] } {
  const each = terms
    .map(() => "SELECT rowid AS id FROM product_text WHERE product_text MATCH ?")
    .join(" UNION ALL ");
  return {
    sql: `SELECT id FROM (${each}) GROUP BY id HAVING count(*) >= ?`,
    values: [...terms.map(quoteTerm), least],
  };
}

function matchMost(db: ReadDb, terms: readonly string[], { limit, offset }: Page): TextMatches {
  const holders = holdersOf(terms, enoughTerms(terms.length));
  const count = getRow<{ n: number }>(db, `SELECT count(*) AS n FROM (${holders.sql})`, ...holders.values);
  if (count === undefined || count.n === 0) return noMatches;
  const rows = allRows<{ rowid: number }>(
    db,
    `SELECT rowid FROM product_text WHERE product_text MATCH ? AND rowid IN (${holders.sql})
     ORDER BY rank LIMIT ? OFFSET ?`,
    anyTerm(terms),
    ...holders.values,
    limit,
    offset,
  );
  return { ids: rows.map((row) => row.rowid), total: count.n };
}

/** Products that hold all of the terms; where none does, those that hold at least two thirds (decision 11). */
export function searchProductText(db: ReadDb, terms: readonly string[], page: Page): TextMatches {
  if (terms.length === 0) return noMatches;
  const all = matchAll(db, terms, page);
  // With one or two terms, two thirds of them are all of them.
  return all.total > 0 || enoughTerms(terms.length) === terms.length ? all : matchMost(db, terms, page);
}
