/** The sample market: all that the rest of the engine may use of it. */
export { sampleCatalogue } from "./catalogue.js";
export { sampleDealsBetween } from "./deals.js";
export { sampleChanges, sampleOfferIds, sampleSeed, sampleStateAt } from "./market.js";
export { isSampleRecheckable, sampleRetailers } from "./retailers.js";
export { sampleSource } from "./source.js";
