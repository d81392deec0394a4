import type { Offer } from "../../../shared/contract/offer.js";
import { formatLabel, formatMoney } from "../../lib/format.js";
import { conditionNames } from "../../lib/rule-text.js";
import { texts } from "../../lib/texts.js";

/** The finer grade where there is one; shops may have grades that nobody has translated. */
export function conditionOf({ condition, condition_grade }: Offer): string {
  const { offers } = texts();
  const grades: Readonly<Record<string, string>> = offers.grades;
  if (condition_grade) return grades[condition_grade] ?? formatLabel(condition_grade);
  return condition ? conditionNames()[condition] : "–";
}

/** Empty for the shop itself, and where it is not known. */
export function sellerOf({ seller, is_marketplace }: Offer): string {
  const { offers } = texts();
  if (seller) return seller;
  return is_marketplace ? offers.marketplaceSeller : "";
}

/** `+$5.00`; empty for the best one itself, and where there is none. */
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

/** The cheapest first, as everybody asks for it. */
export const cheapestFirst: OfferOrder = { by: "price", isUp: true };

/** A second click on a column turns its order round; what was just seen comes first. */
export function nextOrder(now: OfferOrder, by: OfferSort): OfferOrder {
  return now.by === by ? { by, isUp: !now.isUp } : { by, isUp: by !== "seen" };
}

function compare(one: Offer, other: Offer, by: OfferSort): number {
  if (by === "retailer") return one.retailer.localeCompare(other.retailer) || one.price - other.price;
  return by === "price" ? one.price - other.price : one.timestamp.localeCompare(other.timestamp);
}

function isOut({ availability }: Offer): number {
  return availability === "out" ? 1 : 0;
}

/** In whatever order, what nobody can buy comes last. */
export function sortRows(offers: readonly Offer[], { by, isUp }: OfferOrder): Offer[] {
  const sign = isUp ? 1 : -1;
  return [...offers].sort((one, other) => isOut(one) - isOut(other) || sign * compare(one, other, by));
}
