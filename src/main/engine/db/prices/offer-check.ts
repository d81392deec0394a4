import { allRows, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

/** The outcome of an offer's last check. */
export interface StoredCheck {
  readonly outcome: string;
  readonly detail: string | null;
  readonly checkedMs: number;
  readonly lastGoodMs: number | null;
  /** When the shopper's browser last showed the price; `null` if it never did. */
  readonly visitedMs: number | null;
  /** Failed checks since the last successful one. */
  readonly failures: number;
  /** When the user was notified of failing checks; `null` if they succeed or no notification was sent. */
  readonly failureNotifiedMs: number | null;
}

const checkColumns = `outcome, detail, checked_at AS checkedMs, last_good_at AS lastGoodMs, visited_at AS visitedMs,
  failures, trouble_told_at AS failureNotifiedMs`;

export function lastCheckOfOffer(db: ReadDb, offerId: number): StoredCheck | undefined {
  return getRow<StoredCheck>(db, `SELECT ${checkColumns} FROM offer_check WHERE offer_id = ?`, offerId);
}

/** Last checks by offer id; offers never checked are left out. */
export function lastChecksOfOffers(
  db: ReadDb,
  offerIds: readonly number[],
): ReadonlyMap<number, StoredCheck> {
  const sql = `SELECT offer_id AS offerId, ${checkColumns} FROM json_each(?) AS wanted CROSS JOIN offer_check
    WHERE offer_check.offer_id = wanted.value`;
  const rows = allRows<StoredCheck & { readonly offerId: number }>(db, sql, offerIds);
  return new Map(rows.map(({ offerId, ...check }) => [offerId, check]));
}

export function saveCheck(
  tx: WriteDb,
  offerId: number,
  check: {
    readonly outcome: string;
    readonly detail: string | null;
    readonly atMs: number;
    readonly isGood: boolean;
    /** Whether a failure counts against the shop; that of a postponed check does not. */
    readonly isCounted: boolean;
  },
): void {
  const sql = `INSERT INTO offer_check (offer_id, outcome, detail, checked_at, last_good_at, failures)
    VALUES (:offerId, :outcome, :detail, :atMs, iif(:isGood, :atMs, NULL), NOT :isGood AND :isCounted)
    ON CONFLICT (offer_id) DO UPDATE SET outcome = excluded.outcome, detail = excluded.detail,
      checked_at = excluded.checked_at,
      last_good_at = coalesce(excluded.last_good_at, last_good_at),
      failures = CASE WHEN excluded.last_good_at IS NOT NULL THEN 0 ELSE failures + excluded.failures END`;
  change(tx, sql, { ...check, offerId });
}

/** Notes that the shopper's browser has shown the price; failed checks go on counting. */
export function saveBrowserVisit(tx: WriteDb, offerId: number, atMs: number): void {
  const sql = `INSERT INTO offer_check (offer_id, outcome, checked_at, last_good_at, visited_at)
    VALUES (:offerId, 'ok', :atMs, :atMs, :atMs)
    ON CONFLICT (offer_id) DO UPDATE SET last_good_at = excluded.last_good_at, visited_at = excluded.visited_at`;
  change(tx, sql, { offerId, atMs });
}

export function saveFailureNotified(tx: WriteDb, offerId: number, notifiedMs: number | null): void {
  change(tx, "UPDATE offer_check SET trouble_told_at = ? WHERE offer_id = ?", notifiedMs, offerId);
}

/** Whether any check has succeeded since a time, which shows that the network was up. */
export function hasGoodCheckSince(db: ReadDb, sinceMs: number): boolean {
  return getRow(db, "SELECT 1 FROM offer_check WHERE last_good_at >= ? LIMIT 1", sinceMs) !== undefined;
}

/** Whether a product is checked, but none of its checks has succeeded since a time. */
export function hasOnlyFailedSince(db: ReadDb, productId: number, sinceMs: number): boolean {
  const sql = `SELECT max(coalesce(last_good_at, 0)) FROM offer_check JOIN offer ON offer.id = offer_id
    WHERE product_id = ?`;
  const goodMs = getValue<number | null>(db, sql, productId);
  return goodMs != null && goodMs < sinceMs;
}
