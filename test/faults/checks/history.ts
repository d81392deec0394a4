import type { BlockRow } from "../../../src/main/engine/db/price-history.js";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { unpackPoints } from "../../../src/main/engine/domain/point-codec.js";
import { hasSameValue, type PricePoint } from "../../../src/main/engine/domain/price-point.js";

interface OfferRow {
  readonly id: number;
  readonly public_id: string;
  readonly price_minor: number;
  readonly availability: number;
  readonly is_auction: number;
  readonly block_count: number;
  readonly last_block_at: number | null;
  readonly is_checked: number;
}

function checkBlock(block: BlockRow): string[] {
  const points = unpackPoints(block.points, block.from_at);
  return [
    ...(points.length === block.count ? [] : [`a block of ${block.count} holds ${points.length} points`]),
    ...(points[0]?.atMs === block.from_at ? [] : ["a block starts at another time than its first point"]),
  ];
}

function checkPoint(point: PricePoint, previous: PricePoint | undefined): string[] {
  if (previous === undefined) return point.priceMinor > 0 ? [] : ["a price of 0"];
  if (previous.atMs >= point.atMs) return ["points out of order"];
  return hasSameValue(previous, point) ? ["a repeated point"] : [];
}

/**
 * The newest point must equal the offer. A clock that was ahead may have left points in the future, which do not count
 * for an offer that this engine checks.
 */
function checkNewest(offer: OfferRow, points: readonly PricePoint[], nowMs: number): string[] {
  const newest = points.filter(({ atMs }) => offer.is_checked === 0 || atMs <= nowMs).at(-1);
  if (newest === undefined) return offer.is_auction === 1 ? [] : ["no points"];
  const isSame = newest.priceMinor === offer.price_minor && newest.availability === offer.availability;
  return isSame ? [] : [`ends at ${newest.priceMinor}, but the offer is ${offer.price_minor}`];
}

function checkOffer(db: ReadDb, offer: OfferRow, nowMs: number): string[] {
  const sql = "SELECT from_at, count, points FROM price_block WHERE offer_id = ? ORDER BY from_at";
  const blocks = allRows<BlockRow>(db, sql, offer.id);
  const points = blocks.flatMap((block) => unpackPoints(block.points, block.from_at));
  const isCountRight =
    offer.block_count === blocks.length && offer.last_block_at === (blocks.at(-1)?.from_at ?? null);
  return [
    ...blocks.flatMap(checkBlock),
    ...points.flatMap((point, i) => checkPoint(point, points[i - 1])),
    ...checkNewest(offer, points, nowMs),
    ...(isCountRight ? [] : ["a wrong block count"]),
  ];
}

/** Every packed history is readable, ascending, without repetitions, and ends with the offer's price. */
export function checkHistory(db: ReadDb, nowMs: number): string[] {
  const sql = `SELECT id, public_id, price_minor, availability, is_auction, block_count, last_block_at,
    EXISTS (SELECT 1 FROM offer_check WHERE offer_id = offer.id) AS is_checked FROM offer`;
  return allRows<OfferRow>(db, sql).flatMap((offer) =>
    checkOffer(db, offer, nowMs).map((error) => `history of ${offer.public_id}: ${error}`),
  );
}
