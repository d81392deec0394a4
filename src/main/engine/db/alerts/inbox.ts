import type { InboxEntry, InboxPage } from "../../../../shared/app/alerts.js";
import type { AlertContent } from "../../domain/alerts/alert.js";
import { allRows, allValues, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

export interface NewInboxEntry extends AlertContent {
  readonly eventId: string;
  readonly isTest: boolean;
  readonly receivedMs: number;
}

const inIdListSql = "id IN (SELECT value FROM json_each(?))";

const entryColumns = `id, event_id, type, is_test AS "is_test:bool", data AS "data:json", reason,
  clauses AS "clauses:json", received_at AS "received_at:time", read_at AS "read_at:time"`;

function selectEntries(db: ReadDb, rest: string, ...values: (number | string)[]): InboxEntry[] {
  return allRows(db, `SELECT ${entryColumns} FROM inbox WHERE ${rest}`, ...values);
}

/** Returns the new entry, or `null` if the event already has one, even a removed one. */
export function insertEntry(tx: WriteDb, entry: NewInboxEntry): InboxEntry | null {
  const sql = `INSERT INTO inbox (event_id, type, is_test, data, reason, clauses, rule_ids, received_at)
    VALUES (:eventId, :type, :isTest, :data, :reason, :clauses, :ruleIds, :receivedMs)
    ON CONFLICT (event_id) DO NOTHING RETURNING ${entryColumns}`;
  return getRow<InboxEntry>(tx, sql, entry) ?? null;
}

/** Replaces what an entry says, which the same rules have caused. */
export function updateEntry(tx: WriteDb, id: number, alert: AlertContent): void {
  const sql = `UPDATE inbox SET type = :type, data = :data, reason = :reason, clauses = :clauses WHERE id = :id`;
  change(tx, sql, { ...alert, id });
}

/** The entry of an event, even a removed one. */
export function entryOfEvent(db: ReadDb, eventId: string): number | null {
  return getValue<number>(db, "SELECT id FROM inbox WHERE event_id = ?", eventId) ?? null;
}

/** The oldest entries that have not been announced. */
export function unannouncedEntries(db: ReadDb, limit: number): InboxEntry[] {
  return selectEntries(db, "announced_at IS NULL AND removed_at IS NULL ORDER BY id LIMIT ?", limit);
}

/** An entry that has not been announced, although its delivery may have been. */
export function unannouncedEntry(db: ReadDb, id: number): InboxEntry | undefined {
  return selectEntries(db, "id = ? AND announced_at IS NULL", id)[0];
}

export function markAnnounced(tx: WriteDb, id: number, atMs: number): void {
  change(tx, "UPDATE inbox SET announced_at = ? WHERE id = ? AND announced_at IS NULL", atMs, id);
}

/** Marks the entries from before a time as announced. */
export function markAnnouncedBefore(tx: WriteDb, beforeMs: number, atMs: number): void {
  const sql = "UPDATE inbox SET announced_at = ? WHERE announced_at IS NULL AND received_at < ?";
  change(tx, sql, atMs, beforeMs);
}

/** By id: a clock that ran ahead must not keep its entries first. */
const newestFirstSql = "ORDER BY id DESC LIMIT ?";

/** @param before only entries older than this one, which may itself have been removed since */
export function newestEntries(db: ReadDb, limit: number, before = Number.MAX_SAFE_INTEGER): InboxEntry[] {
  return selectEntries(db, `removed_at IS NULL AND id < ? ${newestFirstSql}`, before, limit);
}

export function newestEntriesAbout(db: ReadDb, productKey: string, limit: number): InboxEntry[] {
  const isAboutSql = "json_extract(data, '$.product.service') = ?";
  return selectEntries(db, `removed_at IS NULL AND ${isAboutSql} ${newestFirstSql}`, productKey, limit);
}

/** Also removed ones, oldest first. */
export function entriesByIds(db: ReadDb, ids: readonly number[]): InboxEntry[] {
  return selectEntries(db, `${inIdListSql} ORDER BY id`, JSON.stringify(ids));
}

/** The rules that fired for an entry. */
export function rulesOfEntry(db: ReadDb, id: number): readonly number[] {
  return allValues(db, "SELECT value FROM inbox, json_each(rule_ids) WHERE inbox.id = ?", id);
}

export function countEntries(db: ReadDb): Pick<InboxPage, "unread" | "total"> {
  const sql = `SELECT (SELECT count(*) FROM inbox WHERE removed_at IS NULL) AS total,
    (SELECT count(*) FROM inbox WHERE read_at IS NULL AND removed_at IS NULL) AS unread`;
  return getRow(db, sql) ?? { unread: 0, total: 0 };
}

/** Marks entries as read at a time, or as unread; all of them without `ids`. Returns how many changed. */
export function markEntries(tx: WriteDb, readMs: number | null, ids?: readonly number[]): number {
  const isOtherSql = readMs === null ? "read_at IS NOT NULL" : "read_at IS NULL";
  const sql = `UPDATE inbox SET read_at = ? WHERE ${isOtherSql} AND removed_at IS NULL`;
  return ids === undefined ? change(tx, sql, readMs) : change(tx, `${sql} AND ${inIdListSql}`, readMs, ids);
}

export function removeEntries(tx: WriteDb, ids: readonly number[], atMs: number): number {
  return change(tx, `UPDATE inbox SET removed_at = ? WHERE removed_at IS NULL AND ${inIdListSql}`, atMs, ids);
}

/** Permanently deletes the entries about products of the sample. */
export function deleteSampleEntries(tx: WriteDb): void {
  change(
    tx,
    `DELETE FROM inbox WHERE json_extract(data, '$.product.service') IN
       (SELECT service FROM product WHERE is_sample = 1)`,
  );
}
