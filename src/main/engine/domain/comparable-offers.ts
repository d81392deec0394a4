import type { Condition } from "../../../shared/contract/primitives.js";

interface Comparable {
  readonly isAuction: boolean;
  readonly condition: Condition | null;
}

/** Used prices do not compare with new ones, so used offers count only if there are no new ones. */
export function comparableOffers<T extends Comparable>(offers: readonly T[]): T[] {
  const nonAuctions = offers.filter((offer) => !offer.isAuction);
  const newOffers = nonAuctions.filter((offer) => offer.condition === null || offer.condition === "new");
  return newOffers.length > 0 ? newOffers : nonAuctions;
}
