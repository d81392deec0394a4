import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { ListPriceCheck } from "../../../shared/app/pages.js";
import { DAY_MS } from "../../../shared/time.js";
import type { PointColumns } from "./best-price.js";

/** On how many days a shop had a price, and on how many of them it asked its list price. */
function countDays({ times, prices }: PointColumns, listMinor: number, untilMs: number) {
  const [days, asked] = [new Set<number>(), new Set<number>()];
  times.forEach((fromMs, i) => {
    const price = prices[i] ?? Number.POSITIVE_INFINITY;
    if (price === Number.POSITIVE_INFINITY) return;
    const toMs = Math.min(times[i + 1] ?? untilMs, untilMs);
    for (let day = Math.floor(fromMs / DAY_MS); day * DAY_MS < toMs; day++) {
      days.add(day);
      if (price >= listMinor) asked.add(day);
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
