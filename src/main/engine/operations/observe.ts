import type { WriteDb } from "../db/store.js";
import type { OfferState } from "../domain/price-event.js";
import { type Announcer, announceChange } from "./announce.js";
import { lastKnownState } from "./last-known.js";
import { type Observation, type Recorded, record } from "./record.js";

/**
 * Enters what a source saw of one offer, oldest first, and tells whom it concerns: once, of the change from before the
 * first to after the last. A computer that was off for a week hears of the price now, not of every step to it.
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
    // What arrives late belongs into the history, but says nothing of now.
    if (last.kind !== "changed" || seen.atMs < last.before.seenMs) continue;
    before ??= lastKnownState(last.before, seen.atMs);
    after = seen;
  }
  if (before !== null && after !== null) announceChange(tx, announcer, after.offerId, before, after);
  return last;
}
