import type { ExactField } from "../domain/identifier.js";
import { identifierKinds } from "../domain/identifier.js";
import { allRows, change, type ReadDb, type WriteDb } from "./store.js";

export interface Candidates {
  /** The best-evidence product: most offers, then most ratings, then the lowest row (decision 11). */
  readonly productId: number;
  readonly count: number;
}

/** Products that hold the key, or `null` where none does. */
export function findByIdentifier(db: ReadDb, kind: ExactField, key: string): Candidates | null {
  const rows = allRows<{ id: number }>(
    db,
    `SELECT product.id FROM identifier JOIN product ON product.id = identifier.product_id
     WHERE identifier.kind = ? AND identifier.value = ?
     ORDER BY product.offer_count DESC, product.rating_count DESC, product.id`,
    identifierKinds[kind],
    key,
  );
  const best = rows[0];
  return best === undefined ? null : { productId: best.id, count: rows.length };
}

export interface IdentifierKey {
  readonly kind: ExactField;
  readonly key: string;
}

/** Makes `keys` the product's only identifiers, beside those that a service knew it by. */
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
  // Those by which a service knew it stay: without them it could not be found again offline.
  change(
    tx,
    "INSERT OR IGNORE INTO identifier (kind, value, product_id) SELECT kind, value, product_id FROM service_identifier WHERE product_id = ?",
    productId,
  );
}
