import type { WatchRow } from "../../../shared/app/watch.js";
import type { SortDirection, WatchSort } from "../../../shared/watch-list-view.js";
import { hasFallen } from "../../lib/format.js";
import { isTrouble } from "../../lib/watch/watch-health.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { isAtTarget } from "../../lib/watch/watch-item.js";
import { columns, type Order } from "./columns.js";

/** Orders that are not a column's. Titles have no figure: the list arrives in their order. */
const otherOrders = {
  attention: { key: ({ row }) => attentionKey(row), first: "up" },
  title: { key: () => null, first: "up" },
  price: { key: ({ row }) => row.best?.price ?? null, first: "up" },
  added: { key: ({ addedMs }) => addedMs, first: "down" },
} satisfies Readonly<Record<string, Order>>;

function isOther(sort: WatchSort): sort is keyof typeof otherOrders {
  return sort in otherOrders;
}

export function orderOf(sort: WatchSort): Order {
  return isOther(sort) ? otherOrders[sort] : columns[sort].order;
}

/** A price this far below the one when added deserves attention. Percent. */
const worthwhileFall = 5;

/**
 * Sorts by what deserves attention: a reached target, a low, a fall, then trouble. Among equals, the deepest fall
 * first.
 */
function attentionKey(row: WatchRow): number {
  const fall = -Math.min(0, row.change_since_yesterday ?? 0, row.change_since_added ?? 0);
  return attentionRank(row, fall) - fall / 1_000;
}

function attentionRank(row: WatchRow, fall: number): number {
  if (isAtTarget(row)) return 0;
  if (row.is_lowest_ever) return 1;
  if (hasFallen(row.change_since_yesterday)) return 2;
  if (row.grade?.startsWith("A") || fall >= worthwhileFall) return 3;
  if (isTrouble(row)) return 4;
  return row.is_in_stock ? 5 : 6;
}

/** The order of equal rows, whatever the list is sorted by. */
export function inTitleOrder(items: readonly WatchItem[]): WatchItem[] {
  return items.toSorted((a, b) => (a.titleKey < b.titleKey ? -1 : a.titleKey > b.titleKey ? 1 : 0));
}

/**
 * Sorted rows; those without a value come last in either direction. The input is in title order, which equal rows
 * keep, so that ten thousand rows are sorted by numbers alone.
 */
export function sortWatched(
  byTitle: readonly WatchItem[],
  sort: WatchSort,
  direction: SortDirection,
): readonly WatchItem[] {
  if (sort === "title") return direction === "up" ? byTitle : byTitle.toReversed();
  const keys = byTitle.map(orderOf(sort).key);
  const known: number[] = [];
  const unknown: number[] = [];
  keys.forEach((key, index) => {
    (key === null ? unknown : known).push(index);
  });
  const sign = direction === "up" ? 1 : -1;
  known.sort((a, b) => sign * ((keys[a] as number) - (keys[b] as number)));
  return [...known, ...unknown].map((index) => byTitle[index] as WatchItem);
}
