import type { ProductSnooze } from "../../../../shared/app/rules.js";
import { allRows, change, getValue, type ReadDb, type WriteDb } from "../store.js";

export function snoozedUntil(db: ReadDb, productId: number, nowMs: number): number | null {
  const sql = "SELECT until FROM alert_snooze WHERE product_id = ? AND until > ?";
  return getValue<number>(db, sql, productId, nowMs) ?? null;
}

/** Active snoozes of all products or of one, soonest end first. */
export function activeSnoozes(db: ReadDb, nowMs: number, productId: number | null): ProductSnooze[] {
  const sql = `SELECT p.service AS product_key, p.title, s.until AS "until:time"
    FROM alert_snooze s JOIN product p ON p.id = s.product_id
    WHERE s.until > :nowMs AND (:productId IS NULL OR s.product_id = :productId) ORDER BY s.until`;
  return allRows(db, sql, { nowMs, productId });
}

/** The product whose snooze ended first, if any has ended. */
export function productWithEndedSnooze(db: ReadDb, nowMs: number): number | undefined {
  const sql = "SELECT product_id FROM alert_snooze WHERE until <= ? ORDER BY until LIMIT 1";
  return getValue(db, sql, nowMs);
}

/** When the next snooze ends; `null` if none is active. */
export function nextSnoozeEndMs(db: ReadDb, nowMs: number): number | null {
  const sql = "SELECT min(until) AS until FROM alert_snooze WHERE until > ?";
  return getValue<number | null>(db, sql, nowMs) ?? null;
}

export function saveSnooze(tx: WriteDb, productId: number, untilMs: number): void {
  change(tx, "INSERT OR REPLACE INTO alert_snooze (product_id, until) VALUES (?, ?)", productId, untilMs);
}

export function endSnooze(tx: WriteDb, productId: number): void {
  change(tx, "DELETE FROM alert_snooze WHERE product_id = ?", productId);
}
