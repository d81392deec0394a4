import type { WatchRow } from "../../../shared/app/watch.js";
import { formatMoney, formatPercent } from "../format.js";
import { texts } from "../texts.js";
import { isAtTarget } from "./target.js";

/** Smaller discounts are no reason to buy now. Percent below the usual price. */
const worthwhilePercent = 5;

/** The reasons for buying a watched product now, strongest first; empty if there are none. */
export function reasonsToBuy(row: WatchRow): readonly string[] {
  const { best, target, below_median30: below } = row;
  if (best === null) return [];
  const { deals } = texts();
  const reasons: string[] = [];
  if (isAtTarget(row) && target) {
    const text = best && best.price < target.price ? deals.belowTarget : deals.atTarget;
    reasons.push(text(formatMoney(target.price, target.currency)));
  }
  if (row.is_lowest_ever) reasons.push(deals.lowestEver);
  if (below !== null && below >= worthwhilePercent) reasons.push(deals.underUsual(formatPercent(below)));
  return reasons;
}

/** Watched products at a good price: those at their target first, then the furthest below their usual price. */
export function goodNow(rows: readonly WatchRow[]): readonly WatchRow[] {
  const rank = (row: WatchRow) => (isAtTarget(row) ? 1_000 : 0) + (row.below_median30 ?? 0);
  return rows.filter((row) => reasonsToBuy(row).length > 0).toSorted((one, other) => rank(other) - rank(one));
}
