import type { PricePoint } from "../../domain/price-point.js";
import { allRows, change, getRow, insert, type ReadDb, type WriteDb } from "../store.js";

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

interface EditRow {
  id: number;
  offer_id: number;
  at: number;
  before: string | null;
  after: string | null;
  made_at: number;
}

function toValue(text: string | null): PointValue | null {
  // Written only by this module.
  return text === null ? null : (JSON.parse(text) as PointValue);
}

function toEdit(row: EditRow): HistoryEdit {
  return {
    id: row.id,
    offerId: row.offer_id,
    atMs: row.at,
    before: toValue(row.before),
    after: toValue(row.after),
    madeMs: row.made_at,
  };
}

export function editById(db: ReadDb, id: number): HistoryEdit | undefined {
  const row = getRow<EditRow>(db, "SELECT * FROM history_edit WHERE id = ?", id);
  return row && toEdit(row);
}

export function editAt(db: ReadDb, offerId: number, atMs: number): HistoryEdit | undefined {
  const sql = "SELECT * FROM history_edit WHERE offer_id = ? AND at = ?";
  const row = getRow<EditRow>(db, sql, offerId, atMs);
  return row && toEdit(row);
}

export function editsOfOffer(db: ReadDb, offerId: number): HistoryEdit[] {
  return allRows<EditRow>(db, "SELECT * FROM history_edit WHERE offer_id = ? ORDER BY at", offerId).map(
    toEdit,
  );
}

/** Newest first. */
export function editsOfProduct(db: ReadDb, productId: number): HistoryEdit[] {
  return allRows<EditRow>(
    db,
    `SELECT history_edit.* FROM history_edit JOIN offer ON offer.id = history_edit.offer_id
     WHERE offer.product_id = ? ORDER BY history_edit.made_at DESC, history_edit.id DESC`,
    productId,
  ).map(toEdit);
}

/** Times of edited points: imported and fetched points must not undo an edit. */
export function editedTimes(db: ReadDb, offerId: number): ReadonlySet<number> {
  const rows = allRows<{ at: number }>(db, "SELECT at FROM history_edit WHERE offer_id = ?", offerId);
  return new Set(rows.map(({ at }) => at));
}

/** Times of prices that the user entered, not counting corrections of prices that a source saw. */
export function enteredTimes(db: ReadDb, offerId: number): ReadonlySet<number> {
  const sql = "SELECT at FROM history_edit WHERE offer_id = ? AND before IS NULL AND after IS NOT NULL";
  return new Set(allRows<{ at: number }>(db, sql, offerId).map(({ at }) => at));
}

/** Of these offers, those whose present price the user entered: no check has seen one since. */
export function enteredOffers(db: ReadDb, offerIds: readonly number[]): ReadonlySet<number> {
  const rows = allRows<{ id: number }>(
    db,
    `SELECT offer.id FROM json_each(?) AS wanted
     CROSS JOIN offer ON offer.id = wanted.value
     CROSS JOIN history_edit ON history_edit.offer_id = offer.id AND history_edit.at = offer.seen_at
     WHERE history_edit.after IS NOT NULL`,
    JSON.stringify(offerIds),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Replaces an earlier edit of the same point; pass that edit's `before`, so that undoing restores the original. */
export function saveEdit(tx: WriteDb, edit: Omit<HistoryEdit, "id">): number {
  change(tx, "DELETE FROM history_edit WHERE offer_id = ? AND at = ?", edit.offerId, edit.atMs);
  const text = (value: PointValue | null) => (value === null ? null : JSON.stringify(value));
  return insert(
    tx,
    "INSERT INTO history_edit (offer_id, at, before, after, made_at) VALUES (?, ?, ?, ?, ?)",
    edit.offerId,
    edit.atMs,
    text(edit.before),
    text(edit.after),
    edit.madeMs,
  );
}

export function deleteEditsOfOffer(tx: WriteDb, offerId: number): void {
  change(tx, "DELETE FROM history_edit WHERE offer_id = ?", offerId);
}

export function deleteEdit(tx: WriteDb, id: number): void {
  change(tx, "DELETE FROM history_edit WHERE id = ?", id);
}
