import type { ActKind, ActSubject, KeptPart } from "../../../../shared/app/acts.js";
import { allRows, allValues, change, getRow, getValue, insert, type ReadDb, type WriteDb } from "../store.js";
import type { RowChange, RowValues } from "./recorded-tables.js";
import { recordChanges } from "./recording.js";
import { revertChanges } from "./revert.js";

/** What the owner did, or a part of it. */
export interface NewAct {
  readonly accountId: number;
  readonly kind: ActKind;
  readonly subject: ActSubject;
  /** Who acted: `window`, `command`, or the id of an owner key. */
  readonly client: string;
  readonly nowMs: number;
  /** The act of which this one is a part. */
  readonly parentId?: number | null;
}

export interface StoredAct {
  readonly id: number;
  readonly parentId: number | null;
  readonly kind: ActKind;
  readonly subject: ActSubject;
  readonly atMs: number;
  readonly undoneMs: number | null;
  /** What is being done with an act's parts, in several transactions. */
  readonly work: "undoing" | "redoing" | null;
  /** Whether it has parts. */
  readonly isParent: boolean;
}

const actSql = `SELECT id, parent_id AS parentId, kind, subject AS "subject:json", at AS atMs, undone_at AS undoneMs, work,
  EXISTS (SELECT 1 FROM act AS part WHERE part.parent_id = act.id) AS isParent FROM act`;

/** An act of this account; a part is one, too. */
export function actById(db: ReadDb, accountId: number, id: number): StoredAct | undefined {
  return getRow(db, `${actSql} WHERE id = ? AND account_id = ?`, id, accountId);
}

/** Who acted; undefined if there is no such act. */
export function clientOfAct(db: ReadDb, id: number): string | undefined {
  return getValue(db, "SELECT client FROM act WHERE id = ?", id);
}

/** The act of a client that took effect last and was not undone, unless it began before a time. */
export function newestAct(
  db: ReadDb,
  { accountId, client }: Pick<NewAct, "accountId" | "client">,
  sinceMs: number,
): StoredAct | undefined {
  const sql = `${actSql} WHERE account_id = ? AND client = ? AND parent_id IS NULL AND undone_at IS NULL
    ORDER BY turn DESC LIMIT 1`;
  const newest = getRow<StoredAct>(db, sql, accountId, client);
  return newest !== undefined && newest.atMs >= sinceMs ? newest : undefined;
}

/** The latest first, without parts. */
export function actsOfAccount(db: ReadDb, accountId: number, limit: number): StoredAct[] {
  const sql = `${actSql} WHERE account_id = ? AND parent_id IS NULL ORDER BY turn DESC LIMIT ?`;
  return allRows(db, sql, accountId, limit);
}

/** Acts whose undo or redo was interrupted, or is under way. */
export function actsInWork(db: ReadDb): { readonly id: number; readonly accountId: number }[] {
  return allRows(db, "SELECT id, account_id AS accountId FROM act WHERE work IS NOT NULL");
}

/** Inserts an act whose parts follow. */
export function insertAct(tx: WriteDb, act: NewAct, changes: readonly RowChange[] = []): number {
  const text = JSON.stringify(changes);
  const sql = `INSERT INTO act (account_id, parent_id, kind, subject, client, at, turn, changes, size)
    VALUES (:accountId, :parentId, :kind, :subject, :client, :nowMs, (SELECT coalesce(max(turn), 0) + 1 FROM act),
      :text, :size)`;
  return insert(tx, sql, { parentId: null, ...act, text, size: text.length });
}

/** The result of recorded work; without an act if it changed nothing. */
export interface Recorded<T> {
  readonly result: T;
  readonly actId: number | null;
}

/**
 * Runs a callback as an act: the rows of the shopper that it changes are recorded, so that it can be undone. The act can
 * depend on the callback's result.
 */
export function recordAct<T>(tx: WriteDb, act: NewAct | ((result: T) => NewAct), work: () => T): Recorded<T> {
  const { result, changes } = recordChanges(tx, work);
  if (changes.length === 0) return { result, actId: null };
  return { result, actId: insertAct(tx, typeof act === "function" ? act(result) : act, changes) };
}

/** Adds a part to what an act was about; both take effect now. */
export function extendAct(tx: WriteDb, id: number, kind: ActKind, count: number): void {
  const sql = `UPDATE act SET turn = (SELECT max(turn) + 1 FROM act),
      subject = CASE WHEN kind = :kind THEN json_set(subject, '$.count', (subject ->> 'count') + :count) ELSE subject END
    WHERE id = :id`;
  change(tx, sql, { id, kind, count });
}

function changesOfAct(db: ReadDb, id: number): RowChange[] {
  // Written only by this module.
  return getValue<RowChange[]>(db, 'SELECT changes AS "changes:json" FROM act WHERE id = ?', id) ?? [];
}

/** What an undo or redo did. */
export interface Reverted {
  /** What stayed, because it has changed since. */
  readonly kept: readonly KeptPart[];
  /** Ids of the products of whose rows some changed; they may not exist any more. */
  readonly products: ReadonlySet<number>;
  /** Those of which offers or prices changed. */
  readonly priced: ReadonlySet<number>;
  /** Whether rules for all products changed. */
  readonly hasGeneralRules: boolean;
}

/** Reverts an act's own rows, not those of its parts; the same again restores them. Throws `AddedAgainError`. */
export function revertAct(tx: WriteDb, id: number): Reverted {
  const { result: kept, changes } = recordChanges(tx, () => revertChanges(tx, changesOfAct(tx, id)));
  saveChanges(tx, id, changes);
  return { kept, ...touchedProducts(tx, changes) };
}

/** Saves an act's changes; an act without any can never be reverted. */
export function saveChanges(tx: WriteDb, id: number, changes: readonly RowChange[]): void {
  const text = JSON.stringify(changes);
  change(tx, "UPDATE act SET changes = :text, size = :size WHERE id = :id", { text, size: text.length, id });
}

/** Notes when an act was undone; null once it is redone, which takes effect after all other acts. */
export function markUndone(tx: WriteDb, id: number, undoneMs: number | null): void {
  const sql = `UPDATE act SET undone_at = :undoneMs,
      turn = CASE WHEN :undoneMs IS NULL THEN (SELECT max(turn) + 1 FROM act) ELSE turn END
    WHERE id = :id`;
  change(tx, sql, { undoneMs, id });
}

/** The products to which changed rows belong or belonged. */
function touchedProducts(db: ReadDb, changes: readonly RowChange[]): Omit<Reverted, "kept"> {
  const products = new Set<number>();
  const priced = new Set<number>();
  const offerSql = "SELECT product_id FROM offer WHERE id = ?";
  const productOf = (table: string, row: RowValues) => {
    if (table === "product") return row.id;
    return row.product_id ?? getValue<number>(db, offerSql, row.offer_id ?? null);
  };
  for (const [table, before, after] of changes)
    for (const row of [before, after]) {
      const id = row === null ? null : productOf(table, row);
      if (typeof id !== "number") continue;
      products.add(id);
      if (table === "offer" || table === "price_point") priced.add(id);
    }
  const isGeneral = ([table, before, after]: RowChange) =>
    table === "alert_rule" && [before, after].some((row) => row !== null && row.product_id === null);
  return { products, priced, hasGeneralRules: changes.some(isGeneral) };
}

/** Begins an undo, from a time, or a redo of an act with parts. */
export function beginWork(tx: WriteDb, id: number, undoneMs: number | null): void {
  const sql = `UPDATE act SET work = CASE WHEN :undoneMs IS NULL THEN 'redoing' ELSE 'undoing' END,
      undone_at = coalesce(:undoneMs, undone_at) WHERE id = :id`;
  change(tx, sql, { undoneMs, id });
}

/** Ends an undo or redo of an act with parts. */
export function endWork(tx: WriteDb, { id, work, undoneMs }: StoredAct): void {
  change(tx, "UPDATE act SET work = NULL WHERE id = ?", id);
  markUndone(tx, id, work === "undoing" ? undoneMs : null);
}

/** The part to undo next, the latest first, or to redo, the earliest first: those undone on their own stay undone. */
export function nextPart(db: ReadDb, { id, work, undoneMs }: StoredAct): StoredAct | undefined {
  if (work === "undoing")
    return getRow(db, `${actSql} WHERE parent_id = ? AND undone_at IS NULL ORDER BY turn DESC LIMIT 1`, id);
  return getRow(db, `${actSql} WHERE parent_id = ? AND undone_at = ? ORDER BY turn LIMIT 1`, id, undoneMs);
}

/** An act whose parts are all undone is undone itself, unless some of its links still wait or ask. */
export function followParts(tx: WriteDb, id: number): void {
  const sql = `UPDATE act SET undone_at = (
      SELECT CASE WHEN count(*) = count(undone_at) THEN max(undone_at) END FROM act AS part WHERE part.parent_id = act.id)
    WHERE id = ? AND work IS NULL AND changes = '[]' AND NOT EXISTS (
      SELECT 1 FROM link WHERE dismissed_at IS NULL AND state IN ('waiting', 'question', 'failed')
        AND (request_id = act.id OR list_id IN (SELECT id FROM link_list WHERE act_id = act.id)))`;
  change(tx, sql, id);
}

/** Deletes acts from before a time, with their parts. */
export function deleteActsBefore(tx: WriteDb, beforeMs: number): void {
  const sql = `DELETE FROM act WHERE parent_id IS NULL AND at < :beforeMs
    AND NOT EXISTS (SELECT 1 FROM act AS part WHERE part.parent_id = act.id AND part.at >= :beforeMs)`;
  change(tx, sql, { beforeMs });
}

/** Deletes the oldest acts, with their parts, until all take at most this much; returns how many. */
export function deleteOldestActs(tx: WriteDb, maxBytes: number): number {
  const sql = `WITH part AS (SELECT coalesce(parent_id, id) AS id, size FROM act),
      whole AS (SELECT id, sum(size) AS size FROM part GROUP BY id),
      newer AS (SELECT id, sum(size) OVER (ORDER BY (SELECT turn FROM act WHERE act.id = whole.id) DESC) AS total FROM whole)
    SELECT id FROM newer WHERE total > ?`;
  const ids = allValues<number>(tx, sql, maxBytes);
  return change(tx, "DELETE FROM act WHERE id IN (SELECT value FROM json_each(?))", ids);
}
