import { groupBy } from "../../../../shared/arrays.js";
import type { PriceValue } from "../../domain/price-point.js";
import { allRows, allValues, change, getRow, newIdSql, type ReadDb, type WriteDb } from "../store.js";

/** The user's correction of the price observed at a time. */
export interface HistoryEdit {
  readonly id: number;
  readonly offerId: number;
  readonly atMs: number;
  /** `null` if the edit excludes what was observed. */
  readonly after: PriceValue | null;
  readonly madeMs: number;
}

const editSql = `SELECT history_edit.id, offer_id AS offerId, at AS atMs, after AS "after:json",
  made_at AS madeMs FROM history_edit`;

export function editAt(db: ReadDb, offerId: number, atMs: number): HistoryEdit | undefined {
  return getRow<HistoryEdit>(db, `${editSql} WHERE offer_id = ? AND at = ?`, offerId, atMs);
}

export function editsOfOffer(db: ReadDb, offerId: number): HistoryEdit[] {
  return allRows(db, `${editSql} WHERE offer_id = ? ORDER BY at`, offerId);
}

/** Offers without edits are left out. */
export function editsOfOffers(
  db: ReadDb,
  offerIds: readonly number[],
): ReadonlyMap<number, readonly HistoryEdit[]> {
  const sql = `${editSql} JOIN json_each(?) AS wanted ON offer_id = wanted.value ORDER BY at`;
  return groupBy(allRows<HistoryEdit>(db, sql, offerIds), ({ offerId }) => offerId);
}

/** Newest first. */
export function editsOfProduct(db: ReadDb, productId: number): HistoryEdit[] {
  const sql = `${editSql} JOIN offer ON offer.id = offer_id
    WHERE offer.product_id = ? ORDER BY made_at DESC, history_edit.id DESC`;
  return allRows(db, sql, productId);
}

export function editedTimes(db: ReadDb, offerId: number): ReadonlySet<number> {
  return new Set(allValues<number>(db, "SELECT at FROM history_edit WHERE offer_id = ?", offerId));
}

/** Of these offers, those whose present price the user entered: no check has seen one since. */
export function enteredOffers(db: ReadDb, offerIds: readonly number[]): ReadonlySet<number> {
  const sql = `SELECT offer.id FROM json_each(?) AS wanted
    CROSS JOIN offer ON offer.id = wanted.value
    CROSS JOIN history_edit ON history_edit.offer_id = offer.id AND history_edit.at = offer.seen_at
    WHERE history_edit.after IS NOT NULL`;
  return new Set(allValues<number>(db, sql, offerIds));
}

/** Replaces an earlier edit of the same point. */
export function saveEdit(tx: WriteDb, edit: Omit<HistoryEdit, "id">): void {
  deleteEditAt(tx, edit.offerId, edit.atMs);
  const sql = `INSERT INTO history_edit (id, offer_id, at, after, made_at)
    VALUES (${newIdSql("history_edit")}, :offerId, :atMs, :after, :madeMs)`;
  change(tx, sql, edit);
}

export function deleteEditsOfOffer(tx: WriteDb, offerId: number): void {
  change(tx, "DELETE FROM history_edit WHERE offer_id = ?", offerId);
}

export function deleteEditAt(tx: WriteDb, offerId: number, atMs: number): void {
  change(tx, "DELETE FROM history_edit WHERE offer_id = ? AND at = ?", offerId, atMs);
}
