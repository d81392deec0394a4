/** The made-up market: what the rest of the engine may use of it. */
export { sampleCatalogue } from "./catalogue.js";
export { sampleChanges, sampleOfferIds, sampleStateAt } from "./changes.js";
export { sampleDealsBetween } from "./deals.js";
export { isSampleRecheckable, sampleRetailers } from "./retailers.js";
export { sampleSeed } from "./seed.js";
export { sampleSource } from "./source.js";
