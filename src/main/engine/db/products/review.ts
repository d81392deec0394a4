import type { TldrReview } from "../../../../shared/contract/review.js";
import { change, getRow, type ReadDb, type WriteDb } from "../store.js";

export function reviewOfProduct(db: ReadDb, productId: number): TldrReview | null {
  const row = getRow<{ body: string }>(db, "SELECT body FROM review WHERE product_id = ?", productId);
  return row === undefined ? null : (JSON.parse(row.body) as TldrReview);
}

export function saveReview(tx: WriteDb, productId: number, review: TldrReview): void {
  change(
    tx,
    "INSERT OR REPLACE INTO review (product_id, body) VALUES (?, ?)",
    productId,
    JSON.stringify(review),
  );
}
