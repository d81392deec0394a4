import { change, type WriteDb } from "./store.js";

/**
 * What hangs on a product and goes over when it becomes part of another one. Where there can be one only, what the
 * other has stays, and the first one's goes with it.
 */
const moves = [
  "UPDATE OR IGNORE schedule SET product_id = ? WHERE product_id = ?",
  "UPDATE alert_rule SET product_id = ? WHERE product_id = ?",
  "UPDATE OR IGNORE alert_snooze SET product_id = ? WHERE product_id = ?",
  "UPDATE service_product SET product_id = ? WHERE product_id = ?",
  "UPDATE OR IGNORE service_identifier SET product_id = ? WHERE product_id = ?",
  "UPDATE OR IGNORE review SET product_id = ? WHERE product_id = ?",
  "UPDATE merged_product SET product_id = ? WHERE product_id = ?",
] as const;

export function moveBelongings(tx: WriteDb, from: number, into: number): void {
  for (const sql of moves) change(tx, sql, into, from);
}
