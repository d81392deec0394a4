import type { Clock } from "../../domain/clock.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import type { CheckableOffer, Source } from "../source.js";
import { isListed, sampleStateAt } from "./market.js";
import { isSampleRecheckable } from "./retailers.js";

/** The sample market's interface to the rest of the engine. */
export { sampleCatalogue } from "./catalogue.js";
export { sampleDealsBetween } from "./deals.js";
export { sampleChanges, sampleOfferIds, sampleStateAt } from "./market.js";
export { isSampleRecheckable } from "./retailers.js";

/** Whether the sample market has the offer, at a shop that can be checked. */
export function isSampleOffer({ retailer, publicId }: CheckableOffer): boolean {
  return isSampleRecheckable(retailer) && isListed(publicId);
}

/** The sample market as a source, for its marketplace and electronics retailer. */
export function sampleSource(clock: Clock, isLoaded: () => boolean): Source {
  return {
    canCheck: (offer) => isSampleRecheckable(offer.retailer) && isLoaded() && isSampleOffer(offer),
    check: async ({ publicId }) => {
      const state = isLoaded() ? sampleStateAt(publicId, clock.now()) : null;
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
