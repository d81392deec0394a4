import type { WriteDb } from "../db/store.js";
import type { OfferState } from "../domain/price-event.js";
import { type Announcer, announceChange } from "./announce.js";
import { lastKnownState } from "./last-known.js";
import { type Observation, type Recorded, record } from "./record.js";

/**
 * Records a series of observations of one offer, oldest first, and publishes at most one change: from the
 * state before the first to the state after the last. A computer that was off for a week reports the current
 * price, not every step to it.
 */
export function observe(
  tx: WriteDb,
  announcer: Announcer,
  series: readonly Observation[],
): Recorded | undefined {
  let before: OfferState | null = null;
  let after: Observation | null = null;
  let last: Recorded | undefined;
  for (const seen of series) {
    last = record(tx, seen);
    // A late observation belongs in the history, but does not change the current state.
    if (last.kind !== "changed" || seen.atMs < last.before.seenMs) continue;
    before ??= lastKnownState(last.before, seen.atMs);
    after = seen;
  }
  if (before !== null && after !== null) announceChange(tx, announcer, after.offerId, before, after);
  return last;
}
