import type { RecordState } from "../db/record-state.js";
import type { OfferState } from "../domain/price-event.js";
import { availabilityCodes } from "../domain/price-point.js";

/** What an offer was before `atMs`; where its stock was not known for a while, with what was last known of that. */
export function lastKnownState(before: RecordState, atMs: number): OfferState {
  const { priceMinor, availability } = before;
  if (availability !== availabilityCodes.unknown) return { priceMinor, availability };
  const known = before
    .lastPoints()
    .points.findLast((point) => point.atMs < atMs && point.availability !== availabilityCodes.unknown);
  return { priceMinor, availability: known?.availability ?? availability };
}
