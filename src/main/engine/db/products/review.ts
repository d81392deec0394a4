import type { TldrReview } from "../../../../shared/contract/product.js";
import { change, getValue, type ReadDb, type WriteDb } from "../store.js";

export function reviewOfProduct(db: ReadDb, productId: number): TldrReview | null {
  const sql = 'SELECT body AS "body:json" FROM review WHERE product_id = ?';
  return getValue<TldrReview>(db, sql, productId) ?? null;
}

export function saveReview(tx: WriteDb, productId: number, review: TldrReview): void {
  const sql = "INSERT OR REPLACE INTO review (product_id, body) VALUES (:productId, :review)";
  change(tx, sql, { productId, review });
}
