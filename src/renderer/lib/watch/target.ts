import type { WatchRow } from "../../../shared/app/watch.js";

/** The best price as a share of the target, 1 or less once it is reached; null if the two do not compare. */
export function shareOfTarget({ best, target }: WatchRow): number | null {
  if (best === null || target === null || best.currency !== target.currency) return null;
  return best.price / target.price;
}

export function isAtTarget(row: WatchRow): boolean {
  const share = shareOfTarget(row);
  return share !== null && share <= 1;
}
