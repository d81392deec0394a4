import table from "../words/offers.json" with { type: "json" };

const sellerHead = new RegExp(`^(?:${table.seller})$`, "iu");
const usedFirst = new RegExp(`^[^\\p{L}]*(?:${table.used})(?!\\p{L})`, "iu");
const usedLast = new RegExp(`(?<!\\p{L})(?:${table.used})[^\\p{L}]*$`, "iu");

/** Whether a table's head says that its column names the sellers. */
export function isSellerHead(text: string): boolean {
  return sellerHead.test(text);
}

/** Whether a text begins by calling a thing used, refurbished or once on display. */
export function beginsUsed(text: string): boolean {
  return usedFirst.test(text);
}

/** Whether it ends so. */
export function endsUsed(text: string): boolean {
  return usedLast.test(text);
}
