import type { PriceStatistics } from "../../../../shared/app/statistics.js";

type Known = PriceStatistics["cheapest_retailers"][number];

export interface ShopShare {
  /** Null for all that are not named. */
  readonly retailer: string | null;
  /** Percent of the days. */
  readonly share: number;
}

const mostNamed = 5;
/** Of fewer days a share would claim more than is known. */
const fewestDays = 7;

/** The shops that had the best price, the most frequent first; those after the fifth as one. Empty where little is known. */
export function shopShares(known: readonly Known[]): ShopShare[] {
  if (known.reduce((sum, { days }) => sum + days, 0) < fewestDays) return [];
  const isTail = known.length > mostNamed + 1;
  const named = isTail ? known.slice(0, mostNamed) : known;
  const rest = known.slice(named.length).reduce((sum, { share }) => sum + share, 0);
  return [
    ...named.map(({ retailer, share }) => ({ retailer, share })),
    ...(isTail ? [{ retailer: null, share: rest }] : []),
  ];
}
