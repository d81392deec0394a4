import type { BlockRow } from "../../../src/main/engine/db/price-history.js";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { unpackPoints } from "../../../src/main/engine/domain/point-codec.js";
import { hasSameValue, type PricePoint } from "../../../src/main/engine/domain/price-point.js";
import type { Finding } from "./finding.js";

interface OfferRow {
  readonly id: number;
  readonly public_id: string;
  readonly price_minor: number;
  readonly availability: number;
  readonly is_auction: number;
  readonly block_count: number;
  readonly last_block_at: number | null;
  /** 1 where it is checked here, so that the clock says which of its points count. */
  readonly is_checked: number;
}

function blocksOf(db: ReadDb, offerId: number): BlockRow[] {
  const sql = "SELECT from_at, count, points FROM price_block WHERE offer_id = ? ORDER BY from_at";
  return allRows<BlockRow>(db, sql, offerId);
}

function blockFaults(blocks: readonly BlockRow[]): string[] {
  return blocks.flatMap((block) => {
    const points = unpackPoints(block.points, block.from_at);
    const faults = points.length === block.count ? [] : [`a block of ${block.count} holds ${points.length}`];
    return points[0]?.atMs === block.from_at ? faults : [...faults, "a block begins elsewhere"];
  });
}

function orderFaults(points: readonly PricePoint[]): string[] {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    if (before === undefined) return point.priceMinor > 0 ? [] : ["a price of 0"];
    if (before.atMs >= point.atMs) return ["points out of order"];
    return hasSameValue(before, point) ? ["a point that repeats the one before"] : [];
  });
}

/** The newest point is what the offer says; a clock that was ahead may have left some of times to come. */
function endFaults(offer: OfferRow, points: readonly PricePoint[], nowMs: number): string[] {
  const last = points.filter(({ atMs }) => offer.is_checked === 0 || atMs <= nowMs).at(-1);
  if (last === undefined) return offer.is_auction === 1 ? [] : ["no history"];
  const isSame = last.priceMinor === offer.price_minor && last.availability === offer.availability;
  return isSame ? [] : [`ends at ${last.priceMinor}, the offer says ${offer.price_minor}`];
}

function faultsOf(db: ReadDb, offer: OfferRow, nowMs: number): string[] {
  const blocks = blocksOf(db, offer.id);
  const points = blocks.flatMap((block) => unpackPoints(block.points, block.from_at));
  const isCounted =
    offer.block_count === blocks.length && offer.last_block_at === (blocks.at(-1)?.from_at ?? null);
  return [
    ...blockFaults(blocks),
    ...orderFaults(points),
    ...endFaults(offer, points, nowMs),
    ...(isCounted ? [] : ["its blocks are miscounted"]),
  ];
}

/** Every packed history can be read, ascends, says nothing twice, and ends with the offer's own price. */
export function checkHistory(db: ReadDb, nowMs: number): Finding[] {
  const sql = `SELECT id, public_id, price_minor, availability, is_auction, block_count, last_block_at,
    EXISTS (SELECT 1 FROM offer_check WHERE offer_id = offer.id) AS is_checked FROM offer`;
  return allRows<OfferRow>(db, sql).flatMap((offer) =>
    faultsOf(db, offer, nowMs).map((fault) => `The history of ${offer.public_id}: ${fault}`),
  );
}
