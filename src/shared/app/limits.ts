/** Limits that the engine and the window share. They are not in the schemas' files, which the window does not load. */

/** With fewer days of history, a price gets no verdict. */
export const thinHistoryDays = 14;

/** Max products of one change. */
export const maxProductsPerChange = 1_000;
