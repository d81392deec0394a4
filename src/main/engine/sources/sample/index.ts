import type { Clock } from "../../domain/clock.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import type { Source } from "../source.js";
import { sampleStateAt } from "./market.js";
import { isSampleRecheckable } from "./retailers.js";

/** The sample market's interface to the rest of the engine. */
export { sampleCatalogue } from "./catalogue.js";
export { sampleDealsBetween } from "./deals.js";
export { sampleChanges, sampleOfferIds, sampleSeed, sampleStateAt } from "./market.js";
export { isSampleRecheckable, sampleRetailers } from "./retailers.js";

/** The sample market as a source, for its marketplace and electronics retailer. `currentSeed` is `null` without one. */
export function sampleSource(clock: Clock, currentSeed: () => number | null): Source {
  const filterCheckable: Source["filterCheckable"] = (offers) => {
    const candidates = offers.filter(({ retailer }) => isSampleRecheckable(retailer));
    const seed = candidates.length === 0 ? null : currentSeed();
    if (seed === null) return [];
    return candidates.filter(({ publicId }) => sampleStateAt(publicId, clock.now(), seed) !== null);
  };
  return {
    name: "sample",
    canCheck: (offer) => filterCheckable([offer]).length > 0,
    filterCheckable,
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
