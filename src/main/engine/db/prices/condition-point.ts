import type { ConditionalPrice } from "../../../../shared/app/pages.js";
import type { StatedTerm, TermKind } from "../../../../shared/app/paying.js";
import { fromMinor, toMinor } from "../../domain/money.js";
import { allRows, change, type ReadDb, type WriteDb } from "../store.js";

/** What an offer costs under a condition, or its delivery, from a time on; null from when its page no longer states it. */
export interface ConditionPoint {
  readonly kind: TermKind;
  readonly atMs: number;
  readonly priceMinor: number | null;
  readonly words: string | null;
}

const pointSql = `SELECT kind, at AS atMs, price_minor AS priceMinor, words
  FROM condition_point AS point WHERE offer_id = ?`;

/** All points of an offer, ascending. */
export function conditionPoints(db: ReadDb, offerId: number): ConditionPoint[] {
  return allRows(db, `${pointSql} ORDER BY at, kind`, offerId);
}

/** All points of several offers; each one's ascending. */
export function pointsOfOffers(
  db: ReadDb,
  offerIds: readonly number[],
): (ConditionPoint & { readonly offerId: number })[] {
  const sql = `SELECT offer_id AS offerId, kind, at AS atMs, price_minor AS priceMinor, words
    FROM json_each(?) AS wanted CROSS JOIN condition_point ON offer_id = wanted.value ORDER BY wanted.key, at`;
  return allRows(db, sql, offerIds);
}

function lastPoints(db: ReadDb, offerId: number): ConditionPoint[] {
  const isLast =
    "at = (SELECT max(at) FROM condition_point WHERE offer_id = point.offer_id AND kind = point.kind)";
  return allRows(db, `${pointSql} AND ${isLast} ORDER BY price_minor`, offerId);
}

/** What an offer's page states now, the lowest price first. */
export function currentConditions(db: ReadDb, offerId: number): ConditionalPrice[] {
  return lastPoints(db, offerId).flatMap(({ kind, priceMinor, words }) =>
    kind === "shipping" || priceMinor === null || words === null
      ? []
      : [{ kind, price: fromMinor(priceMinor), words }],
  );
}

/** Points of an offer and kind, at most: the oldest go first. */
const maxPoints = 1_000;

/** Points that are known already stay as they are. */
export function addConditionPoint(
  tx: WriteDb,
  offerId: number,
  { kind, atMs, priceMinor, words }: ConditionPoint,
): void {
  const sql =
    "INSERT OR IGNORE INTO condition_point (offer_id, kind, at, price_minor, words) VALUES (?, ?, ?, ?, ?)";
  change(tx, sql, offerId, kind, atMs, priceMinor, words);
  const oldest =
    "SELECT at FROM condition_point WHERE offer_id = ? AND kind = ? ORDER BY at DESC LIMIT 1 OFFSET ?";
  const trimSql = `DELETE FROM condition_point WHERE offer_id = ? AND kind = ? AND at <= (${oldest})`;
  change(tx, trimSql, offerId, kind, offerId, kind, maxPoints);
}

/** Figures of their own, such as those of a countdown, are no change; those of a code are. */
function isSameWords(one: string | null, other: string | null): boolean {
  const plain = (words: string | null) => words?.replace(/(?<![\p{L}\d])\d[\d:.,]*(?!\p{L})/gu, "");
  return plain(one) === plain(other);
}

/** Records what a page states at a time: a point for each kind that has changed. */
export function recordConditions(
  tx: WriteDb,
  offerId: number,
  stated: readonly StatedTerm[],
  atMs: number,
): void {
  const last = new Map(lastPoints(tx, offerId).map((point) => [point.kind, point]));
  for (const kind of new Set([...last.keys(), ...stated.map((each) => each.kind)])) {
    const now = stated.find((each) => each.kind === kind);
    const [priceMinor, words] = now === undefined ? [null, null] : [toMinor(now.price), now.words];
    const before = last.get(kind);
    if (before?.priceMinor === priceMinor && isSameWords(before.words, words)) continue;
    // A clock that ran ahead may have left a later point.
    addConditionPoint(tx, offerId, {
      kind,
      priceMinor,
      words,
      atMs: Math.max(atMs, (before?.atMs ?? 0) + 1),
    });
  }
}

export function deleteConditions(tx: WriteDb, offerId: number): void {
  change(tx, "DELETE FROM condition_point WHERE offer_id = ?", offerId);
}
