import type { RecordState } from "../../db/record-state.js";
import type { OfferState } from "../../domain/price-event.js";
import { availabilityCodes } from "../../domain/price-point.js";

/** The offer's state before `atMs`, with its last known availability if the latest is unknown. */
export function lastKnownState(before: RecordState, atMs: number): OfferState {
  const { priceMinor, availability } = before;
  if (availability !== availabilityCodes.unknown) return { priceMinor, availability };
  const known = before
    .readLastPoints()
    .points.findLast((point) => point.atMs < atMs && point.availability !== availabilityCodes.unknown);
  return { priceMinor, availability: known?.availability ?? availability };
}
