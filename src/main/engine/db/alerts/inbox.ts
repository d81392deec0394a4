import type { InboxEntry, InboxEntryType } from "../../../../shared/app/alerts.js";
import type { ReasonClauses } from "../../../../shared/app/reasons.js";
import type { EventData } from "../../../../shared/contract/webhook.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

export interface NewInboxEntry {
  readonly eventId: string;
  readonly type: InboxEntryType;
  readonly isTest: boolean;
  readonly data: EventData;
  /** `null` for a webhook's test event. */
  readonly reason: string | null;
  /** The reason as data; `null` if there is no reason. */
  readonly clauses: ReasonClauses | null;
  /** The rules that fired. */
  readonly ruleIds: readonly number[];
  readonly receivedMs: number;
}

const inIdListSql = "id IN (SELECT value FROM json_each(?))";

interface InboxRow {
  id: number;
  event_id: string;
  type: InboxEntryType;
  is_test: number;
  data: string;
  reason: string | null;
  clauses: string | null;
  received_at: number;
  read_at: number | null;
}

function toEntry(row: InboxRow): InboxEntry {
  return {
    id: row.id,
    event_id: row.event_id,
    type: row.type,
    is_test: row.is_test === 1,
    // Written only by this module.
    data: JSON.parse(row.data) as EventData,
    reason: row.reason,
    clauses: row.clauses === null ? null : (JSON.parse(row.clauses) as ReasonClauses),
    received_at: new Date(row.received_at).toISOString(),
    read_at: row.read_at === null ? null : new Date(row.read_at).toISOString(),
  };
}

/** Returns the new entry, or `null` if the event already has one, even a removed one. */
export function insertEntry(tx: WriteDb, entry: NewInboxEntry): InboxEntry | null {
  const row = getRow<InboxRow>(
    tx,
    `INSERT INTO inbox (event_id, type, is_test, data, reason, clauses, rule_ids, received_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (event_id) DO NOTHING RETURNING *`,
    entry.eventId,
    entry.type,
    Number(entry.isTest),
    JSON.stringify(entry.data),
    entry.reason,
    entry.clauses === null ? null : JSON.stringify(entry.clauses),
    JSON.stringify(entry.ruleIds),
    entry.receivedMs,
  );
  return row === undefined ? null : toEntry(row);
}

/** Replaces what an entry says, and adds the rules that fired. */
export function updateEntry(
  tx: WriteDb,
  id: number,
  entry: Pick<NewInboxEntry, "type" | "data" | "reason" | "clauses" | "ruleIds">,
): void {
  change(
    tx,
    `UPDATE inbox SET type = ?, data = ?, reason = ?, clauses = ?, rule_ids = (
       SELECT json_group_array(value) FROM
         (SELECT value FROM json_each(rule_ids) UNION SELECT value FROM json_each(?)))
     WHERE id = ?`,
    entry.type,
    JSON.stringify(entry.data),
    entry.reason,
    JSON.stringify(entry.clauses),
    JSON.stringify(entry.ruleIds),
    id,
  );
}

/** The entry of an event, even a removed one. */
export function entryOfEvent(db: ReadDb, eventId: string): number | null {
  return getRow<{ id: number }>(db, "SELECT id FROM inbox WHERE event_id = ?", eventId)?.id ?? null;
}

/** The oldest entries that have not been announced. */
export function unannouncedEntries(db: ReadDb, limit: number): InboxEntry[] {
  const sql = "SELECT * FROM inbox WHERE announced_at IS NULL AND removed_at IS NULL ORDER BY id LIMIT ?";
  return allRows<InboxRow>(db, sql, limit).map(toEntry);
}

export function markAnnounced(tx: WriteDb, id: number, atMs: number): void {
  change(tx, "UPDATE inbox SET announced_at = ? WHERE id = ? AND announced_at IS NULL", atMs, id);
}

/** An entry that has not been announced, although its delivery may have been. */
export function unannouncedEntry(db: ReadDb, id: number): InboxEntry | undefined {
  const row = getRow<InboxRow>(db, "SELECT * FROM inbox WHERE id = ? AND announced_at IS NULL", id);
  return row && toEntry(row);
}

export function newestEntries(db: ReadDb, limit: number): InboxEntry[] {
  return allRows<InboxRow>(
    db,
    "SELECT * FROM inbox WHERE removed_at IS NULL ORDER BY received_at DESC, id DESC LIMIT ?",
    limit,
  ).map(toEntry);
}

export function newestEntriesAbout(db: ReadDb, productKey: string, limit: number): InboxEntry[] {
  return allRows<InboxRow>(
    db,
    `SELECT * FROM inbox WHERE removed_at IS NULL AND json_extract(data, '$.product.service') = ?
     ORDER BY received_at DESC, id DESC LIMIT ?`,
    productKey,
    limit,
  ).map(toEntry);
}

/** Also removed ones, oldest first. */
export function entriesByIds(db: ReadDb, ids: readonly number[]): InboxEntry[] {
  return allRows<InboxRow>(
    db,
    "SELECT * FROM inbox WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
    JSON.stringify(ids),
  ).map(toEntry);
}

/** The rules that fired for an entry. */
export function rulesOfEntry(db: ReadDb, id: number): readonly number[] {
  return allRows<{ rule: number }>(
    db,
    "SELECT value AS rule FROM inbox, json_each(rule_ids) WHERE inbox.id = ?",
    id,
  ).map(({ rule }) => rule);
}

/** Entries older than `id`, which may itself have been removed since. */
export function entriesBefore(db: ReadDb, id: number, limit: number): InboxEntry[] {
  return allRows<InboxRow>(
    db,
    `SELECT * FROM inbox
     WHERE removed_at IS NULL AND (received_at, id) < (SELECT received_at, id FROM inbox WHERE id = ?)
     ORDER BY received_at DESC, id DESC LIMIT ?`,
    id,
    limit,
  ).map(toEntry);
}

export interface InboxCounts {
  readonly unread: number;
  readonly total: number;
}

export function countEntries(db: ReadDb): InboxCounts {
  const counts = getRow<InboxCounts>(
    db,
    `SELECT (SELECT count(*) FROM inbox WHERE removed_at IS NULL) AS total,
            (SELECT count(*) FROM inbox WHERE read_at IS NULL AND removed_at IS NULL) AS unread`,
  );
  return counts ?? { unread: 0, total: 0 };
}

/** Returns how many entries changed. */
export function markRead(tx: WriteDb, ids: readonly number[], atMs: number): number {
  return change(
    tx,
    `UPDATE inbox SET read_at = ? WHERE read_at IS NULL AND removed_at IS NULL AND ${inIdListSql}`,
    atMs,
    JSON.stringify(ids),
  );
}

export function markAllRead(tx: WriteDb, atMs: number): number {
  return change(tx, "UPDATE inbox SET read_at = ? WHERE read_at IS NULL AND removed_at IS NULL", atMs);
}

export function markUnread(tx: WriteDb, ids: readonly number[]): number {
  return change(
    tx,
    `UPDATE inbox SET read_at = NULL WHERE read_at IS NOT NULL AND removed_at IS NULL AND ${inIdListSql}`,
    JSON.stringify(ids),
  );
}

export function markAllUnread(tx: WriteDb): number {
  return change(tx, "UPDATE inbox SET read_at = NULL WHERE read_at IS NOT NULL AND removed_at IS NULL");
}

export function removeEntries(tx: WriteDb, ids: readonly number[], atMs: number): number {
  return change(
    tx,
    `UPDATE inbox SET removed_at = ? WHERE removed_at IS NULL AND ${inIdListSql}`,
    atMs,
    JSON.stringify(ids),
  );
}

/** Permanently deletes entries removed before a time; returns how many. */
export function deleteEntriesRemovedBefore(tx: WriteDb, beforeMs: number): number {
  return change(tx, "DELETE FROM inbox WHERE removed_at < ?", beforeMs);
}

/** Permanently deletes the entries about products of the sample. */
export function deleteSampleEntries(tx: WriteDb): void {
  change(
    tx,
    `DELETE FROM inbox WHERE json_extract(data, '$.product.service') IN
       (SELECT service FROM product WHERE is_sample = 1)`,
  );
}
