import { groupBy } from "../../../../shared/group-by.js";
import { mergeSteps } from "./merge-steps.js";
import type { PricePoint, PriceSeries } from "./price-series.js";

/** A used offer does not make a shop's new one cheaper. */
function keyOf({ retailer, isNew }: PriceSeries): string {
  return `${isNew ? "new" : "used"} ${retailer}`;
}

function idOf(series: PriceSeries): string {
  return `shop ${keyOf(series)}`;
}

export function hasShared(series: readonly PriceSeries[]): boolean {
  return new Set(series.map(keyOf)).size < series.length;
}

/** The cheapest that can be had there; while there is none, the cheapest that it lists, as out of stock. */
function bestOf(series: readonly PriceSeries[]): PricePoint[] {
  return mergeSteps(series).map(({ atMs, inStock, any }) => {
    const isOut = inStock === Number.POSITIVE_INFINITY;
    return { atMs, price: isOut ? any : inStock, availability: isOut ? "out" : null };
  });
}

/** Several offers of one shop become its best price over time; a shop with one offer keeps it as it is. */
export function groupByShop(
  series: readonly PriceSeries[],
  labelOf: (first: PriceSeries, count: number) => string,
): PriceSeries[] {
  return [...groupBy(series, keyOf)].flatMap(([, members]) => {
    const [first] = members;
    if (!first) return [];
    if (members.length === 1) return [first];
    const label = labelOf(first, members.length);
    return [{ ...first, id: idOf(first), label, seller: null, points: bestOf(members) }];
  });
}

/** The offers that a line stands for. */
export function membersOf(line: PriceSeries, series: readonly PriceSeries[]): PriceSeries[] {
  return series.filter((offer) => offer.id === line.id || idOf(offer) === line.id);
}
