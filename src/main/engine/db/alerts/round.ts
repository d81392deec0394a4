import type { AlertProblem } from "../../../../shared/app/alerts.js";
import type { AvailabilityCode } from "../../domain/price-point.js";
import { defaultAccountName } from "../accounts/account.js";
import { allRows, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

/** A product whose prices are moving: its rules are evaluated once, at the end. */
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

/** The rules are the owner's: what other accounts schedule causes no alerts. */
const fromOwnSchedulesSql = `FROM schedule
  WHERE account_id = (SELECT id FROM account WHERE name = '${defaultAccountName}')`;

/**
 * Opens a round of the product, if the owner watches it; one that is open begins earlier at most. Returns whether it is
 * watched. A bulk import ends its rounds with `releaseRounds`.
 */
export function insertRound(
  tx: WriteDb,
  round: Pick<OpenRound, "productId" | "fromMs" | "openedMs"> & { readonly isBulk?: boolean },
): boolean {
  const sql = `INSERT INTO round (product_id, from_at, opened_at, is_bulk)
    SELECT product_id, :fromMs, :openedMs, :isBulk ${fromOwnSchedulesSql} AND product_id = :productId
    ON CONFLICT (product_id) DO UPDATE SET from_at = min(from_at, excluded.from_at)`;
  return change(tx, sql, { isBulk: false, ...round }) === 1;
}

/** Lets the rounds of an import end. */
export function releaseRounds(tx: WriteDb): void {
  change(tx, "UPDATE round SET is_bulk = 0 WHERE is_bulk = 1");
}

export function isWatchedByOwner(db: ReadDb, productId: number): boolean {
  return getRow(db, `SELECT 1 ${fromOwnSchedulesSql} AND product_id = ?`, productId) !== undefined;
}

/** Opens a round of every watched product: a rule for all of them has changed. */
export function insertRoundsOfAll(tx: WriteDb, nowMs: number): void {
  const sql = `INSERT INTO round (product_id, from_at, opened_at) SELECT product_id, ?, ? ${fromOwnSchedulesSql}
    ON CONFLICT (product_id) DO NOTHING`;
  change(tx, sql, nowMs, nowMs);
}

/**
 * Saves an offer's state before the round. The first one counts, unless the price was unknown or wrong, or in another
 * currency: then it is null from there on.
 */
export function insertRoundChange(tx: WriteDb, roundChange: RoundChange): void {
  const sql = `INSERT INTO round_change (offer_id, price_minor, availability, is_release)
    VALUES (:offerId, :priceMinor, :availability, :isRelease)
    ON CONFLICT (offer_id) DO UPDATE SET is_release = max(is_release, excluded.is_release),
      price_minor = CASE WHEN excluded.price_minor IS NULL THEN NULL ELSE price_minor END`;
  change(tx, sql, roundChange);
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

/** A run in progress is due; one that has been given another time was interrupted. */
const isRunningSql = `EXISTS (SELECT 1 FROM schedule s
  WHERE s.product_id = round.product_id AND s.run_started_at IS NOT NULL AND s.due_at <= :nowMs)`;

/** A suspect price awaits its confirmation, for a limited time as it may never come. */
const isHeldSql = `EXISTS (SELECT 1 FROM offer
  WHERE offer.product_id = round.product_id AND suspect_seen_at BETWEEN :nowMs - :maxMs AND :nowMs)`;

/** Alerts of an import come together at its end, unless it has been killed. */
const isImportingSql = "(is_bulk = 1 AND opened_at BETWEEN :nowMs - :maxMs AND :nowMs)";

const waitsSql = `(${isRunningSql} OR ${isHeldSql} OR ${isImportingSql})`;

const isSnoozedSql =
  "EXISTS (SELECT 1 FROM alert_snooze s WHERE s.product_id = round.product_id AND s.until > :nowMs)";

interface RoundTime {
  readonly nowMs: number;
  /** Max duration of a round, and of the wait for a held price. */
  readonly maxMs: number;
}

/** Whether further results are expected: a run or an import is going on, or a price waits for its confirmation. */
export function isRoundWaiting(db: ReadDb, productId: number, time: RoundTime): boolean {
  const sql = `SELECT 1 AS found FROM round WHERE product_id = :productId AND ${waitsSql}`;
  return getRow(db, sql, { productId, ...time }) !== undefined;
}

/** Rounds that expect no more results, and those past their deadline that are not yet evaluated. */
export function endedRounds(db: ReadDb, time: RoundTime, limit: number): OpenRound[] {
  const sql = `${roundSql} WHERE NOT ${isSnoozedSql} AND (NOT ${waitsSql}
      OR (is_evaluated = 0 AND opened_at NOT BETWEEN :nowMs - :maxMs AND :nowMs))
    ORDER BY opened_at LIMIT :limit`;
  return allRows(db, sql, { ...time, limit });
}

/** When the oldest round was opened that is not evaluated; null without one. */
export function oldestOpenRoundMs(db: ReadDb): number | null {
  const sql = "SELECT min(opened_at) FROM round WHERE is_evaluated = 0";
  return getValue<number | null>(db, sql) ?? null;
}

/** Gives rounds whose runs were interrupted, and begin again, the time of new ones. */
export function restartRounds(tx: WriteDb, nowMs: number): void {
  const sql = `UPDATE round SET opened_at = :nowMs WHERE is_evaluated = 0 AND ${isRunningSql}`;
  change(tx, sql, { nowMs });
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

/** A rule, or an event of another engine, that could not be evaluated and was set aside. */
interface NewProblem {
  readonly productKey: string;
  /** Null if the whole evaluation failed. */
  readonly ruleId: number | null;
  readonly atMs: number;
  readonly error: string;
}

/** One row for each product and rule: the latest. */
export function saveProblem(tx: WriteDb, problem: NewProblem): void {
  const sql = `INSERT INTO alert_problem (service, rule_id, at, error) VALUES (:productKey, coalesce(:ruleId, 0), :atMs, :error)
    ON CONFLICT (service, rule_id) DO UPDATE SET at = excluded.at, error = excluded.error`;
  change(tx, sql, problem);
}

/** The problems of a product that has been evaluated again. */
export function deleteProblemsOfProduct(tx: WriteDb, productKey: string): void {
  change(tx, "DELETE FROM alert_problem WHERE service = ?", productKey);
}

/** Newest first, with the product's title; the key where it is unknown. */
export function newestProblems(db: ReadDb, limit: number): AlertProblem[] {
  const sql = `SELECT a.service AS product_key, nullif(a.rule_id, 0) AS rule_id, a.at AS "at:time", a.error,
      coalesce(p.title, a.service) AS title
    FROM alert_problem a LEFT JOIN product p ON p.service = a.service ORDER BY a.at DESC LIMIT ?`;
  return allRows(db, sql, limit);
}
