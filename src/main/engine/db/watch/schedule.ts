import type { Cadence } from "../../../../shared/contract/schedule.js";
import { allRows, change, getRow, insert, type ReadDb, type WriteDb } from "../store.js";

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

export interface ScheduleRow {
  id: number;
  account_id: number;
  product_id: number;
  cadence: Cadence;
  retailer: string | null;
  created_at: number;
  due_at: number;
  run_started_at: number | null;
  run_price_minor: number | null;
  last_run_at: number | null;
}

export function toSchedule(row: ScheduleRow): StoredSchedule {
  return {
    id: row.id,
    accountId: row.account_id,
    productId: row.product_id,
    cadence: row.cadence,
    retailer: row.retailer,
    createdMs: row.created_at,
    dueMs: row.due_at,
    runStartedMs: row.run_started_at,
    runPriceMinor: row.run_price_minor,
    lastRunMs: row.last_run_at,
  };
}

export function scheduleById(db: ReadDb, id: number): StoredSchedule | undefined {
  const row = getRow<ScheduleRow>(db, "SELECT * FROM schedule WHERE id = ?", id);
  return row && toSchedule(row);
}

export function scheduleOfProduct(
  db: ReadDb,
  accountId: number,
  productId: number,
): StoredSchedule | undefined {
  const sql = "SELECT * FROM schedule WHERE account_id = ? AND product_id = ?";
  const row = getRow<ScheduleRow>(db, sql, accountId, productId);
  return row && toSchedule(row);
}

/** Oldest first. */
export function schedulesOfAccount(db: ReadDb, accountId: number): StoredSchedule[] {
  const sql = "SELECT * FROM schedule WHERE account_id = ? ORDER BY id";
  return allRows<ScheduleRow>(db, sql, accountId).map(toSchedule);
}

export function countSchedules(db: ReadDb, accountId: number): number {
  return (
    getRow<{ n: number }>(db, "SELECT count(*) AS n FROM schedule WHERE account_id = ?", accountId)?.n ?? 0
  );
}

/** Ids of the accounts that have scheduled a product. */
export function accountIdsWatching(db: ReadDb, productId: number): number[] {
  return allRows<{ account_id: number }>(
    db,
    "SELECT account_id FROM schedule WHERE product_id = ?",
    productId,
  ).map((row) => row.account_id);
}

export function isScheduled(db: ReadDb, productId: number): boolean {
  return getRow(db, "SELECT 1 FROM schedule WHERE product_id = ? LIMIT 1", productId) !== undefined;
}

/** Longest overdue first. */
export function dueSchedules(db: ReadDb, nowMs: number, limit: number): StoredSchedule[] {
  return allRows<ScheduleRow>(
    db,
    "SELECT * FROM schedule WHERE due_at <= ? ORDER BY due_at LIMIT ?",
    nowMs,
    limit,
  ).map(toSchedule);
}

/** The first due time after `nowMs`; `null` if there is none. */
export function nextScheduleDueMs(db: ReadDb, nowMs: number): number | null {
  const sql = "SELECT due_at FROM schedule WHERE due_at > ? ORDER BY due_at LIMIT 1";
  const row = getRow<{ due_at: number }>(db, sql, nowMs);
  return row?.due_at ?? null;
}

export type NewSchedule = Pick<
  StoredSchedule,
  "accountId" | "productId" | "cadence" | "retailer" | "createdMs" | "dueMs"
> &
  Partial<Pick<StoredSchedule, "lastRunMs">>;

export function insertSchedule(tx: WriteDb, schedule: NewSchedule): number {
  return insert(
    tx,
    `INSERT INTO schedule (account_id, product_id, cadence, retailer, created_at, due_at, last_run_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    schedule.accountId,
    schedule.productId,
    schedule.cadence,
    schedule.retailer,
    schedule.createdMs,
    schedule.dueMs,
    schedule.lastRunMs ?? null,
  );
}

/** Changes cadence or retailer; a run in progress continues. */
export function updateSchedule(
  tx: WriteDb,
  id: number,
  to: Pick<StoredSchedule, "cadence" | "retailer" | "dueMs">,
): void {
  change(
    tx,
    "UPDATE schedule SET cadence = ?, retailer = ?, due_at = ? WHERE id = ?",
    to.cadence,
    to.retailer,
    to.dueMs,
    id,
  );
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
  change(
    tx,
    "UPDATE schedule SET run_started_at = ?, run_price_minor = ? WHERE id = ?",
    startedMs,
    priceMinor,
    id,
  );
}

export function endScheduleRun(tx: WriteDb, id: number, atMs: number, dueMs: number): void {
  change(
    tx,
    `UPDATE schedule SET run_started_at = NULL, run_price_minor = NULL, last_run_at = ?, due_at = ?
     WHERE id = ?`,
    atMs,
    dueMs,
    id,
  );
}

export function deleteSchedule(tx: WriteDb, accountId: number, productId: number): boolean {
  const sql = "DELETE FROM schedule WHERE account_id = ? AND product_id = ?";
  return change(tx, sql, accountId, productId) === 1;
}

/** Ids of schedules due before a time whose run has not begun, longest overdue first. */
export function overdueScheduleIds(db: ReadDb, beforeMs: number): number[] {
  return allRows<{ id: number }>(
    db,
    "SELECT id FROM schedule WHERE due_at < ? AND run_started_at IS NULL ORDER BY due_at",
    beforeMs,
  ).map(({ id }) => id);
}

/** Caps the due times of a cadence, after the clock was set back. Returns how many changed. */
export function capScheduleDueTimes(tx: WriteDb, cadence: Cadence, latestMs: number): number {
  return change(
    tx,
    "UPDATE schedule SET due_at = ? WHERE due_at > ? AND cadence = ?",
    latestMs,
    latestMs,
    cadence,
  );
}

/** Makes all of an account's schedules due now, or only one product's; returns how many. */
export function makeSchedulesDue(
  tx: WriteDb,
  request: { readonly accountId: number; readonly productId: number | null; readonly nowMs: number },
): number {
  const { accountId, productId, nowMs } = request;
  return change(
    tx,
    `UPDATE schedule SET due_at = ?
     WHERE account_id = ? AND (? IS NULL OR product_id = ?) AND run_started_at IS NULL AND due_at > ?`,
    nowMs,
    accountId,
    productId,
    productId,
    nowMs,
  );
}
