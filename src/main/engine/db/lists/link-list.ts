import type { ListEntryState, ListFormat } from "../../../../shared/app/lists.js";
import type { Cadence } from "../../../../shared/contract/schedule.js";
import { identifierKinds } from "../../domain/identifier.js";
import { allRows, change, getRow, getValue, insert, type ReadDb, type WriteDb } from "../store.js";
import type { AddedByList } from "./list-entry.js";

/** What is being done with a list's rows, in several transactions. Only a list without work can be seen or read. */
export type ListWork = "filling" | "undoing" | "redoing";

export interface StoredList {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** The address of a followed page; null for an import. */
  readonly url: string | null;
  readonly format: ListFormat;
  readonly schedule: Cadence;
  /** For all of its products. */
  readonly tags: readonly string[];
  readonly work: ListWork | null;
  readonly createdMs: number;
  readonly cancelledMs: number | null;
  readonly undoneMs: number | null;
  /** What a watch list file added to no product in particular. */
  readonly added: AddedByList | null;
  readonly removedId: number | null;
  readonly lastCheck: ListCheck | null;
  readonly dueMs: number | null;
}

/** The last reading of a followed page. */
interface ListCheck {
  readonly atMs: number;
  readonly outcome: string;
  readonly reason: string | null;
}

type ListRow = Omit<StoredList, "lastCheck"> & {
  readonly [Field in keyof ListCheck]: ListCheck[Field] | null;
};

const listSql = `SELECT id, account_id AS accountId, name, url, format, schedule, tags AS "tags:json", work,
  created_at AS createdMs, cancelled_at AS cancelledMs, undone_at AS undoneMs, added AS "added:json",
  removed_id AS removedId, checked_at AS atMs, outcome, reason, due_at AS dueMs FROM link_list`;

function toList({ atMs, outcome, reason, ...list }: ListRow): StoredList {
  return { ...list, lastCheck: atMs === null || outcome === null ? null : { atMs, outcome, reason } };
}

export type NewList = Pick<
  StoredList,
  "accountId" | "name" | "url" | "format" | "schedule" | "tags" | "createdMs"
>;

/** Inserts a list that is to be filled with entries; see `finishWork`. */
export function insertList(tx: WriteDb, list: NewList): number {
  const sql = `INSERT INTO link_list (account_id, name, url, format, schedule, tags, work, created_at)
    VALUES (:accountId, :name, :url, :format, :schedule, :tags, 'filling', :createdMs)`;
  return insert(tx, sql, list);
}

/** Not of a list that is still being filled. */
export function listById(db: ReadDb, id: number): StoredList | undefined {
  const row = getRow<ListRow>(db, `${listSql} WHERE id = ? AND work IS NOT 'filling'`, id);
  return row && toList(row);
}

/** The newest first. */
export function listsOfAccount(db: ReadDb, accountId: number): StoredList[] {
  const sql = `${listSql} WHERE account_id = ? AND work IS NOT 'filling' ORDER BY id DESC`;
  return allRows<ListRow>(db, sql, accountId).map(toList);
}

/** Lists whose undo or redo was interrupted, or is under way. */
export function listsInWork(db: ReadDb): StoredList[] {
  return allRows<ListRow>(db, `${listSql} WHERE work IN ('undoing', 'redoing')`).map(toList);
}

/** Followed pages to read, the longest overdue first. */
export function dueLists(db: ReadDb, nowMs: number): StoredList[] {
  const sql = `${listSql} WHERE due_at <= ? AND work IS NULL ORDER BY due_at`;
  return allRows<ListRow>(db, sql, nowMs).map(toList);
}

export function nextListDueMs(db: ReadDb, nowMs: number): number | null {
  const sql = "SELECT min(due_at) FROM link_list WHERE due_at > ?";
  return getValue<number>(db, sql, nowMs) ?? null;
}

/** Caps the due times, after the clock was set back. */
export function capListDueTimes(tx: WriteDb, latestMs: number): void {
  change(tx, "UPDATE link_list SET due_at = ? WHERE due_at > ?", latestMs, latestMs);
}

export function beginWork(
  tx: WriteDb,
  id: number,
  work: ListWork,
  { undoneMs }: Pick<StoredList, "undoneMs">,
): void {
  change(tx, "UPDATE link_list SET work = ?, undone_at = ? WHERE id = ?", work, undoneMs, id);
}

export function finishWork(tx: WriteDb, id: number): void {
  const undone = "CASE work WHEN 'redoing' THEN NULL ELSE undone_at END";
  change(tx, `UPDATE link_list SET undone_at = ${undone}, work = NULL WHERE id = ?`, id);
}

export function cancelList(tx: WriteDb, id: number, atMs: number): void {
  change(tx, "UPDATE link_list SET cancelled_at = ? WHERE id = ?", atMs, id);
}

export function saveAddedByList(
  tx: WriteDb,
  id: number,
  list: Pick<StoredList, "added" | "removedId">,
): void {
  change(tx, "UPDATE link_list SET added = :added, removed_id = :removedId WHERE id = :id", { ...list, id });
}

export function saveListCheck(tx: WriteDb, id: number, check: ListCheck, dueMs: number): void {
  const sql = `UPDATE link_list SET checked_at = :atMs, outcome = :outcome, reason = :reason, due_at = :dueMs
    WHERE id = :id`;
  change(tx, sql, { ...check, dueMs, id });
}

export function deleteList(tx: WriteDb, id: number): boolean {
  return change(tx, "DELETE FROM link_list WHERE id = ?", id) === 1;
}

/** Deletes lists that a killed process has only partly filled. */
export function deleteUnfilledLists(tx: WriteDb, beforeMs: number): void {
  change(tx, "DELETE FROM link_list WHERE work = 'filling' AND created_at < ?", beforeMs);
}

interface EntryCounts {
  readonly states: ReadonlyMap<ListEntryState, number>;
  /** Entries that a followed page no longer has. */
  readonly gone: number;
}

interface CountRow {
  state: ListEntryState;
  n: number;
}

/** Entries by state. A link with a question counts as watched once it has been added otherwise. */
export function countEntries(db: ReadDb, listId: number): EntryCounts {
  const storedSql = "SELECT state, count(*) AS n FROM list_entry WHERE list_id = ? GROUP BY state";
  const stored = allRows<CountRow>(db, storedSql, listId);
  const states = new Map(stored.map(({ state, n }) => [state, n]));
  const settledSql = `SELECT state, count(*) AS n FROM list_entry
    WHERE list_id = ? AND state IN ('question', 'failed')
      AND EXISTS (SELECT 1 FROM identifier WHERE kind = ? AND value = list_entry.key)
    GROUP BY state`;
  const settled = allRows<CountRow>(db, settledSql, listId, identifierKinds.url);
  for (const { state, n } of settled) {
    states.set(state, (states.get(state) ?? 0) - n);
    states.set("watched", (states.get("watched") ?? 0) + n);
  }
  const sql = "SELECT count(*) FROM list_entry WHERE list_id = ? AND gone_at IS NOT NULL";
  return { states, gone: getValue<number>(db, sql, listId) ?? 0 };
}
