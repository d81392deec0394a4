import type { Cadence } from "../../../../shared/contract/schedule.js";
import { defaultAccountName } from "../accounts/account.js";
import { newIdSql } from "../last-id.js";
import { allRows, allValues, change, getRow, getValue, insert, type ReadDb, type WriteDb } from "../store.js";

export interface StoredSchedule {
  readonly id: number;
  readonly accountId: number;
  readonly productId: number;
  readonly cadence: Cadence;
  /** Domain of the only retailer to check; `null` for all. */
  readonly retailer: string | null;
  readonly createdMs: number;
  readonly dueMs: number;
  /** Start of the current run; `null` between runs. */
  readonly runStartedMs: number | null;
  /** Best price in stock when the run began. */
  readonly runPriceMinor: number | null;
  readonly lastRunMs: number | null;
}

/** The columns of a schedule; qualified, because products have ids, too. */
export const scheduleColumns = `schedule.id, account_id AS accountId, product_id AS productId, cadence, retailer,
  created_at AS createdMs, due_at AS dueMs, run_started_at AS runStartedMs, run_price_minor AS runPriceMinor,
  last_run_at AS lastRunMs`;

const scheduleSql = `SELECT ${scheduleColumns} FROM schedule`;

export function scheduleById(db: ReadDb, id: number): StoredSchedule | undefined {
  return getRow<StoredSchedule>(db, `${scheduleSql} WHERE id = ?`, id);
}

export function scheduleOfProduct(
  db: ReadDb,
  accountId: number,
  productId: number,
): StoredSchedule | undefined {
  return getRow<StoredSchedule>(
    db,
    `${scheduleSql} WHERE account_id = ? AND product_id = ?`,
    accountId,
    productId,
  );
}

/** Oldest first. */
export function schedulesOfAccount(db: ReadDb, accountId: number): StoredSchedule[] {
  return allRows(db, `${scheduleSql} WHERE account_id = ? ORDER BY id`, accountId);
}

export function countSchedules(db: ReadDb, accountId: number): number {
  return getValue<number>(db, "SELECT count(*) FROM schedule WHERE account_id = ?", accountId) ?? 0;
}

/** Ids of the accounts that have scheduled a product. */
export function accountIdsWatching(db: ReadDb, productId: number): number[] {
  const sql = "SELECT account_id AS id FROM schedule WHERE product_id = ?";
  return allValues<number>(db, sql, productId);
}

export function isScheduled(db: ReadDb, productId: number): boolean {
  return getRow(db, "SELECT 1 FROM schedule WHERE product_id = ? LIMIT 1", productId) !== undefined;
}

/** Longest overdue first. */
export function dueSchedules(db: ReadDb, nowMs: number, limit: number): StoredSchedule[] {
  return allRows(db, `${scheduleSql} WHERE due_at <= ? ORDER BY due_at LIMIT ?`, nowMs, limit);
}

/**
 * The owner's schedules of what was bought and cannot be returned any more on the day `today`, of those due by a time. A run
 * that has begun comes to its end.
 */
export function schedulesPastReturn(
  db: ReadDb,
  today: string,
  dueMs = Number.MAX_SAFE_INTEGER,
): StoredSchedule[] {
  const sql = `${scheduleSql} WHERE due_at <= :dueMs AND run_started_at IS NULL
    AND account_id = (SELECT id FROM account WHERE name = '${defaultAccountName}')
    AND product_id IN (SELECT product_id FROM purchase WHERE is_open = 1
      GROUP BY product_id HAVING coalesce(max(return_until), '') < :today)`;
  return allRows(db, sql, { dueMs, today });
}

/** The first due time after `nowMs`; `null` if there is none. */
export function nextScheduleDueMs(db: ReadDb, nowMs: number): number | null {
  const sql = "SELECT due_at FROM schedule WHERE due_at > ? ORDER BY due_at LIMIT 1";
  return getValue<number>(db, sql, nowMs) ?? null;
}

export type NewSchedule = Pick<
  StoredSchedule,
  "accountId" | "productId" | "cadence" | "retailer" | "createdMs" | "dueMs"
> &
  Partial<Pick<StoredSchedule, "lastRunMs">>;

export function insertSchedule(tx: WriteDb, schedule: NewSchedule): number {
  const sql = `INSERT INTO schedule (id, account_id, product_id, cadence, retailer, created_at, due_at, last_run_at)
    VALUES (${newIdSql("schedule")}, :accountId, :productId, :cadence, :retailer, :createdMs, :dueMs, :lastRunMs)`;
  return insert(tx, sql, { lastRunMs: null, ...schedule });
}

/** Changes cadence or retailer; a run in progress continues. */
export function updateSchedule(
  tx: WriteDb,
  id: number,
  { cadence, retailer, dueMs }: Pick<StoredSchedule, "cadence" | "retailer" | "dueMs">,
): void {
  const sql = "UPDATE schedule SET cadence = ?, retailer = ?, due_at = ? WHERE id = ?";
  change(tx, sql, cadence, retailer, dueMs, id);
}

export function setScheduleDue(tx: WriteDb, id: number, dueMs: number): void {
  change(tx, "UPDATE schedule SET due_at = ? WHERE id = ?", dueMs, id);
}

export function beginScheduleRun(
  tx: WriteDb,
  id: number,
  startedMs: number,
  priceMinor: number | null,
): void {
  const sql = "UPDATE schedule SET run_started_at = ?, run_price_minor = ? WHERE id = ?";
  change(tx, sql, startedMs, priceMinor, id);
}

export function endScheduleRun(tx: WriteDb, id: number, atMs: number, dueMs: number): void {
  const sql = `UPDATE schedule SET run_started_at = NULL, run_price_minor = NULL, last_run_at = ?, due_at = ?
    WHERE id = ?`;
  change(tx, sql, atMs, dueMs, id);
}

export function deleteSchedule(tx: WriteDb, accountId: number, productId: number): boolean {
  const sql = "DELETE FROM schedule WHERE account_id = ? AND product_id = ?";
  return change(tx, sql, accountId, productId) === 1;
}

/** Ids of schedules due before a time whose run has not begun, longest overdue first. */
export function overdueScheduleIds(db: ReadDb, beforeMs: number): number[] {
  const sql = "SELECT id FROM schedule WHERE due_at < ? AND run_started_at IS NULL ORDER BY due_at";
  return allValues<number>(db, sql, beforeMs);
}

/** Caps the due times of a cadence, after the clock was set back. */
export function capScheduleDueTimes(tx: WriteDb, cadence: Cadence, latestMs: number): void {
  const sql = "UPDATE schedule SET due_at = ? WHERE due_at > ? AND cadence = ?";
  change(tx, sql, latestMs, latestMs, cadence);
}

/** Makes all of an account's schedules due now, or only one product's; returns how many. */
export function makeSchedulesDue(
  tx: WriteDb,
  request: { readonly accountId: number; readonly productId: number | null; readonly nowMs: number },
): number {
  const sql = `UPDATE schedule SET due_at = :nowMs WHERE account_id = :accountId
    AND (:productId IS NULL OR product_id = :productId) AND run_started_at IS NULL AND due_at > :nowMs`;
  return change(tx, sql, request);
}
