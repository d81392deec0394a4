import type { PackSize } from "../../../shared/app/pack-size.js";
import { change, getRow, type ReadDb, type WriteDb } from "./store.js";

/** How much of a product is in one pack; `null` where neither a page nor the user says. */
export function productSize(db: ReadDb, productId: number): PackSize | null {
  return (
    getRow<PackSize>(db, "SELECT amount, unit FROM product_size WHERE product_id = ?", productId) ?? null
  );
}

/** Forgets what a page has said; what the user says stays. */
export function forgetPageSize(tx: WriteDb, productId: number): void {
  change(tx, "DELETE FROM product_size WHERE product_id = ? AND is_by_hand = 0", productId);
}

/** Saves what a page says, unless the user knows better. */
export function savePageSize(tx: WriteDb, productId: number, { amount, unit }: PackSize): void {
  change(
    tx,
    `INSERT INTO product_size (product_id, amount, unit, is_by_hand) VALUES (?, ?, ?, 0)
     ON CONFLICT (product_id) DO UPDATE SET amount = excluded.amount, unit = excluded.unit WHERE is_by_hand = 0`,
    productId,
    amount,
    unit,
  );
}

/** Sets or removes what the user says. */
export function setProductSize(tx: WriteDb, productId: number, size: PackSize | null): void {
  change(tx, "DELETE FROM product_size WHERE product_id = ?", productId);
  if (size !== null)
    change(
      tx,
      "INSERT INTO product_size (product_id, amount, unit, is_by_hand) VALUES (?, ?, ?, 1)",
      productId,
      size.amount,
      size.unit,
    );
}
