import { allRows, getValue, type ReadDb, type SqlValue } from "../store.js";
import { isBoughtSql } from "./purchase.js";
import { type StoredSchedule, scheduleColumns } from "./schedule.js";

/** A schedule with the product details that the watch list shows. */
export interface WatchedProduct {
  readonly schedule: StoredSchedule;
  readonly productKey: string;
  readonly title: string;
  readonly category: string | null;
  readonly brand: string | null;
  readonly image: string | null;
  readonly snoozedUntilMs: number | null;
}

type WatchedRow = StoredSchedule & Omit<WatchedProduct, "schedule">;

function selectWatchedProducts(
  db: ReadDb,
  nowMs: number,
  where: string,
  ...values: SqlValue[]
): WatchedProduct[] {
  return allRows<WatchedRow>(
    db,
    `SELECT ${scheduleColumns}, product.service AS productKey, product.title, product.category, product.brand,
       json_extract(product.details, '$.images[0]') AS image,
       (SELECT until FROM alert_snooze WHERE product_id = product.id AND until > ?) AS snoozedUntilMs
     FROM ${where}`,
    nowMs,
    ...values,
  ).map(({ productKey, title, category, brand, image, snoozedUntilMs, ...schedule }) => {
    return { schedule, productKey, title, category, brand, image, snoozedUntilMs };
  });
}

/** What was bought has a list of its own, also while it is checked until it can no longer be returned. */
const isScheduleBoughtSql = isBoughtSql("schedule.product_id");

/** A page of an account's watched products, oldest schedule first, after the schedule with id `after`. */
export function watchedProductsAfter(
  db: ReadDb,
  { accountId, after, limit }: { readonly accountId: number; readonly after: number; readonly limit: number },
  nowMs: number,
): WatchedProduct[] {
  // The plus keeps SQLite from sorting all schedules of the account for each page.
  const from = `schedule CROSS JOIN product ON product.id = schedule.product_id
    WHERE schedule.id > ? AND +schedule.account_id = ? AND NOT ${isScheduleBoughtSql} ORDER BY schedule.id LIMIT ?`;
  return selectWatchedProducts(db, nowMs, from, after, accountId, limit);
}

/** Those of the given products that an account watches. */
export function watchedProductsAmong(
  db: ReadDb,
  accountId: number,
  productKeys: readonly string[],
  nowMs: number,
): WatchedProduct[] {
  const from = `json_each(?) AS wanted CROSS JOIN product ON product.service = wanted.value
    CROSS JOIN schedule ON schedule.account_id = ? AND schedule.product_id = product.id
    WHERE NOT ${isScheduleBoughtSql}`;
  return selectWatchedProducts(db, nowMs, from, JSON.stringify(productKeys), accountId);
}

export function countWatchedProducts(db: ReadDb, accountId: number): number {
  const sql = `SELECT count(*) FROM schedule WHERE account_id = ? AND NOT ${isScheduleBoughtSql}`;
  return getValue<number>(db, sql, accountId) ?? 0;
}

/** For `unwatchedProducts`. */
export const everyUnwatched = { limit: Number.MAX_SAFE_INTEGER, withBought: true };

/** Products with a page that was added by link, or that were bought, which an account does not watch; the newest first. */
export function unwatchedProducts(
  db: ReadDb,
  accountId: number,
  { limit, withBought }: { readonly limit: number; readonly withBought: boolean },
): Pick<WatchedProduct, "productKey" | "title" | "image" | "category">[] {
  return allRows(
    db,
    `SELECT product.service AS productKey, product.title, product.category,
       json_extract(product.details, '$.images[0]') AS image
     FROM product
     WHERE product.id IN (SELECT offer.product_id FROM tracked_page JOIN offer ON offer.id = tracked_page.offer_id
         UNION SELECT product_id FROM purchase)
       AND (? OR NOT ${isBoughtSql("product.id")})
       AND NOT EXISTS (SELECT 1 FROM schedule WHERE schedule.account_id = ? AND schedule.product_id = product.id)
     ORDER BY product.id DESC LIMIT ?`,
    Number(withBought),
    accountId,
    limit,
  );
}

/** The names of all products that an account watches, or that were added by link. */
export function ownProducts(
  db: ReadDb,
  accountId: number,
): (Pick<WatchedProduct, "title" | "brand"> & { readonly id: number })[] {
  return allRows(
    db,
    `SELECT id, title, brand FROM product WHERE id IN (
       SELECT product_id FROM schedule WHERE account_id = ? UNION
       SELECT offer.product_id FROM tracked_page JOIN offer ON offer.id = tracked_page.offer_id)`,
    accountId,
  );
}
