export interface QuickTarget {
  readonly price: number;
  /** Percent under the price of now; null for the lowest price ever. */
  readonly percent: number | null;
}

const percents = [5, 10, 20] as const;
const mostShown = 3;

/** Whole amounts from 20 on, where cents do not matter. */
function rounded(price: number): number {
  return price >= 20 ? Math.floor(price) : Math.max(0.01, Math.floor(price * 100) / 100);
}

/** Targets that are worth a click: some percent under the price of now, and the lowest so far where it is lower still. */
export function quickTargets(price: number | null, lowest: number | null): QuickTarget[] {
  if (price === null) return [];
  const cheaper = percents.map((percent) => ({ price: rounded(price * (1 - percent / 100)), percent }));
  const low = lowest !== null && lowest < price ? [{ price: lowest, percent: null }] : [];
  return [...cheaper.filter((each) => each.price !== lowest).slice(0, mostShown - low.length), ...low];
}
