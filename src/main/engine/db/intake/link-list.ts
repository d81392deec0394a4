import type { ListEntryState, ListFormat } from "../../../../shared/app/lists.js";
import { allRows, change, getRow, getValue, insert, type ReadDb, type WriteDb } from "../store.js";

export interface StoredList {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** The address of a followed page; null for an import. */
  readonly url: string | null;
  readonly format: ListFormat;
  readonly createdMs: number;
  readonly cancelledMs: number | null;
  /** The act of an import; null for one of an earlier version. */
  readonly actId: number | null;
  readonly undoneMs: number | null;
  /** The last reading of a followed page. */
  readonly checkedMs: number | null;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly dueMs: number | null;
  /** How many links a followed page no longer has. */
  readonly gone: number;
}

const listSql = `SELECT id, account_id AS accountId, name, url, format, created_at AS createdMs,
  cancelled_at AS cancelledMs, act_id AS actId, (SELECT undone_at FROM act WHERE act.id = act_id) AS undoneMs,
  checked_at AS checkedMs, outcome, reason, due_at AS dueMs,
  (SELECT count(*) FROM link WHERE list_id = link_list.id AND gone_at IS NOT NULL) AS gone FROM link_list`;

export type NewList = Pick<StoredList, "accountId" | "name" | "url" | "format" | "createdMs">;

/** Inserts a list that is to be filled with links. It can be seen once it is complete: see `completeList`. */
export function insertList(tx: WriteDb, list: NewList): number {
  const sql = `INSERT INTO link_list (account_id, name, url, format, work, created_at)
    VALUES (:accountId, :name, :url, :format, 'filling', :createdMs)`;
  return insert(tx, sql, list);
}

/** `actId`: that of an import. */
export function completeList(tx: WriteDb, id: number, actId: number | null): void {
  change(tx, "UPDATE link_list SET work = NULL, act_id = ? WHERE id = ?", actId, id);
}

/** Not of a list that is still being filled. */
export function listById(db: ReadDb, id: number): StoredList | undefined {
  return getRow(db, `${listSql} WHERE id = ? AND work IS NULL`, id);
}

/** The newest first. */
export function listsOfAccount(db: ReadDb, accountId: number): StoredList[] {
  const sql = `${listSql} WHERE account_id = ? AND work IS NULL ORDER BY id DESC`;
  return allRows(db, sql, accountId);
}

/** Followed pages to read, the longest overdue first. */
export function dueLists(db: ReadDb, nowMs: number): StoredList[] {
  const sql = `${listSql} WHERE due_at <= ? AND work IS NULL ORDER BY due_at`;
  return allRows(db, sql, nowMs);
}

export function nextListDueMs(db: ReadDb, nowMs: number): number | null {
  const sql = "SELECT min(due_at) FROM link_list WHERE due_at > ?";
  return getValue<number>(db, sql, nowMs) ?? null;
}

export function cancelList(tx: WriteDb, id: number, atMs: number): void {
  change(tx, "UPDATE link_list SET cancelled_at = ? WHERE id = ?", atMs, id);
}

type ListCheck = Pick<StoredList, "checkedMs" | "outcome" | "reason" | "dueMs">;

export function saveListCheck(tx: WriteDb, id: number, check: ListCheck): void {
  const sql = `UPDATE link_list SET checked_at = :checkedMs, outcome = :outcome, reason = :reason, due_at = :dueMs
    WHERE id = :id`;
  change(tx, sql, { ...check, id });
}

export function deleteList(tx: WriteDb, id: number): boolean {
  return change(tx, "DELETE FROM link_list WHERE id = ?", id) === 1;
}

export function countEntries(db: ReadDb, listId: number): ReadonlyMap<ListEntryState, number> {
  const sql = "SELECT state, count(*) AS count FROM link WHERE list_id = ? GROUP BY state";
  const rows = allRows<{ state: ListEntryState; count: number }>(db, sql, listId);
  return new Map(rows.map(({ state, count }) => [state, count]));
}
