import type { AvailabilityCode } from "../../domain/price-point.js";
import { allRows, change, changeNamed, getRow, type ReadDb, type WriteDb } from "../store.js";

/** A product whose prices are moving: its rules are evaluated once, at the end (decision 57). */
export interface OpenRound {
  readonly productId: number;
  /** The history before this time is past. */
  readonly fromMs: number;
  readonly openedMs: number;
  /** Whether the rules were evaluated at the deadline, while a run was going on. */
  readonly isEvaluated: boolean;
  /** The inbox entry that this made, which later results of the run amend. */
  readonly entryId: number | null;
}

/** An offer's state before the round; null if it was not known. */
export interface RoundChange {
  readonly offerId: number;
  readonly priceMinor: number | null;
  readonly availability: AvailabilityCode;
  readonly isRelease: boolean;
}

/** Opens a round of the product, if it is scheduled; one that is open begins earlier at most. Returns whether it is scheduled. */
export function insertRound(tx: WriteDb, productId: number, fromMs: number, openedMs: number): boolean {
  const sql = `INSERT INTO round (product_id, from_at, opened_at)
    SELECT :productId, :fromMs, :openedMs WHERE EXISTS (SELECT 1 FROM schedule WHERE product_id = :productId)
    ON CONFLICT (product_id) DO UPDATE SET from_at = min(from_at, excluded.from_at)`;
  return changeNamed(tx, sql, { productId, fromMs, openedMs }) === 1;
}

/** Opens a round of every scheduled product: a rule for all of them has changed. */
export function insertRoundsOfAll(tx: WriteDb, nowMs: number): void {
  const sql = `INSERT INTO round (product_id, from_at, opened_at) SELECT DISTINCT product_id, ?, ? FROM schedule WHERE TRUE
    ON CONFLICT (product_id) DO NOTHING`;
  change(tx, sql, nowMs, nowMs);
}

/** Saves an offer's state before the round; the first one counts. */
export function insertRoundChange(tx: WriteDb, roundChange: RoundChange): void {
  const sql = `INSERT INTO round_change (offer_id, price_minor, availability, is_release)
    VALUES (:offerId, :priceMinor, :availability, :isRelease)
    ON CONFLICT (offer_id) DO UPDATE SET is_release = max(is_release, excluded.is_release)`;
  changeNamed(tx, sql, roundChange);
}

const roundSql = `SELECT product_id AS productId, from_at AS fromMs, opened_at AS openedMs, is_evaluated AS isEvaluated,
  entry_id AS entryId FROM round`;

export function roundOfProduct(db: ReadDb, productId: number): OpenRound | undefined {
  return getRow<OpenRound>(db, `${roundSql} WHERE product_id = ?`, productId);
}

export function changesOfRound(db: ReadDb, productId: number): RoundChange[] {
  const sql = `SELECT offer_id AS offerId, c.price_minor AS priceMinor, c.availability, is_release AS isRelease
    FROM round_change c JOIN offer ON offer.id = c.offer_id WHERE offer.product_id = ?`;
  return allRows(db, sql, productId);
}

const waitsSql = `EXISTS (SELECT 1 FROM schedule s WHERE s.product_id = round.product_id AND s.run_started_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM offer WHERE offer.product_id = round.product_id AND suspect_seen_at IS NOT NULL)`;

/** Whether further results are expected: a run is going on, or a price waits for its confirmation. */
export function isRoundWaiting(db: ReadDb, productId: number): boolean {
  return getRow(db, `SELECT 1 FROM round WHERE product_id = ? AND (${waitsSql})`, productId) !== undefined;
}

/** Rounds that nothing is expected of any more, and those opened before a time that are not yet evaluated. */
export function endedRounds(db: ReadDb, openedBeforeMs: number, limit: number): OpenRound[] {
  const sql = `${roundSql} WHERE (is_evaluated = 0 AND opened_at <= ?) OR NOT (${waitsSql}) ORDER BY opened_at LIMIT ?`;
  return allRows(db, sql, openedBeforeMs, limit);
}

/** When the oldest round that waits was opened; null without one. */
export function oldestOpenRoundMs(db: ReadDb): number | null {
  const sql = "SELECT min(opened_at) AS openedMs FROM round WHERE is_evaluated = 0";
  return getRow<{ openedMs: number | null }>(db, sql)?.openedMs ?? null;
}

export function markRoundEvaluated(tx: WriteDb, productId: number, entryId: number | null): void {
  const sql = "UPDATE round SET is_evaluated = 1, entry_id = coalesce(?, entry_id) WHERE product_id = ?";
  change(tx, sql, entryId, productId);
}

export function deleteRound(tx: WriteDb, productId: number): void {
  const offersSql = "SELECT id FROM offer WHERE product_id = ?";
  change(tx, `DELETE FROM round_change WHERE offer_id IN (${offersSql})`, productId);
  change(tx, "DELETE FROM round WHERE product_id = ?", productId);
}
