import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { ListPriceCheck } from "../../../shared/app/pages.js";
import { DAY_MS } from "../../../shared/time.js";
import type { PointColumns } from "./best-price.js";

/**
 * On how many days a shop had a price, and on how many of them it asked its list price. Days are whole and end now, as
 * those of the history do; the part of a day before the first one belongs to that.
 */
function countDays({ times, prices }: PointColumns, listMinor: number, nowMs: number) {
  const [days, asked] = [new Set<number>(), new Set<number>()];
  let firstDay: number | null = null;
  times.forEach((fromMs, i) => {
    const price = prices[i] ?? Number.POSITIVE_INFINITY;
    if (price === Number.POSITIVE_INFINITY) return;
    firstDay ??= Math.floor((nowMs - fromMs) / DAY_MS) - 1;
    const toMs = Math.min(times[i + 1] ?? nowMs, nowMs);
    for (let day = Math.floor((nowMs - toMs) / DAY_MS); day * DAY_MS < nowMs - fromMs; day++) {
      days.add(Math.min(day, firstDay));
      if (price >= listMinor) asked.add(Math.min(day, firstDay));
    }
  });
  return { days: days.size, asked: asked.size };
}

interface ListPrice {
  readonly listMinor: number;
  /** The shop's own prices; infinite while it is out of stock, when it asks none. */
  readonly columns: PointColumns;
  /** Prices of archived copies, each of its own day. */
  readonly copies: readonly number[];
  readonly nowMs: number;
}

/** How often a shop has asked the price that it strikes through; `null` with too few days to say. */
export function checkListPrice({ listMinor, columns, copies, nowMs }: ListPrice): ListPriceCheck | null {
  const { days, asked } = countDays(columns, listMinor, nowMs);
  if (days < thinHistoryDays) return null;
  const askedCopies = copies.filter((price) => price >= listMinor).length;
  return { days, asked, copies: copies.length, asked_copies: askedCopies };
}
