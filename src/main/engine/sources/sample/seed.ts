/** The seed of the market that the app ships. */
export const sampleSeed = 1_946;
