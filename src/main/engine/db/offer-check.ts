import { change, getRow, type ReadDb, type WriteDb } from "./store.js";

/** How the last check of an offer went. */
export interface StoredCheck {
  readonly outcome: string;
  readonly detail: string | null;
  readonly checkedMs: number;
  readonly lastGoodMs: number | null;
  /** Failed checks since the last good one. */
  readonly failures: number;
}

interface CheckRow {
  outcome: string;
  detail: string | null;
  checked_at: number;
  last_good_at: number | null;
  failures: number;
}

export function checkOf(db: ReadDb, offerId: number): StoredCheck | undefined {
  const row = getRow<CheckRow>(db, "SELECT * FROM offer_check WHERE offer_id = ?", offerId);
  return (
    row && {
      outcome: row.outcome,
      detail: row.detail,
      checkedMs: row.checked_at,
      lastGoodMs: row.last_good_at,
      failures: row.failures,
    }
  );
}

export function saveCheck(
  tx: WriteDb,
  offerId: number,
  check: {
    readonly outcome: string;
    readonly detail: string | null;
    readonly atMs: number;
    readonly isGood: boolean;
  },
): void {
  change(
    tx,
    `INSERT INTO offer_check (offer_id, outcome, detail, checked_at, last_good_at, failures)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (offer_id) DO UPDATE SET outcome = excluded.outcome, detail = excluded.detail,
       checked_at = excluded.checked_at,
       last_good_at = coalesce(excluded.last_good_at, last_good_at),
       failures = CASE WHEN excluded.failures = 0 THEN 0 ELSE failures + 1 END`,
    offerId,
    check.outcome,
    check.detail,
    check.atMs,
    check.isGood ? check.atMs : null,
    check.isGood ? 0 : 1,
  );
}
