import { groupBy } from "../../../../shared/group-by.js";
import { columnPrice, type PointColumns } from "../../domain/best-price.js";
import {
  lowestInBlock,
  packNextPoint,
  packPoints,
  unpackPoints,
  visitPoints,
} from "../../domain/point-codec.js";
import { hasSameValue, mergeByTime, mergeChangePoints, type PricePoint } from "../../domain/price-point.js";
import { allRows, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";
import { editedTimes } from "./history-edit.js";

/**
 * Max points in a packed block. A block is one row, keyed by offer and time of the first point; an offer's last block
 * grows until it is full.
 */
const maxBlockPoints = 128;

/** A row of packed points; `from_at` is the first one's time. */
export interface BlockRow {
  readonly from_at: number;
  readonly count: number;
  readonly points: Buffer;
}

/** Adds the offer's newest block. */
function addBlock(tx: WriteDb, offerId: number, points: readonly PricePoint[]): void {
  const first = points[0];
  if (first === undefined) return;
  change(
    tx,
    "INSERT INTO price_block (offer_id, from_at, count, points) VALUES (?, ?, ?, ?)",
    offerId,
    first.atMs,
    points.length,
    packPoints(points, first.atMs),
  );
  change(
    tx,
    "UPDATE offer SET last_block_at = ?, block_count = block_count + 1 WHERE id = ?",
    first.atMs,
    offerId,
  );
}

/**
 * Appends a point to `last`, the offer's newest block. Returns `false` if the point repeats the newest one or is not
 * later than it; `mergePoints` takes points of any time.
 */
export function appendPoint(tx: WriteDb, offerId: number, last: LastPoints, point: PricePoint): boolean {
  const newest = last.points.at(-1);
  if (newest === undefined || last.block === null || last.block.count >= maxBlockPoints) {
    if (newest !== undefined && (hasSameValue(newest, point) || point.atMs <= newest.atMs)) return false;
    addBlock(tx, offerId, [point]);
    return true;
  }
  if (hasSameValue(newest, point) || point.atMs <= newest.atMs) return false;
  change(
    tx,
    "UPDATE price_block SET count = count + 1, points = ? WHERE offer_id = ? AND from_at = ?",
    Buffer.concat([last.block.points, packNextPoint(point, newest)]),
    offerId,
    last.block.from_at,
  );
  return true;
}

/** An offer's newest block, packed and unpacked, as the base of the next append. */
export interface LastPoints {
  readonly block: BlockRow | null;
  readonly points: readonly PricePoint[];
  /** Whether these are all of the offer's points. */
  readonly isComplete: boolean;
}

export function toLastPoints(block: BlockRow | undefined, blockCount: number): LastPoints {
  return block === undefined
    ? { block: null, points: [], isComplete: true }
    : { block, points: unpackPoints(block.points, block.from_at), isComplete: blockCount === 1 };
}

export function blockAt(db: ReadDb, offerId: number, fromMs: number): BlockRow | undefined {
  return getRow<BlockRow>(
    db,
    "SELECT from_at, count, points FROM price_block WHERE offer_id = ? AND from_at = ?",
    offerId,
    fromMs,
  );
}

/** Every point of an offer, ascending. */
export function readAllPoints(db: ReadDb, offerId: number): PricePoint[] {
  return allRows<BlockRow>(
    db,
    "SELECT from_at, count, points FROM price_block WHERE offer_id = ? ORDER BY from_at",
    offerId,
  ).flatMap((block) => unpackPoints(block.points, block.from_at));
}

type PackedBlock = Pick<BlockRow, "from_at" | "count" | "points">;

function unpackColumns(blocks: readonly PackedBlock[]): PointColumns {
  const maxCount = blocks.reduce((sum, { count }) => sum + count, 0);
  const [times, prices] = [new Float64Array(maxCount), new Float64Array(maxCount)];
  let count = 0;
  for (const { points, from_at } of blocks)
    visitPoints(points, from_at, (atMs, priceMinor, availability) => {
      times[count] = atMs;
      prices[count] = columnPrice({ priceMinor, availability });
      count++;
    });
  return { times: times.subarray(0, count), prices: prices.subarray(0, count) };
}

/** Every point of an offer, as columns. */
export function readColumns(db: ReadDb, offerId: number): PointColumns {
  const sql = "SELECT from_at, count, points FROM price_block WHERE offer_id = ? ORDER BY from_at";
  return unpackColumns(allRows<PackedBlock>(db, sql, offerId));
}

/** Blocks that may hold points of a window, from the one in force at its start. */
export const windowBlocksSql = `SELECT from_at, count, points FROM price_block
  WHERE offer_id = ? AND from_at < ? AND from_at >= coalesce(
    (SELECT max(from_at) FROM price_block WHERE offer_id = ? AND from_at <= ?), from_at)
  ORDER BY from_at`;

function readWindow(db: ReadDb, offerId: number, fromMs: number, toMs: number): PricePoint[] {
  return allRows<BlockRow>(db, windowBlocksSql, offerId, toMs, offerId, fromMs).flatMap((block) =>
    unpackPoints(block.points, block.from_at),
  );
}

/** Points of an offer with `fromMs` ≤ time < `toMs`, ascending. */
export function readPoints(db: ReadDb, offerId: number, fromMs: number, toMs: number): PricePoint[] {
  return readWindow(db, offerId, fromMs, toMs).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
}

/** An offer's last point before `untilMs`. */
export function readPointBefore(db: ReadDb, offerId: number, untilMs: number): PricePoint | null {
  return readWindow(db, offerId, untilMs - 1, untilMs).findLast(({ atMs }) => atMs < untilMs) ?? null;
}

/** Points from `fromMs` on and the one in force then, ascending; may include older ones. */
export function readPointsSince(db: ReadDb, offerId: number, fromMs: number): PricePoint[] {
  return readWindow(db, offerId, fromMs, Number.MAX_SAFE_INTEGER);
}

/** Blocks of several offers, from the one in force at a time. One statement costs half as much as one per offer. */
export const manyBlocksSql = `SELECT block.offer_id, block.from_at, block.count, block.points
  FROM json_each(?) AS wanted CROSS JOIN price_block AS block
  WHERE block.offer_id = wanted.value AND block.from_at >= coalesce(
    (SELECT max(from_at) FROM price_block WHERE offer_id = wanted.value AND from_at <= ?), 0)
  ORDER BY wanted.key, block.from_at`;

/** Points by offer id, from the one in force at `fromMs` on; offers without points are left out. */
export function readColumnsByOffer(
  db: ReadDb,
  offerIds: readonly number[],
  fromMs: number,
): ReadonlyMap<number, PointColumns> {
  const rows = allRows<PackedBlock & { readonly offer_id: number }>(db, manyBlocksSql, offerIds, fromMs);
  const blocks = groupBy(rows, ({ offer_id }) => offer_id);
  return new Map([...blocks].map(([offerId, own]) => [offerId, columnsSince(unpackColumns(own), fromMs)]));
}

function columnsSince({ times, prices }: PointColumns, fromMs: number): PointColumns {
  const later = times.findIndex((atMs) => atMs > fromMs);
  const start = Math.max(0, (later < 0 ? times.length : later) - 1);
  return { times: times.subarray(start), prices: prices.subarray(start) };
}

/** Start of each offer's history; offers without points are left out. */
export function firstPointTimes(db: ReadDb, offerIds: readonly number[]): ReadonlyMap<number, number> {
  const sql = `SELECT wanted.value AS offer_id,
      (SELECT min(from_at) FROM price_block WHERE offer_id = wanted.value) AS first_at
    FROM json_each(?) AS wanted`;
  const rows = allRows<{ offer_id: number; first_at: number | null }>(db, sql, offerIds);
  return new Map(rows.flatMap(({ offer_id, first_at }) => (first_at === null ? [] : [[offer_id, first_at]])));
}

/** An offer's lowest price before `untilMs`, ignoring prices out of stock; `null` if there is none. */
export function lowestPrice(db: ReadDb, offerId: number, untilMs: number): number | null {
  const sql = "SELECT from_at, points FROM price_block WHERE offer_id = ? AND from_at < ?";
  const blocks = allRows<Pick<BlockRow, "from_at" | "points">>(db, sql, offerId, untilMs);
  let lowest: number | null = null;
  for (const { from_at, points } of blocks) {
    const low = lowestInBlock(points, from_at, untilMs);
    if (low !== null && (lowest === null || low < lowest)) lowest = low;
  }
  return lowest;
}

/** Merges points of any time into an offer's history; returns how many change points it gained. */
export function mergePoints(tx: WriteDb, offerId: number, added: readonly PricePoint[]): number {
  // New points must not overwrite the user's edits.
  const edited = added.length === 0 ? null : editedTimes(tx, offerId);
  const fresh = edited === null || edited.size === 0 ? added : added.filter(({ atMs }) => !edited.has(atMs));
  if (fresh.length === 0) return 0;
  const existing = readAllPoints(tx, offerId);
  // Keep repeats in an edited history: undoing an edit may turn them into changes again.
  const merge = edited !== null && edited.size > 0 ? mergeByTime : mergeChangePoints;
  const merged = merge(existing, fresh);
  replacePoints(tx, offerId, merged);
  return merged.length - existing.length;
}

/** Replaces an offer's whole history with `points`, ascending change points. */
export function replacePoints(tx: WriteDb, offerId: number, points: readonly PricePoint[]): void {
  change(tx, "DELETE FROM price_block WHERE offer_id = ?", offerId);
  change(tx, "UPDATE offer SET last_block_at = NULL, block_count = 0 WHERE id = ?", offerId);
  for (let i = 0; i < points.length; i += maxBlockPoints)
    addBlock(tx, offerId, points.slice(i, i + maxBlockPoints));
}

export function countPoints(db: ReadDb): number {
  return getValue<number>(db, "SELECT coalesce(sum(count), 0) FROM price_block") ?? 0;
}
