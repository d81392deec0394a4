import type { WriteDb } from "../../db/store.js";
import type { OfferState } from "../../domain/price-event.js";
import { lastKnownState } from "../products/last-known.js";
import { type PublishContext, publishChange } from "../webhooks/publish-event.js";
import { type Observation, type RecordOutcome, recordObservation } from "./record.js";

/**
 * Records a series of observations of one offer, oldest first, and publishes at most one change: from the
 * state before the first to the state after the last. A computer that was off for a week reports the current
 * price, not every step to it.
 */
export function recordObservations(
  tx: WriteDb,
  publishContext: PublishContext,
  observations: readonly Observation[],
): RecordOutcome | undefined {
  let before: OfferState | null = null;
  let after: Observation | null = null;
  let last: RecordOutcome | undefined;
  for (const observation of observations) {
    last = recordObservation(tx, observation);
    // A late observation belongs in the history, but does not change the current state.
    if (last.kind !== "changed" || observation.atMs < last.before.seenMs) continue;
    before ??= lastKnownState(last.before, observation.atMs);
    after = observation;
  }
  if (before !== null && after !== null) publishChange(tx, publishContext, after.offerId, before, after);
  return last;
}
