import type { WatchRow } from "../../../shared/app/watch.js";
import { formatMoney, formatPercent } from "../format.js";
import { gradeTone } from "../grade.js";
import { texts } from "../texts.js";
import { isAtTarget } from "./watch-item.js";

/** Smaller discounts are no reason to buy now. Percent below the usual price, or an earlier one. */
const worthwhilePercent = 5;

/** Whether the history is too young to call a price usual, so that only earlier prices can be compared. */
function isYoung(row: WatchRow): boolean {
  return row.usual_low === null;
}

/** How far a price has fallen, in percent: since the product was added only until it has a usual price. */
function dropsOf(row: WatchRow): { readonly sinceAdded: number; readonly sinceYesterday: number } {
  const { change_since_added: added, change_since_yesterday: yesterday, below_median30: below } = row;
  return {
    sinceAdded: isYoung(row) ? -(added ?? 0) : 0,
    // Back to the usual price from a higher one is no bargain.
    sinceYesterday: below !== null && below <= 0 ? 0 : -(yesterday ?? 0),
  };
}

/** The reasons for buying a watched product now, strongest first; empty if there are none. */
export function reasonsToBuy(row: WatchRow): readonly string[] {
  const { best, target, below_median30: below } = row;
  // The verdict on a price without a good grade says so, however much it has dropped.
  if (best === null || (row.grade !== null && gradeTone(row.grade) !== "good")) return [];
  const { deals, verdict } = texts();
  const reasons: string[] = [];
  if (isAtTarget(row) && target) {
    const text = best.price < target.price ? verdict.belowTarget : verdict.atTarget;
    reasons.push(text(formatMoney(target.price, target.currency)));
  }
  if (row.is_lowest_ever) reasons.push(deals.lowestEver);
  if (below !== null && below >= worthwhilePercent) reasons.push(deals.underUsual(formatPercent(below)));
  const { sinceAdded, sinceYesterday } = dropsOf(row);
  if (sinceAdded >= worthwhilePercent) reasons.push(deals.lessThanAdded(formatPercent(sinceAdded)));
  if (sinceYesterday >= worthwhilePercent && sinceYesterday !== sinceAdded)
    reasons.push(deals.lessThanYesterday(formatPercent(sinceYesterday)));
  return reasons.length === 0 && row.grade !== null ? [deals.goodPrice] : reasons;
}

/** Watched products that can be bought, but have no usual price yet and no other reason to be a good buy. */
export function tooYoung(rows: readonly WatchRow[]): readonly WatchRow[] {
  return rows.filter((row) => row.best !== null && isYoung(row) && reasonsToBuy(row).length === 0);
}

/** Watched products at a good price: those at their target first, then the largest discounts. */
export function goodNow(rows: readonly WatchRow[]): readonly WatchRow[] {
  const rank = (row: WatchRow) =>
    (isAtTarget(row) ? 1_000 : 0) + Math.max(row.below_median30 ?? 0, ...Object.values(dropsOf(row)));
  return rows.filter((row) => reasonsToBuy(row).length > 0).toSorted((one, other) => rank(other) - rank(one));
}
