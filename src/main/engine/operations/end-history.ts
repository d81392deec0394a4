import { editedTimes } from "../db/history-edit.js";
import { appendPoint, mergePoints, readPointsSince } from "../db/price-history.js";
import { type RecordState, recordStateOf } from "../db/record-state.js";
import type { WriteDb } from "../db/store.js";
import { type PricePoint, saysTheSame } from "../domain/price-point.js";
import type { Observation } from "./record.js";

/** The point in effect at the observation's time; nearly always the newest one. */
function pointInForce(
  tx: WriteDb,
  state: RecordState,
  { offerId, atMs }: Observation,
): PricePoint | undefined {
  const newest = state.lastPoints().points.at(-1);
  if (newest === undefined || newest.atMs <= atMs) return newest;
  return readPointsSince(tx, offerId, atMs)
    .filter((point) => point.atMs <= atMs)
    .at(-1);
}

/**
 * Adds the observation if the history contradicts it. A clock that ran ahead leaves points in the future, so
 * the history can contradict an unchanged offer, even after those times have passed. Histories edited by hand
 * are left alone.
 */
export function endHistoryWith(tx: WriteDb, seen: Observation): void {
  const state = recordStateOf(tx, seen.offerId);
  if (state === undefined || state.isAuction) return;
  const inForce = pointInForce(tx, state, seen);
  if (inForce !== undefined && saysTheSame(inForce, seen)) return;
  if (editedTimes(tx, seen.offerId).size > 0) return;
  if (!appendPoint(tx, seen.offerId, state.lastPoints(), seen)) mergePoints(tx, seen.offerId, [seen]);
}
