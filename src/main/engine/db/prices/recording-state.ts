import type { AvailabilityCode } from "../../domain/price-point.js";
import type { Suspect } from "../../domain/quality.js";
import { allRows, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";
import { type LastPoints, readLastPoints } from "./price-history.js";

/** The state of an offer that recording an observation needs. Every check reads it, so it must be fast. */
export interface RecordingState {
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  readonly seenMs: number;
  readonly isAuction: boolean;
  readonly suspect: Suspect | null;
  /** Whether the user has edited its history. */
  readonly isEdited: boolean;
  /** The newest block of the history, read on demand. */
  readonly readLastPoints: () => LastPoints;
}

type StateRow = Omit<RecordingState, "suspect" | "readLastPoints"> & {
  readonly suspectMinor: number | null;
  readonly firstSeenMs: number | null;
  readonly fromMs: number | null;
  readonly blocks: number;
};

const stateSql = `SELECT price_minor AS priceMinor, availability, seen_at AS seenMs, is_auction AS isAuction,
    suspect_minor AS suspectMinor, suspect_seen_at AS firstSeenMs, last_block_at AS fromMs, block_count AS blocks,
    EXISTS (SELECT 1 FROM history_edit WHERE offer_id = offer.id) AS isEdited
  FROM offer WHERE id = ?`;

export function readRecordingState(db: ReadDb, offerId: number): RecordingState | undefined {
  const row = getRow<StateRow>(db, stateSql, offerId);
  if (row === undefined) return undefined;
  const { suspectMinor, firstSeenMs, fromMs, blocks, ...state } = row;
  const suspect =
    suspectMinor === null || firstSeenMs === null ? null : { priceMinor: suspectMinor, firstSeenMs };
  // Two lookups by key: as a join, SQLite takes several times as long.
  return {
    ...state,
    suspect,
    readLastPoints: () => readLastPoints(db, offerId, { fromMs, blocks, isEdited: row.isEdited }),
  };
}

/** When the first of the product's outliers was seen that awaits a second check; null without one. */
export function oldestSuspectMs(db: ReadDb, productId: number): number | null {
  const sql = "SELECT min(suspect_seen_at) FROM offer WHERE product_id = ?";
  return getValue<number>(db, sql, productId) ?? null;
}

/** The prices of these offers that await a second check, in minor units, by offer. */
export function heldPrices(db: ReadDb, offerIds: readonly number[]): ReadonlyMap<number, number> {
  const sql = `SELECT offer.id, offer.suspect_minor AS held FROM json_each(?) AS wanted
    CROSS JOIN offer ON offer.id = wanted.value
    WHERE offer.suspect_minor IS NOT NULL`;
  const rows = allRows<{ id: number; held: number }>(db, sql, offerIds);
  return new Map(rows.map(({ id, held }) => [id, held]));
}

/** Saves an outlier that awaits a second check; `null` clears it. */
export function saveSuspect(tx: WriteDb, offerId: number, suspect: Suspect | null): void {
  const sql =
    "UPDATE offer SET suspect_minor = :priceMinor, suspect_seen_at = :firstSeenMs WHERE id = :offerId";
  change(tx, sql, { priceMinor: null, firstSeenMs: null, ...suspect, offerId });
}
