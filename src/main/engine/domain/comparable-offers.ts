import type { Condition } from "../../../shared/contract/primitives.js";

interface Comparable {
  readonly isAuction: boolean;
  readonly condition: Condition | null;
}

/** A used item's price says nothing about a new one's: used offers count only where there are no new ones. */
export function comparableOffers<T extends Comparable>(offers: readonly T[]): T[] {
  const withHistory = offers.filter((offer) => !offer.isAuction);
  const asNew = withHistory.filter((offer) => offer.condition === null || offer.condition === "new");
  return asNew.length > 0 ? asNew : withHistory;
}
