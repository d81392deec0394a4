import type { Cadence } from "../../../../shared/contract/schedule.js";
import { defaultAccountName } from "../accounts/account.js";
import { allRows, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

/** What the shopper has bought. Amounts in minor units, days of this computer's calendar. */
export interface StoredPurchase {
  readonly id: number;
  readonly productId: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly boughtOn: string;
  /** The last day to return it; `null` if it cannot be returned. */
  readonly returnUntil: string | null;
  readonly retailer: string | null;
  /** The price before, as known then: the shop's list price, the median and the first one; `null` where unknown. */
  readonly listMinor: number | null;
  readonly usualMinor: number | null;
  readonly firstMinor: number | null;
  /** How the product was watched before; `null` if it was not. */
  readonly cadence: Cadence | null;
  readonly watchedRetailer: string | null;
  /** The price of the last notice. */
  readonly notifiedMinor: number | null;
  /** Whether the product's own alerts are off since. */
  readonly isOpen: boolean;
}

const purchaseSql = `SELECT id, product_id AS productId, price_minor AS priceMinor, currency, bought_on AS boughtOn,
  return_until AS returnUntil, retailer, list_minor AS listMinor, usual_minor AS usualMinor, first_minor AS firstMinor,
  cadence, watched_retailer AS watchedRetailer, notified_minor AS notifiedMinor, is_open AS isOpen FROM purchase`;

export function purchaseById(db: ReadDb, id: number): StoredPurchase | undefined {
  return getRow(db, `${purchaseSql} WHERE id = ?`, id);
}

/** Those of a product, or all of them for `null`; the latest first. */
export function purchasesOf(db: ReadDb, productId: number | null): StoredPurchase[] {
  const sql = `${purchaseSql} WHERE :productId IS NULL OR product_id = :productId ORDER BY bought_on DESC, id DESC`;
  return allRows(db, sql, { productId });
}

/** The purchase that keeps a product's own alerts off: the latest of them, as merged products have several. */
export function openPurchase(db: ReadDb, productId: number): StoredPurchase | undefined {
  const sql = `${purchaseSql} WHERE product_id = ? AND is_open = 1 ORDER BY bought_on DESC, id DESC LIMIT 1`;
  return getRow(db, sql, productId);
}

/** Whether a product has been bought, and is not watched again since. `idSql` is its id. */
export function isBoughtSql(idSql: string): string {
  return `EXISTS (SELECT 1 FROM purchase WHERE purchase.product_id = ${idSql} AND purchase.is_open = 1)`;
}

/** The one that was entered last. */
export function lastPurchase(db: ReadDb): StoredPurchase | undefined {
  return getRow(db, `${purchaseSql} ORDER BY id DESC LIMIT 1`);
}

const columns = `product_id, price_minor, currency, bought_on, return_until, retailer, list_minor, usual_minor, first_minor,
  cadence, watched_retailer, notified_minor, is_open`;

/** Adds a purchase, or replaces the one with its id. Returns the id. */
export function writePurchase(
  tx: WriteDb,
  purchase: Omit<StoredPurchase, "id"> & { readonly id?: number },
): number {
  const sql = `INSERT INTO purchase (id, ${columns}) VALUES (:id, :productId, :priceMinor, :currency, :boughtOn,
      :returnUntil, :retailer, :listMinor, :usualMinor, :firstMinor, :cadence, :watchedRetailer, :notifiedMinor, :isOpen)
    ON CONFLICT (id) DO UPDATE SET (${columns}) = (${columns.replaceAll(/\w+/g, "excluded.$&")})
    RETURNING id`;
  return getValue<number>(tx, sql, { id: null, ...purchase }) ?? 0;
}

export function deletePurchase(tx: WriteDb, id: number): void {
  change(tx, "DELETE FROM purchase WHERE id = ?", id);
}

export function saveNotifiedPrice(tx: WriteDb, id: number, priceMinor: number): void {
  change(tx, "UPDATE purchase SET notified_minor = ? WHERE id = ?", priceMinor, id);
}

/** The product is watched again. Purchases are the owner's: what other accounts schedule is no matter to them. */
export function closePurchases(
  tx: WriteDb,
  watched: { readonly productId: number; readonly accountId: number },
): void {
  const sql = `UPDATE purchase SET is_open = 0 WHERE product_id = :productId AND is_open = 1
    AND :accountId = (SELECT id FROM account WHERE name = '${defaultAccountName}')`;
  change(tx, sql, watched);
}
