import table from "../words/offers.json" with { type: "json" };

const sellerHead = new RegExp(`^(?:${table.seller})$`, "iu");
/** A text that begins by calling a thing used, refurbished or once on display. */
export const usedFirst = new RegExp(`^[^\\p{L}]*(?:${table.used})(?!\\p{L})`, "iu");
/** One that ends so. */
export const usedLast = new RegExp(`(?<!\\p{L})(?:${table.used})[^\\p{L}]*$`, "iu");

/** Whether a table's head says that its column names the sellers. */
export function isSellerHead(text: string): boolean {
  return sellerHead.test(text);
}
