import type { Offer } from "../../../shared/contract/offer.js";
import { formatLabel, formatMoney } from "../../lib/format.js";
import { conditionNames } from "../../lib/rule-text.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";

/** The finer grade if there is one. Shops may use grades without a translation. */
export function conditionOf({ condition, condition_grade }: Offer): string {
  const grades: Readonly<Record<string, string>> = texts().offers.grades;
  if (condition_grade) return grades[condition_grade] ?? formatLabel(condition_grade);
  return condition ? conditionNames()[condition] : "–";
}

/** Empty for the shop itself, and if unknown. */
export function sellerOf({ seller, is_marketplace }: Offer): string {
  if (seller) return seller;
  return is_marketplace ? texts().offers.marketplaceSeller : "";
}

/** `+$5.00`; empty for the best offer itself, and without one. */
export function differenceTo(best: Offer | null, { id, price, currency }: Offer): string {
  if (best === null || id === best.id || price === best.price) return "";
  const sign = price > best.price ? "+" : "−";
  return `${sign}${formatMoney(Math.abs(price - best.price), currency)}`;
}

export const offerSorts = ["retailer", "price", "seen"] as const;
export type OfferSort = (typeof offerSorts)[number];

export interface OfferOrder {
  readonly by: OfferSort;
  readonly isUp: boolean;
}

/** Cheapest first by default. */
export const cheapestFirst: OfferOrder = { by: "price", isUp: true };

/** A second click on a column reverses its order; the first sorts most recent first. */
export function nextOrder(now: OfferOrder, by: OfferSort): OfferOrder {
  return now.by === by ? { by, isUp: !now.isUp } : { by, isUp: by !== "seen" };
}

function compare(one: Offer, other: Offer, by: OfferSort): number {
  if (by === "retailer")
    return shopName(one.retailer).localeCompare(shopName(other.retailer)) || one.price - other.price;
  return by === "price" ? one.price - other.price : one.timestamp.localeCompare(other.timestamp);
}

function isOut({ availability }: Offer): number {
  return availability === "out" ? 1 : 0;
}

/** Offers out of stock come last in any order. */
export function sortRows(offers: readonly Offer[], { by, isUp }: OfferOrder): Offer[] {
  const sign = isUp ? 1 : -1;
  return [...offers].sort((one, other) => isOut(one) - isOut(other) || sign * compare(one, other, by));
}

export function canBeOpened({ URL: url }: Pick<Offer, "URL">): boolean {
  return url.startsWith("https://");
}
