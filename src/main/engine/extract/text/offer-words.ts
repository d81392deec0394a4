import table from "../words/offers.json" with { type: "json" };

const sellerHead = new RegExp(`^(?:${table.seller})$`, "iu");
const used = new RegExp(`(?<!\\p{L})(?:${table.used})(?!\\p{L})`, "iu");
/** Longer texts speak of more than a condition. */
const maxCondition = 60;

/** Whether a table's head says that its column names the sellers. */
export function isSellerHead(text: string): boolean {
  return sellerHead.test(text);
}

/** Whether words beside a price say that the thing is used, refurbished or was on display. */
export function isCalledUsed(text: string): boolean {
  return text.length <= maxCondition && used.test(text);
}
