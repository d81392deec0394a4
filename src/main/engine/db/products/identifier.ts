import type { ExactField } from "../../domain/identifier.js";
import { identifierKinds } from "../../domain/identifier.js";
import { allRows, allValues, change, type ReadDb, type WriteDb } from "../store.js";

/**
 * Ids of the products with an identifier of a kind, the one with the best evidence first: most offers, then most ratings,
 * then the lowest row id (decision 11). The `+` hides the values from SQLite's planner,
 * which would otherwise plan this join again for each of them, at several times the cost of running it.
 */
export const matchesByIdentifierSql = `SELECT product.id FROM identifier
  JOIN product ON product.id = identifier.product_id
  WHERE identifier.kind = +? AND identifier.value = +?
  ORDER BY product.offer_count DESC, product.rating_count DESC, product.id`;

/** The best product with the identifier, and how many have it; `null` if none has. */
export function findByIdentifier(db: ReadDb, kind: ExactField, key: string) {
  const rows = allRows<{ id: number }>(db, matchesByIdentifierSql, identifierKinds[kind], key);
  const best = rows[0];
  return best === undefined ? null : { productId: best.id, count: rows.length };
}

/** Other products with a barcode, ASIN, model or part number of this one. */
export function productsWithSameCode(db: ReadDb, productId: number): number[] {
  const { barcode, asin, model, mpn } = identifierKinds;
  const sql = `SELECT DISTINCT other.product_id AS id FROM identifier AS own
    JOIN identifier AS other ON other.kind = own.kind AND other.value = own.value
    WHERE own.product_id = ? AND other.product_id <> own.product_id AND own.kind IN (?, ?, ?, ?)`;
  return allValues<number>(db, sql, productId, barcode, asin, model, mpn);
}

export interface IdentifierKey {
  readonly kind: ExactField;
  readonly key: string;
}

/** Replaces the product's identifiers, except those known from upstreams. */
export function replaceIdentifiers(tx: WriteDb, productId: number, keys: readonly IdentifierKey[]): void {
  change(tx, "DELETE FROM identifier WHERE product_id = ?", productId);
  for (const { kind, key } of keys)
    change(
      tx,
      "INSERT OR IGNORE INTO identifier (kind, value, product_id) VALUES (?, ?, ?)",
      identifierKinds[kind],
      key,
      productId,
    );
  // Without the upstreams' identifiers, the product could not be found offline.
  change(
    tx,
    "INSERT OR IGNORE INTO identifier (kind, value, product_id) SELECT kind, value, product_id FROM service_identifier WHERE product_id = ?",
    productId,
  );
}
