import type { Offer } from "../../../../shared/contract/offer.js";

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
