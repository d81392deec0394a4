import type { Product } from "../../../../shared/contract/product.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";
import type { Belongings } from "./product-belongings.js";

/** A product that was merged into another one, or that a page which joined another product describes. */
export interface MergedProduct {
  readonly product: Product;
  /** Public ids of the offers that came with it. */
  readonly offers: readonly string[];
  /** Null for a page that joined, or returned to its product: it shares what the product has. */
  readonly belongings: Belongings | null;
}

interface MergedRow {
  body: string;
  offers: string;
  belongings: string;
}

/** Products merged into this one, the latest first. */
export function productsMergedInto(db: ReadDb, productId: number): MergedProduct[] {
  return allRows<MergedRow>(
    db,
    "SELECT body, offers, belongings FROM merged_product WHERE product_id = ? ORDER BY merged_at DESC, service",
    productId,
  ).map(({ body, offers, belongings }) => ({
    // Written only by this module.
    product: JSON.parse(body) as Product,
    offers: JSON.parse(offers) as string[],
    belongings: JSON.parse(belongings) as Belongings | null,
  }));
}

export function saveMergedProduct(tx: WriteDb, targetId: number, merged: MergedProduct, atMs: number): void {
  change(
    tx,
    "INSERT OR REPLACE INTO merged_product (service, product_id, body, offers, belongings, merged_at) VALUES (?, ?, ?, ?, ?, ?)",
    merged.product.service,
    targetId,
    JSON.stringify(merged.product),
    JSON.stringify(merged.offers),
    JSON.stringify(merged.belongings),
    atMs,
  );
}

export function deleteMergedProduct(tx: WriteDb, productKey: string): void {
  change(tx, "DELETE FROM merged_product WHERE service = ?", productKey);
}

/** The product that the one with this key was merged into. */
export function mergeTargetId(db: ReadDb, productKey: string): number | undefined {
  const sql = "SELECT product_id FROM merged_product WHERE service = ?";
  return getRow<{ product_id: number }>(db, sql, productKey)?.product_id;
}
