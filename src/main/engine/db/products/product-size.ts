import type { PackSize } from "../../../../shared/app/pack-size.js";
import { change, getRow, type ReadDb, type WriteDb } from "../store.js";

/** How much of a product the user says is in a pack; `null` if nothing. Earlier versions kept what pages say here, too. */
export function sizeByHand(db: ReadDb, productId: number): PackSize | null {
  const sql = "SELECT amount, unit FROM product_size WHERE product_id = ? AND is_by_hand = 1";
  return getRow<PackSize>(db, sql, productId) ?? null;
}

/** Sets or removes what the user says. */
export function setSizeByHand(tx: WriteDb, productId: number, size: PackSize | null): void {
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
