import { updateOfferPrice } from "../db/offer.js";
import { appendPoint, type LastPoints, mergePoints, readPointsSince } from "../db/price-history.js";
import { type RecordState, recordStateOf, saveSuspect } from "../db/record-state.js";
import type { WriteDb } from "../db/store.js";
import type { AvailabilityCode, PricePoint } from "../domain/price-point.js";
import { isNearAll, judgePrice, medianWindowMs, recentMedian } from "../domain/quality.js";

/** An offer's price and availability as seen by a source. */
export interface Observation {
  readonly offerId: number;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

export type Recorded =
  /** Price or availability differ from `before`. */
  | { readonly kind: "changed"; readonly before: RecordState }
  | { readonly kind: "same" }
  /** An outlier that waits for a second check (decision 17). */
  | { readonly kind: "quarantined" }
  | { readonly kind: "rejected" }
  | { readonly kind: "unknown-offer" };

/** Records one observation in the offer and its history. */
export function record(tx: WriteDb, seen: Observation): Recorded {
  const state = recordStateOf(tx, seen.offerId);
  if (state === undefined) return { kind: "unknown-offer" };
  if (seen.priceMinor <= 0) return { kind: "rejected" };
  const isSame = state.priceMinor === seen.priceMinor && state.availability === seen.availability;
  if (isSame && seen.atMs >= state.seenMs) {
    updateOfferPrice(tx, seen.offerId, { ...seen, seenMs: seen.atMs });
    if (state.suspect !== null) saveSuspect(tx, seen.offerId, null);
    return { kind: "same" };
  }
  return recordChange(tx, state, seen);
}

function recordChange(tx: WriteDb, state: RecordState, seen: Observation): Recorded {
  const last = state.lastPoints();
  if (state.priceMinor !== seen.priceMinor && !passesQuality(tx, state, seen, last))
    return { kind: "quarantined" };
  const point: PricePoint = seen;
  if (!state.isAuction && !appendPoint(tx, seen.offerId, last, point)) mergePoints(tx, seen.offerId, [point]);
  // A late observation belongs in the history, but does not change the current price.
  if (seen.atMs >= state.seenMs) updateOfferPrice(tx, seen.offerId, { ...seen, seenMs: seen.atMs });
  return { kind: "changed", before: state };
}

/** The newest block, plus earlier points if that block does not cover the median's whole window. */
function recentPoints(tx: WriteDb, seen: Observation, last: LastPoints): readonly PricePoint[] {
  const sinceMs = seen.atMs - medianWindowMs;
  const reachesBack = last.isWhole || last.block === null || last.block.from_at <= sinceMs;
  return reachesBack ? last.points : readPointsSince(tx, seen.offerId, sinceMs);
}

function passesQuality(tx: WriteDb, { suspect }: RecordState, seen: Observation, last: LastPoints): boolean {
  const recent = recentPoints(tx, seen, last);
  if (suspect === null && isNearAll(seen.priceMinor, recent)) return true;
  const median = recentMedian(recent, seen.atMs);
  const verdict = judgePrice(seen.priceMinor, seen.atMs, median, suspect);
  if (verdict === "accept") {
    if (suspect !== null) saveSuspect(tx, seen.offerId, null);
    return true;
  }
  // The first sighting counts: checking every minute must not postpone the confirmation.
  if (suspect?.priceMinor !== seen.priceMinor)
    saveSuspect(tx, seen.offerId, { priceMinor: seen.priceMinor, firstSeenMs: seen.atMs });
  return false;
}
