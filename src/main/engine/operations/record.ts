import { offerById, type StoredOffer, updateOfferPrice } from "../db/offer.js";
import { appendPoint, mergePoints, readLastPoints } from "../db/price-history.js";
import { clearSuspect, saveSuspect, suspectOf } from "../db/quarantine.js";
import type { WriteDb } from "../db/store.js";
import type { AvailabilityCode, PricePoint } from "../domain/price-point.js";
import { judgePrice, recentMedian } from "../domain/quality.js";

/** What a source saw of an offer at a time. */
export interface Observation {
  readonly offerId: number;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  /** Milliseconds UTC. */
  readonly atMs: number;
}

export type Recorded =
  /** Price or availability differ from before; `before` is the offer as it was. */
  | { readonly kind: "changed"; readonly before: StoredOffer }
  | { readonly kind: "same" }
  /** An outlier that waits for a second check (decision 17). */
  | { readonly kind: "quarantined" }
  | { readonly kind: "rejected" }
  | { readonly kind: "unknown-offer" };

/** Enters one observation into the offer and its history. */
export function record(tx: WriteDb, seen: Observation): Recorded {
  const offer = offerById(tx, seen.offerId);
  if (offer === undefined) return { kind: "unknown-offer" };
  if (seen.priceMinor <= 0) return { kind: "rejected" };
  const isSame = offer.priceMinor === seen.priceMinor && offer.availability === seen.availability;
  if (isSame && seen.atMs >= offer.seenMs) {
    updateOfferPrice(tx, offer.id, { ...seen, seenMs: seen.atMs });
    return { kind: "same" };
  }
  return recordChange(tx, offer, seen);
}

function recordChange(tx: WriteDb, offer: StoredOffer, seen: Observation): Recorded {
  const last = readLastPoints(tx, offer.id);
  if (offer.priceMinor !== seen.priceMinor && !passesQuality(tx, seen, last.points))
    return { kind: "quarantined" };
  const point: PricePoint = seen;
  if (!offer.isAuction && !appendPoint(tx, offer.id, last, point)) mergePoints(tx, offer.id, [point]);
  // An observation that arrives late belongs into the history, but says nothing of now.
  if (seen.atMs >= offer.seenMs) updateOfferPrice(tx, offer.id, { ...seen, seenMs: seen.atMs });
  return { kind: "changed", before: offer };
}

function passesQuality(tx: WriteDb, seen: Observation, points: readonly PricePoint[]): boolean {
  const suspect = suspectOf(tx, seen.offerId);
  const verdict = judgePrice(seen.priceMinor, seen.atMs, recentMedian(points, seen.atMs), suspect);
  if (verdict === "accept") {
    if (suspect !== null) clearSuspect(tx, seen.offerId);
    return true;
  }
  // The first sight of a suspect counts: seeing it every minute must not put off its confirmation.
  if (suspect?.priceMinor !== seen.priceMinor)
    saveSuspect(tx, seen.offerId, { priceMinor: seen.priceMinor, firstSeenMs: seen.atMs });
  return false;
}
