/** Figures that the engine and the window share, apart from the schemas, which the window does without. */

/** With fewer days of history, a price gets no verdict. */
export const thinHistoryDays = 14;

/** Max products of one change. */
export const maxProductsPerChange = 1_000;
