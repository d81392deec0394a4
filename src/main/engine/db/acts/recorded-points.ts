import { groupBy } from "../../../../shared/arrays.js";
import { unpackPoints } from "../../domain/point-codec.js";
import {
  type AvailabilityCode,
  hasSameValue,
  isSameValue,
  type PricePoint,
} from "../../domain/price-point.js";
import { readObserved, replacePoints } from "../prices/price-history.js";
import type { WriteDb } from "../store.js";
import type { RowChange, RowValues } from "./recorded-tables.js";

/** In place of a table, in changes of a history: checks add points to the same blocks. */
export const pointTable = "price_point";

function unpackRow(row: RowValues | null): PricePoint[] {
  return row === null ? [] : unpackPoints(Buffer.from(String(row.points), "hex"), Number(row.from_at));
}

function toRow(offerId: number, point: PricePoint | undefined): RowValues | null {
  if (point === undefined) return null;
  return {
    offer_id: offerId,
    at: point.atMs,
    price_minor: point.priceMinor,
    availability: point.availability,
  };
}

function pointChanges(offerId: number, blocks: readonly RowChange[]): RowChange[] {
  const byTime = (points: readonly PricePoint[]) => new Map(points.map((point) => [point.atMs, point]));
  const before = byTime(blocks.flatMap(([, row]) => unpackRow(row)));
  const after = byTime(blocks.flatMap(([, , row]) => unpackRow(row)));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((atMs): RowChange[] => {
    const [was, is] = [before.get(atMs), after.get(atMs)];
    if (was !== undefined && is !== undefined && hasSameValue(was, is)) return [];
    return [[pointTable, toRow(offerId, was), toRow(offerId, is)]];
  });
}

function offerOf([, before, after]: RowChange): number {
  return Number((before ?? after)?.offer_id);
}

/**
 * Replaces changes of packed blocks by changes of points, where the offer stays. An offer that is deleted takes its blocks
 * with it and brings them back; those of a new one are deleted with it.
 */
export function comparePoints(changes: readonly RowChange[]): RowChange[] {
  const offers = changes.filter(
    ([table, before, after]) => table === "offer" && (before === null || after === null),
  );
  const deleted = new Set(offers.flatMap(([, before, after]) => (after === null ? [before?.id] : [])));
  const inserted = new Set(offers.flatMap(([, before, after]) => (before === null ? [after?.id] : [])));
  const isBlock = ([table]: RowChange) => table === "price_block";
  const isGone = (change: RowChange) => deleted.has(offerOf(change));
  const stays = (change: RowChange) => isBlock(change) && !isGone(change) && !inserted.has(offerOf(change));
  const points = [...groupBy(changes.filter(stays), offerOf)].flatMap(([offerId, blocks]) =>
    pointChanges(offerId, blocks),
  );
  return [...changes.filter((change) => !isBlock(change) || isGone(change)), ...points];
}

function toPoint(row: RowValues): PricePoint {
  return {
    atMs: Number(row.at),
    priceMinor: Number(row.price_minor),
    availability: Number(row.availability) as AvailabilityCode,
  };
}

/** Restores points that still have what the act wrote; returns whether others had to stay. Points recorded since stay. */
export function revertPoints(tx: WriteDb, offerId: number, changes: readonly RowChange[]): boolean {
  const points = new Map(readObserved(tx, offerId).map((point) => [point.atMs, point]));
  let hasKept = false;
  for (const [, before, after] of changes) {
    const [was, is] = [before && toPoint(before), after && toPoint(after)];
    const atMs = (was ?? is)?.atMs ?? 0;
    const now = points.get(atMs) ?? null;
    if (isSameValue(now, is)) {
      if (was === null) points.delete(atMs);
      else points.set(atMs, was);
    } else if (!isSameValue(now, was)) hasKept = true;
  }
  replacePoints(
    tx,
    offerId,
    [...points.values()].sort((one, other) => one.atMs - other.atMs),
  );
  return hasKept;
}
