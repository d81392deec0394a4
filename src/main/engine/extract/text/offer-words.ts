import table from "../words/offers.json" with { type: "json" };

const sellerHead = new RegExp(`^(?:${table.seller})$`, "iu");
const toSeller = new RegExp(`^\\W*(?:${table.toSeller})\\P{L}*$`, "iu");
/** What calls a thing used, refurbished or a display item. */
export const usedWords = `(?:${table.used})`;
/** Matches a text that begins by calling something used, refurbished or a display item. */
export const usedFirst = new RegExp(`^[^\\p{L}]*${usedWords}(?!\\p{L})`, "iu");
/** Matches a text that ends by doing so. */
export const usedLast = new RegExp(`(?<!\\p{L})${usedWords}[^\\p{L}]*$`, "iu");
/** The same where the text before it is another element's, without white space: the cells of a row. */
export const usedCell = new RegExp(`${usedWords}[^\\p{L}]*$`, "iu");

/** Whether a table's head says that its column names the sellers. */
export function isSellerHead(text: string): boolean {
  return sellerHead.test(text);
}

/** Whether a link or button leads to a seller: "To the shop". */
export function leadsToSeller(text: string): boolean {
  return toSeller.test(text);
}
