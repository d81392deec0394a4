import type { Product } from "../../../../shared/contract/product.js";
import { allRows, change, getValue, type ReadDb, type WriteDb } from "../store.js";
import type { Belongings } from "./product-belongings.js";

/** A product that was merged into another one, or that a page which joined another product describes. */
export interface MergedProduct {
  readonly product: Product;
  /** Public ids of the offers that came with it. */
  readonly offers: readonly string[];
  /** Null for a page that joined, or returned to its product: it shares what the product has. */
  readonly belongings: Belongings | null;
}

/** Products merged into this one, the latest first. */
export function productsMergedInto(db: ReadDb, productId: number): MergedProduct[] {
  const sql = `SELECT body AS "product:json", offers AS "offers:json", belongings AS "belongings:json"
    FROM merged_product WHERE product_id = ? ORDER BY merged_at DESC, service`;
  return allRows(db, sql, productId);
}

export function saveMergedProduct(tx: WriteDb, targetId: number, merged: MergedProduct, atMs: number): void {
  const sql = `INSERT OR REPLACE INTO merged_product (service, product_id, body, offers, belongings, merged_at)
    VALUES (:key, :targetId, :product, :offers, coalesce(:belongings, 'null'), :atMs)`;
  change(tx, sql, { ...merged, key: merged.product.service, targetId, atMs });
}

export function deleteMergedProduct(tx: WriteDb, productKey: string): void {
  change(tx, "DELETE FROM merged_product WHERE service = ?", productKey);
}

/** The product that the one with this key was merged into. */
export function mergeTargetId(db: ReadDb, productKey: string): number | undefined {
  const sql = "SELECT product_id FROM merged_product WHERE service = ?";
  return getValue<number>(db, sql, productKey);
}
