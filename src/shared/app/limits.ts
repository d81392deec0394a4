/** Limits that the engine and the window share. They are not in the schemas' files, which the window does not load. */

/** With fewer days of history, a price gets no verdict. */
export const thinHistoryDays = 14;

/** Max products of one change. */
export const maxProductsPerChange = 1_000;

/** A page that a browser passes on: at most 4 MiB of HTML. */
export const maxPageChars = 4 * 1_048_576;

/** A file of links: at most 8 MiB of text, and as many links. */
export const maxListChars = 8 * 1_048_576;
export const maxListItems = 10_000;
