import { editedTimes } from "../db/history-edit.js";
import { appendPoint, mergePoints, readPointsSince } from "../db/price-history.js";
import { type RecordState, recordStateOf } from "../db/record-state.js";
import type { WriteDb } from "../db/store.js";
import { type PricePoint, saysTheSame } from "../domain/price-point.js";
import type { Observation } from "./record.js";

/** What the history says of a time; nearly always its newest point. */
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
 * A clock that was ahead has left points of times that had not come. Then the history says something else of now than the
 * offer, which has not changed since: before those times have come, and once they have, if the price was another one
 * meanwhile. What is seen now is entered. What the shopper has put right by hand stays as it is.
 */
export function endHistoryWith(tx: WriteDb, seen: Observation): void {
  const state = recordStateOf(tx, seen.offerId);
  if (state === undefined || state.isAuction) return;
  const inForce = pointInForce(tx, state, seen);
  if (inForce !== undefined && saysTheSame(inForce, seen)) return;
  if (editedTimes(tx, seen.offerId).size > 0) return;
  if (!appendPoint(tx, seen.offerId, state.lastPoints(), seen)) mergePoints(tx, seen.offerId, [seen]);
}
