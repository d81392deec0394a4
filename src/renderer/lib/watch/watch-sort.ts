import type { WatchHealth } from "../../../shared/app/watch.js";
import type { SortDirection, WatchSort } from "../../../shared/watch-list-view.js";
import { shareOfTarget } from "./target.js";
import type { WatchItem } from "./watch-item.js";

type Key = number | string | null;

const troubleRank: Record<WatchHealth["state"], number> = {
  unwatchable: 4,
  blocked: 3,
  failing: 2,
  unchecked: 1,
  ok: 0,
};

function keyOf({ row, titleKey }: WatchItem, sort: WatchSort): Key {
  switch (sort) {
    case "title":
      return titleKey;
    case "price":
      return row.best?.price ?? null;
    case "day":
      return row.change_since_yesterday;
    case "median":
      return row.below_median30;
    case "target":
      return shareOfTarget(row);
    case "next":
      return row.health.state === "unwatchable" ? null : row.next_check_at;
    case "health":
      return troubleRank[row.health.state] * 1_000 + Math.min(999, row.health.failures);
    case "added":
      return row.added_at;
  }
}

/** The way in which each column says most at its top: the deepest falls, the worst troubles, the newest. */
export const firstDirection: Record<WatchSort, SortDirection> = {
  title: "up",
  price: "up",
  day: "up",
  median: "down",
  target: "up",
  next: "up",
  health: "down",
  added: "down",
};

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rows in order; those that have no such figure come last, whichever the direction, and equals stay by title. */
export function sortWatched(
  items: readonly WatchItem[],
  sort: WatchSort,
  direction: SortDirection,
): WatchItem[] {
  const sign = direction === "up" ? 1 : -1;
  const keyed = items.map((item) => ({ item, key: keyOf(item, sort) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null)
      return Number(a.key === null) - Number(b.key === null) || compare(a.item.titleKey, b.item.titleKey);
    return sign * compare(a.key, b.key) || compare(a.item.titleKey, b.item.titleKey);
  });
  return keyed.map(({ item }) => item);
}
