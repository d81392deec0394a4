import type { PricePoint } from "../../domain/price-point.js";
import { newIdSql } from "../last-id.js";
import { allRows, allValues, change, getRow, insert, type ReadDb, type WriteDb } from "../store.js";

type PointValue = Omit<PricePoint, "atMs">;

/** A point of an offer's history that the user edited. */
export interface HistoryEdit {
  readonly id: number;
  readonly offerId: number;
  readonly atMs: number;
  /** `null` if there was no point. */
  readonly before: PointValue | null;
  /** `null` if the edit removed the point. */
  readonly after: PointValue | null;
  readonly madeMs: number;
}

const editSql = `SELECT history_edit.id, offer_id AS offerId, at AS atMs, before AS "before:json", after AS "after:json",
  made_at AS madeMs FROM history_edit`;

export function editAt(db: ReadDb, offerId: number, atMs: number): HistoryEdit | undefined {
  return getRow<HistoryEdit>(db, `${editSql} WHERE offer_id = ? AND at = ?`, offerId, atMs);
}

export function editsOfOffer(db: ReadDb, offerId: number): HistoryEdit[] {
  return allRows(db, `${editSql} WHERE offer_id = ? ORDER BY at`, offerId);
}

/** Newest first. */
export function editsOfProduct(db: ReadDb, productId: number): HistoryEdit[] {
  const sql = `${editSql} JOIN offer ON offer.id = offer_id
    WHERE offer.product_id = ? ORDER BY made_at DESC, history_edit.id DESC`;
  return allRows(db, sql, productId);
}

/** Times of edited points: imported and fetched points must not undo an edit. */
export function editedTimes(db: ReadDb, offerId: number): ReadonlySet<number> {
  return new Set(allValues<number>(db, "SELECT at FROM history_edit WHERE offer_id = ?", offerId));
}

/** Times of prices that the user entered, not counting corrections of prices that a source saw. */
export function enteredTimes(db: ReadDb, offerId: number): ReadonlySet<number> {
  const sql = "SELECT at FROM history_edit WHERE offer_id = ? AND before IS NULL AND after IS NOT NULL";
  return new Set(allValues<number>(db, sql, offerId));
}

/** Of these offers, those whose present price the user entered: no check has seen one since. */
export function enteredOffers(db: ReadDb, offerIds: readonly number[]): ReadonlySet<number> {
  const sql = `SELECT offer.id FROM json_each(?) AS wanted
    CROSS JOIN offer ON offer.id = wanted.value
    CROSS JOIN history_edit ON history_edit.offer_id = offer.id AND history_edit.at = offer.seen_at
    WHERE history_edit.after IS NOT NULL`;
  return new Set(allValues<number>(db, sql, offerIds));
}

/** Replaces an earlier edit of the same point; pass that edit's `before`, so that undoing restores the original. */
export function saveEdit(tx: WriteDb, edit: Omit<HistoryEdit, "id">): number {
  change(tx, "DELETE FROM history_edit WHERE offer_id = ? AND at = ?", edit.offerId, edit.atMs);
  const sql = `INSERT INTO history_edit (id, offer_id, at, before, after, made_at)
    VALUES (${newIdSql("history_edit")}, :offerId, :atMs, :before, :after, :madeMs)`;
  return insert(tx, sql, edit);
}

export function deleteEditsOfOffer(tx: WriteDb, offerId: number): void {
  change(tx, "DELETE FROM history_edit WHERE offer_id = ?", offerId);
}

export function deleteEdit(tx: WriteDb, id: number): void {
  change(tx, "DELETE FROM history_edit WHERE id = ?", id);
}
