/** Limits apart from the schemas, which neither the window nor small commands load. */

/** With fewer days of history, a price gets no verdict. */
export const thinHistoryDays = 14;

/** Max price, in the currency's main unit: above any retail price, and exact to the cent. */
export const maxPrice = 1_000_000_000_000;

/** Max products of one change. */
export const maxProductsPerChange = 1_000;

/** Max links of one call. */
export const maxLinksPerCall = 500;

/** Days to return what was bought. */
export const maxReturnDays = 1_000;

/** A page that a browser passes on: at most 4 MiB of HTML. */
export const maxPageChars = 4 * 1_048_576;

/** A file of links: at most 8 MiB of text, and as many links. */
export const maxListChars = 8 * 1_048_576;
export const maxListItems = 10_000;

/** How long a request to be paired waits for the user. */
export const pairingMs = 2 * 60_000;
/** Requests that wait at once. */
export const maxPairings = 3;

/** Longer names of shops are slogans. */
export const maxShopName = 40;

/** Max tags of one product. */
export const maxTagsPerProduct = 20;
