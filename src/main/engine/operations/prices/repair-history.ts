import { editedTimes } from "../../db/history-edit.js";
import { appendPoint, mergePoints, readPointsSince } from "../../db/price-history.js";
import { type RecordState, readRecordState } from "../../db/record-state.js";
import type { WriteDb } from "../../db/store.js";
import { hasSameValue, type PricePoint } from "../../domain/price-point.js";
import type { Observation } from "./record.js";

/** The point in effect at the observation's time; nearly always the newest one. */
function effectivePoint(
  tx: WriteDb,
  state: RecordState,
  { offerId, atMs }: Observation,
): PricePoint | undefined {
  const newest = state.readLastPoints().points.at(-1);
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
export function repairHistoryEnd(tx: WriteDb, observation: Observation): void {
  const state = readRecordState(tx, observation.offerId);
  if (state === undefined || state.isAuction) return;
  const effective = effectivePoint(tx, state, observation);
  if (effective !== undefined && hasSameValue(effective, observation)) return;
  if (editedTimes(tx, observation.offerId).size > 0) return;
  if (!appendPoint(tx, observation.offerId, state.readLastPoints(), observation))
    mergePoints(tx, observation.offerId, [observation]);
}
