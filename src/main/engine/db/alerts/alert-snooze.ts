import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

export function snoozedUntil(db: ReadDb, productId: number, nowMs: number): number | null {
  const row = getRow<{ until: number }>(
    db,
    "SELECT until FROM alert_snooze WHERE product_id = ? AND until > ?",
    productId,
    nowMs,
  );
  return row?.until ?? null;
}

export interface StoredSnooze {
  readonly productKey: string;
  readonly title: string;
  readonly untilMs: number;
}

/** Active snoozes of all products or of one, soonest end first. */
export function activeSnoozes(db: ReadDb, nowMs: number, productId: number | null): StoredSnooze[] {
  return allRows<StoredSnooze>(
    db,
    `SELECT p.service AS productKey, p.title, s.until AS untilMs FROM alert_snooze s JOIN product p ON p.id = s.product_id
     WHERE s.until > ? AND (? IS NULL OR s.product_id = ?) ORDER BY s.until`,
    nowMs,
    productId,
    productId,
  );
}

/** The product whose snooze ended first, if any has ended. */
export function productWithEndedSnooze(db: ReadDb, nowMs: number): number | undefined {
  const sql = "SELECT product_id FROM alert_snooze WHERE until <= ? ORDER BY until LIMIT 1";
  return getRow<{ product_id: number }>(db, sql, nowMs)?.product_id;
}

/** When the next snooze ends; `null` if none is active. */
export function nextSnoozeEndMs(db: ReadDb, nowMs: number): number | null {
  const sql = "SELECT min(until) AS until FROM alert_snooze WHERE until > ?";
  return getRow<{ until: number | null }>(db, sql, nowMs)?.until ?? null;
}

export function saveSnooze(tx: WriteDb, productId: number, untilMs: number): void {
  change(tx, "INSERT OR REPLACE INTO alert_snooze (product_id, until) VALUES (?, ?)", productId, untilMs);
}

export function endSnooze(tx: WriteDb, productId: number): void {
  change(tx, "DELETE FROM alert_snooze WHERE product_id = ?", productId);
}

/** Deletes snoozes that ended before a time; returns how many. */
export function deleteSnoozesEndedBefore(tx: WriteDb, beforeMs: number): number {
  return change(tx, "DELETE FROM alert_snooze WHERE until <= ?", beforeMs);
}
