import type { AvailabilityCode } from "../../domain/price-point.js";
import type { Suspect } from "../../domain/quality.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";
import { blockAt, type LastPoints, toLastPoints } from "./price-history.js";

/** The state of an offer that recording an observation needs. Every check reads it, so it must be fast. */
export interface RecordingState {
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  readonly seenMs: number;
  readonly isAuction: boolean;
  readonly suspect: Suspect | null;
  /** The newest block of the history, read on demand. */
  readonly readLastPoints: () => LastPoints;
}

interface StateRow {
  price_minor: number;
  availability: AvailabilityCode;
  seen_at: number;
  is_auction: number;
  suspect_minor: number | null;
  suspect_seen_at: number | null;
  last_block_at: number | null;
  block_count: number;
}

const stateSql = `SELECT price_minor, availability, seen_at, is_auction, suspect_minor, suspect_seen_at,
    last_block_at, block_count
  FROM offer WHERE id = ?`;

export function readRecordingState(db: ReadDb, offerId: number): RecordingState | undefined {
  const row = getRow<StateRow>(db, stateSql, offerId);
  if (row === undefined) return undefined;
  const { last_block_at, block_count, suspect_minor, suspect_seen_at } = row;
  return {
    priceMinor: row.price_minor,
    availability: row.availability,
    seenMs: row.seen_at,
    isAuction: row.is_auction === 1,
    suspect:
      suspect_minor === null || suspect_seen_at === null
        ? null
        : { priceMinor: suspect_minor, firstSeenMs: suspect_seen_at },
    // Two lookups by key: as a join, SQLite takes several times as long.
    readLastPoints: () =>
      toLastPoints(last_block_at === null ? undefined : blockAt(db, offerId, last_block_at), block_count),
  };
}

/** When the first of the product's outliers was seen that awaits a second check; null without one. */
export function oldestSuspectMs(db: ReadDb, productId: number): number | null {
  const sql = "SELECT min(suspect_seen_at) AS oldest FROM offer WHERE product_id = ?";
  return getRow<{ oldest: number | null }>(db, sql, productId)?.oldest ?? null;
}

/** The prices of these offers that await a second check, in minor units, by offer. */
export function heldPrices(db: ReadDb, offerIds: readonly number[]): ReadonlyMap<number, number> {
  const rows = allRows<{ id: number; held: number }>(
    db,
    `SELECT offer.id, offer.suspect_minor AS held FROM json_each(?) AS wanted
     CROSS JOIN offer ON offer.id = wanted.value
     WHERE offer.suspect_minor IS NOT NULL`,
    JSON.stringify(offerIds),
  );
  return new Map(rows.map(({ id, held }) => [id, held]));
}

/** Saves an outlier that awaits a second check; `null` clears it. */
export function saveSuspect(tx: WriteDb, offerId: number, suspect: Suspect | null): void {
  change(
    tx,
    "UPDATE offer SET suspect_minor = ?, suspect_seen_at = ? WHERE id = ?",
    suspect?.priceMinor ?? null,
    suspect?.firstSeenMs ?? null,
    offerId,
  );
}
