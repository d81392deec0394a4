import { blankCandidate, type Candidate } from "../../../../src/main/engine/extract/candidate.js";
import type { Priced } from "../../../../src/main/engine/extract/choose/agreement.js";
import type { ReadPrice } from "../../../../src/main/engine/extract/text/read-prices.js";

/** A price that a source on the page states. */
export function stated(price: number, more: Partial<Candidate> = {}): Priced {
  return { ...blankCandidate("json-ld", "json-ld:Product.offers.price"), currency: "EUR", ...more, price };
}

export const metaTag = { from: "meta", path: "meta:product:price:amount" } as const;
export const inScript = { from: "embedded", path: "embedded:product.price" } as const;
export const inText = { from: "text", path: "text:price" } as const;

/** An amount with the currency's sign and no words, as a page shows it. */
export function amount(price: number, more: Partial<ReadPrice> = {}): ReadPrice {
  const plain: Partial<ReadPrice> = { currency: "EUR", isMarked: true, role: "now", words: "", shared: 3 };
  const flags = { isOption: false, isChosen: false, isProse: false, isCalledPrice: false };
  return { ...plain, ...flags, ...more, price } as ReadPrice;
}

export function amountsOf(candidates: readonly Candidate[]): (number | null)[] {
  return candidates.map(({ price }) => price);
}
