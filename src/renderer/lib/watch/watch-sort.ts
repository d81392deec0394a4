import type { WatchHealth, WatchRow } from "../../../shared/app/watch.js";
import type { SortDirection, WatchSort } from "../../../shared/watch-list-view.js";
import { gradeRank } from "../grade.js";
import { isAtTarget, shareOfTarget } from "./target.js";
import { isTrouble } from "./watch-health.js";
import type { WatchItem } from "./watch-item.js";

type Key = number | null;

const troubleRank: Record<WatchHealth["state"], number> = {
  unwatchable: 4,
  blocked: 3,
  failing: 2,
  unchecked: 1,
  ok: 0,
};

function keyOf({ row, addedMs, nextMs }: WatchItem, sort: Exclude<WatchSort, "title">): Key {
  switch (sort) {
    case "attention":
      return attentionKey(row);
    case "price":
      return row.best?.price ?? null;
    case "day":
      return row.change_since_yesterday;
    case "since":
      return row.change_since_added;
    case "median":
      return row.below_median30;
    case "target":
      return shareOfTarget(row);
    case "next":
      return row.health.state === "unwatchable" ? null : nextMs;
    case "health":
      return troubleRank[row.health.state] * 1_000 + Math.min(999, row.health.failures);
    case "grade":
      return gradeRank(row.grade);
    case "added":
      return addedMs;
  }
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
  if ((row.change_since_yesterday ?? 0) < 0) return 2;
  if (row.grade?.startsWith("A") || fall >= worthwhileFall) return 3;
  if (isTrouble(row)) return 4;
  return row.is_in_stock ? 5 : 6;
}

/** The most telling direction of each column: deepest falls, worst troubles, newest first. */
export const firstDirection: Record<WatchSort, SortDirection> = {
  attention: "up",
  title: "up",
  price: "up",
  day: "up",
  since: "up",
  median: "down",
  target: "up",
  next: "up",
  health: "down",
  grade: "up",
  added: "down",
};

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
  const keys = byTitle.map((item) => keyOf(item, sort));
  const known: number[] = [];
  const unknown: number[] = [];
  keys.forEach((key, index) => {
    (key === null ? unknown : known).push(index);
  });
  const sign = direction === "up" ? 1 : -1;
  known.sort((a, b) => sign * ((keys[a] as number) - (keys[b] as number)));
  return [...known, ...unknown].map((index) => byTitle[index] as WatchItem);
}
