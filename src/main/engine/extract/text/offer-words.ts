import table from "../words/offers.json" with { type: "json" };

/** A table's head that says that its column names the sellers. */
export const sellerHead = new RegExp(`^(?:${table.seller})$`, "iu");
/** A text that begins by calling a thing used, refurbished or once on display. */
export const usedFirst = new RegExp(`^[^\\p{L}]*(?:${table.used})(?!\\p{L})`, "iu");
/** One that ends so. */
export const usedLast = new RegExp(`(?<!\\p{L})(?:${table.used})[^\\p{L}]*$`, "iu");
