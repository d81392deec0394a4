import type { Product } from "../../../shared/contract/product.js";
import { allRows, change, type ReadDb, type WriteDb } from "./store.js";

/** A product that became part of another one. */
export interface MergedProduct {
  readonly product: Product;
  /** Public ids of the offers that came with it. */
  readonly offers: readonly string[];
}

interface MergedRow {
  body: string;
  offers: string;
}

/** What a product has taken in, the last one first. */
export function mergedInto(db: ReadDb, productId: number): MergedProduct[] {
  return allRows<MergedRow>(
    db,
    "SELECT body, offers FROM merged_product WHERE product_id = ? ORDER BY merged_at DESC, service",
    productId,
  ).map(({ body, offers }) => ({
    // Written by `saveMerged` only.
    product: JSON.parse(body) as Product,
    offers: JSON.parse(offers) as string[],
  }));
}

export function saveMerged(tx: WriteDb, into: number, merged: MergedProduct, atMs: number): void {
  change(
    tx,
    "INSERT OR REPLACE INTO merged_product (service, product_id, body, offers, merged_at) VALUES (?, ?, ?, ?, ?)",
    merged.product.service,
    into,
    JSON.stringify(merged.product),
    JSON.stringify(merged.offers),
    atMs,
  );
}

export function deleteMerged(tx: WriteDb, service: string): void {
  change(tx, "DELETE FROM merged_product WHERE service = ?", service);
}
