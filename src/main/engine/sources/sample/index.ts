import type { Clock } from "../../domain/clock.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import type { CheckableOffer, Source } from "../source.js";
import { sampleStateAt } from "./market.js";
import { isSampleRecheckable } from "./retailers.js";

/** The sample market's interface to the rest of the engine. */
export { sampleCatalogue } from "./catalogue.js";
export { sampleDealsBetween } from "./deals.js";
export { sampleChanges, sampleOfferIds, sampleSeed, sampleStateAt } from "./market.js";
export { isSampleRecheckable, sampleRetailers } from "./retailers.js";

/** Whether the sample market of this seed has the offer now, at a shop that can be checked. */
export function isSampleOffer({ retailer, publicId }: CheckableOffer, seed: number, nowMs: number): boolean {
  return isSampleRecheckable(retailer) && sampleStateAt(publicId, nowMs, seed) !== null;
}

/** The sample market as a source, for its marketplace and electronics retailer. `currentSeed` is `null` without one. */
export function sampleSource(clock: Clock, currentSeed: () => number | null): Source {
  return {
    name: "sample",
    canCheck: (offer) => {
      if (!isSampleRecheckable(offer.retailer)) return false;
      const seed = currentSeed();
      return seed !== null && isSampleOffer(offer, seed, clock.now());
    },
    check: async ({ publicId }) => {
      const seed = currentSeed();
      const state = seed === null ? null : sampleStateAt(publicId, clock.now(), seed);
      if (state === null)
        return { kind: "failed", outcome: "gone", detail: "The sample market does not list it any more." };
      return {
        kind: "seen",
        priceMinor: state.priceMinor,
        availability: toAvailabilityCode(state.availability),
      };
    },
  };
}
