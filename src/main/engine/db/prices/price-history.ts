import { chunk, groupBy, maxOf, minOf } from "../../../../shared/arrays.js";
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
import { editsOfOffer, editsOfOffers, type HistoryEdit } from "./history-edit.js";

// Blocks hold what was observed. Edits lie over them: every reader sees the edited history, unless its name says "observed".

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

function insertBlock(tx: WriteDb, offerId: number, points: readonly PricePoint[]): void {
  const fromMs = points[0]?.atMs ?? 0;
  const sql = "INSERT INTO price_block (offer_id, from_at, count, points) VALUES (?, ?, ?, ?)";
  change(tx, sql, offerId, fromMs, points.length, packPoints(points, fromMs));
}

/** Replaces the blocks that start within a window. Blocks of one size leave room for late points in each. */
function replaceBlocks(
  tx: WriteDb,
  offerId: number,
  { fromMs, toMs }: TimeWindow,
  points: readonly PricePoint[],
): void {
  const deleteSql = "DELETE FROM price_block WHERE offer_id = ? AND from_at >= ? AND from_at < ?";
  const deleted = change(tx, deleteSql, offerId, fromMs, toMs);
  const blocks = Math.ceil(points.length / maxBlockPoints);
  const size = Math.ceil(points.length / blocks);
  for (const part of chunk(points, size)) insertBlock(tx, offerId, part);
  const countSql = `UPDATE offer SET block_count = block_count + ?,
    last_block_at = (SELECT max(from_at) FROM price_block WHERE offer_id = offer.id) WHERE id = ?`;
  change(tx, countSql, blocks - deleted, offerId);
}

/**
 * Appends a point to `last`, the offer's newest block. Returns `false` if the point repeats the newest one or is not
 * later than it; `mergePoints` takes points of any time.
 */
export function appendPoint(tx: WriteDb, offerId: number, last: LastPoints, point: PricePoint): boolean {
  const newest = last.points.at(-1);
  const newestObserved = last.observed.at(-1);
  const isLater = point.atMs > Math.max(newest?.atMs ?? 0, newestObserved?.atMs ?? 0);
  if (newest !== undefined && (hasSameValue(newest, point) || !isLater)) return false;
  if (newestObserved === undefined || last.block === null || last.block.count >= maxBlockPoints) {
    insertBlock(tx, offerId, [point]);
    const sql = "UPDATE offer SET last_block_at = ?, block_count = block_count + 1 WHERE id = ?";
    change(tx, sql, point.atMs, offerId);
    return true;
  }
  change(
    tx,
    "UPDATE price_block SET count = count + 1, points = ? WHERE offer_id = ? AND from_at = ?",
    Buffer.concat([last.block.points, packNextPoint(point, newestObserved)]),
    offerId,
    last.block.from_at,
  );
  return true;
}

/** An offer's newest block, packed and unpacked, as the base of the next append. */
export interface LastPoints {
  readonly block: BlockRow | null;
  readonly observed: readonly PricePoint[];
  /** The same in a history without edits. In an edited one, from the point in force at the block's start on. */
  readonly points: readonly PricePoint[];
  /** Whether these are all of the offer's points. */
  readonly isComplete: boolean;
}

export function readLastPoints(
  db: ReadDb,
  offerId: number,
  { fromMs, blocks, isEdited }: { fromMs: number | null; blocks: number; isEdited: boolean },
): LastPoints {
  const sql = "SELECT from_at, count, points FROM price_block WHERE offer_id = ? AND from_at = ?";
  const block = (fromMs === null ? undefined : getRow<BlockRow>(db, sql, offerId, fromMs)) ?? null;
  const observed = block === null ? [] : unpackPoints(block.points, block.from_at);
  const points = isEdited ? readPointsSince(db, offerId, fromMs ?? allTime.fromMs) : observed;
  return { block, observed, points, isComplete: blocks === 0 || (blocks === 1 && !isEdited) };
}

function unpackBlocks(blocks: readonly BlockRow[]): PricePoint[] {
  return blocks.flatMap((block) => unpackPoints(block.points, block.from_at));
}

/** Blocks that may hold points of a window, from the one in force at its start. */
export const windowBlocksSql = `SELECT from_at, count, points FROM price_block
  WHERE offer_id = ? AND from_at < ? AND from_at >= coalesce(
    (SELECT max(from_at) FROM price_block WHERE offer_id = ? AND from_at <= ?), from_at)
  ORDER BY from_at`;

interface TimeWindow {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

const allTime: TimeWindow = { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER };

function observedBlocks(db: ReadDb, offerId: number, { fromMs, toMs }: TimeWindow): BlockRow[] {
  return allRows<BlockRow>(db, windowBlocksSql, offerId, toMs, offerId, fromMs);
}

/** Every observed point of an offer, ascending. */
export function readObserved(db: ReadDb, offerId: number): PricePoint[] {
  return unpackBlocks(observedBlocks(db, offerId, allTime));
}

function editBlock(block: BlockRow, edits: readonly HistoryEdit[]): BlockRow {
  const times = new Set(edits.map(({ atMs }) => atMs));
  const observed = unpackPoints(block.points, block.from_at).filter(({ atMs }) => !times.has(atMs));
  const added = edits.flatMap(({ atMs, after }) => (after === null ? [] : { atMs, ...after }));
  const points = mergeByTime(observed, added);
  const fromMs = points[0]?.atMs ?? block.from_at;
  return { from_at: fromMs, count: points.length, points: packPoints(points, fromMs) };
}

/** For edits before an offer's first block. */
const emptyBlock: BlockRow = { from_at: Number.NEGATIVE_INFINITY, count: 0, points: Buffer.of() };

/** Unpacks only those blocks into whose time an edit falls. */
function editBlocks(blocks: readonly BlockRow[], edits: readonly HistoryEdit[]): BlockRow[] {
  const all = [emptyBlock, ...blocks];
  const byBlock = groupBy(edits, ({ atMs }) => all.findLast(({ from_at }) => from_at <= atMs));
  const edited = all.map((block) => {
    const own = byBlock.get(block);
    return own === undefined ? block : editBlock(block, own);
  });
  return edited.filter(({ count }) => count > 0);
}

/** Like `observedBlocks`, with edits. Where they exclude the point in force at the start, an earlier block has it. */
function editedBlocks(
  db: ReadDb,
  offerId: number,
  { fromMs, toMs }: TimeWindow,
  edits: readonly HistoryEdit[],
): BlockRow[] {
  for (let startMs = fromMs; ; ) {
    const blocks = observedBlocks(db, offerId, { fromMs: startMs, toMs });
    const firstMs = blocks[0]?.from_at ?? Infinity;
    const isWhole = firstMs > startMs;
    const edited = editBlocks(blocks, isWhole ? edits : edits.filter(({ atMs }) => atMs >= firstMs));
    if (isWhole || (edited[0]?.from_at ?? Infinity) <= fromMs) return edited;
    startMs = firstMs - 1;
  }
}

function readBlocks(db: ReadDb, offerId: number, window: TimeWindow): BlockRow[] {
  const edits = editsOfOffer(db, offerId);
  return edits.length === 0 ? observedBlocks(db, offerId, window) : editedBlocks(db, offerId, window, edits);
}

/** Every point of an offer, ascending. */
export function readAllPoints(db: ReadDb, offerId: number): PricePoint[] {
  return unpackBlocks(readBlocks(db, offerId, allTime));
}

function unpackColumns(blocks: readonly BlockRow[]): PointColumns {
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
  return unpackColumns(readBlocks(db, offerId, allTime));
}

function readWindow(db: ReadDb, offerId: number, fromMs: number, toMs: number): PricePoint[] {
  return unpackBlocks(readBlocks(db, offerId, { fromMs, toMs }));
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
  const rows = allRows<BlockRow & { readonly offer_id: number }>(db, manyBlocksSql, offerIds, fromMs);
  const blocks = new Map<number, readonly BlockRow[]>([...groupBy(rows, ({ offer_id }) => offer_id)]);
  for (const [offerId, edits] of editsOfOffers(db, offerIds))
    blocks.set(offerId, editedBlocks(db, offerId, { ...allTime, fromMs }, edits));
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
  const times = new Map(rows.map(({ offer_id, first_at }) => [offer_id, first_at]));
  for (const [offerId, edits] of editsOfOffers(db, offerIds))
    times.set(offerId, editedBlocks(db, offerId, allTime, edits)[0]?.from_at ?? null);
  return new Map([...times].flatMap(([id, firstMs]) => (firstMs === null ? [] : [[id, firstMs]])));
}

/** An offer's lowest price before `untilMs`, ignoring prices out of stock; `null` if there is none. */
export function lowestPrice(db: ReadDb, offerId: number, untilMs: number): number | null {
  const blocks = readBlocks(db, offerId, { ...allTime, toMs: untilMs });
  let lowest: number | null = null;
  for (const { from_at, points } of blocks) {
    const low = lowestInBlock(points, from_at, untilMs);
    if (low !== null && (lowest === null || low < lowest)) lowest = low;
  }
  return lowest;
}

/** The last point that was observed of an offer up to a time. */
export function lastObserved(db: ReadDb, offerId: number, atMs: number): PricePoint | undefined {
  const blocks = observedBlocks(db, offerId, { fromMs: atMs, toMs: atMs + 1 });
  return unpackBlocks(blocks).findLast((point) => point.atMs <= atMs);
}

/** What was observed of an offer at exactly this time. */
export function observedAt(db: ReadDb, offerId: number, atMs: number): PricePoint | null {
  const last = lastObserved(db, offerId, atMs);
  return last?.atMs === atMs ? last : null;
}

/** Times of prices that the user entered, not counting corrections of prices that a source saw. */
export function enteredTimes(db: ReadDb, offerId: number): ReadonlySet<number> {
  const entered = editsOfOffer(db, offerId).filter(
    ({ atMs, after }) => after !== null && observedAt(db, offerId, atMs) === null,
  );
  return new Set(entered.map(({ atMs }) => atMs));
}

/** The blocks around points of a time, with the point before them and the one after. */
function blocksAround(db: ReadDb, offerId: number, times: readonly number[]): BlockRow[] {
  const lastMs = maxOf(times) ?? 0;
  const sql = "SELECT min(from_at) FROM price_block WHERE offer_id = ? AND from_at > ?";
  const nextMs = getValue<number | null>(db, sql, offerId, lastMs) ?? lastMs;
  return observedBlocks(db, offerId, { fromMs: (minOf(times) ?? 0) - 1, toMs: nextMs + 1 });
}

/** Merges points of any time into what was observed of an offer; returns how many change points it gained. */
export function mergePoints(tx: WriteDb, offerId: number, added: readonly PricePoint[]): number {
  if (added.length === 0) return 0;
  const blocks = blocksAround(
    tx,
    offerId,
    added.map(({ atMs }) => atMs),
  );
  const existing = unpackBlocks(blocks);
  // An edit between two equal points makes the second one a change.
  const merge = editsOfOffer(tx, offerId).length > 0 ? mergeByTime : mergeChangePoints;
  const merged = merge(existing, added);
  const replaced = { fromMs: blocks[0]?.from_at ?? 0, toMs: (blocks.at(-1)?.from_at ?? -1) + 1 };
  replaceBlocks(tx, offerId, replaced, merged);
  return merged.length - existing.length;
}

/** Replaces all that was observed of an offer with `points`, ascending change points. */
export function replacePoints(tx: WriteDb, offerId: number, points: readonly PricePoint[]): void {
  replaceBlocks(tx, offerId, allTime, points);
}

export function countPoints(db: ReadDb): number {
  return getValue<number>(db, "SELECT coalesce(sum(count), 0) FROM price_block") ?? 0;
}
