import type { WatchRow } from "../../../shared/app/watch.js";
import { type QuickFilter, quickFilters, type WatchFilter } from "../../../shared/watch-list-view.js";
import { hasFallen } from "../format.js";
import { isTrouble } from "./watch-health.js";
import { isAtTarget, type WatchItem, wordsOf } from "./watch-item.js";

/** The predicate of each quick filter. */
export function passesQuick(row: WatchRow, quick: QuickFilter): boolean {
  switch (quick) {
    case "all":
      return true;
    case "drops":
      return hasFallen(row.change_since_yesterday);
    case "target":
      return isAtTarget(row);
    case "lowest":
      return row.is_lowest_ever;
    case "out":
      return !row.is_in_stock;
    case "trouble":
      return isTrouble(row);
    case "visit":
      return row.to_visit.length > 0;
    case "bought":
      // They are in a list of their own.
      return false;
  }
}

function sameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function hasTags(row: WatchRow, tags: readonly string[]): boolean {
  return tags.every((tag) => row.tags.some((own) => sameTag(own, tag)));
}

/** Items with all words and all tags that pass the quick filter. */
export function filterWatched(items: readonly WatchItem[], filter: WatchFilter): WatchItem[] {
  const words = wordsOf(filter.text);
  return items.filter(
    ({ row, haystack }) =>
      passesQuick(row, filter.quick) &&
      hasTags(row, filter.tags) &&
      words.every((spellings) => spellings.some((word) => haystack.includes(word))),
  );
}

/** The number of items that pass each quick filter. */
export function quickCounts(items: readonly WatchItem[]): Record<QuickFilter, number> {
  const counts = { all: 0, drops: 0, target: 0, lowest: 0, out: 0, trouble: 0, visit: 0, bought: 0 };
  for (const { row } of items) for (const quick of quickFilters) if (passesQuick(row, quick)) counts[quick]++;
  return counts;
}

/** The tags of all rows, most frequent first. */
export function tagCounts(items: readonly WatchItem[]): { readonly name: string; readonly count: number }[] {
  const byKey = new Map<string, { name: string; count: number }>();
  for (const { row } of items)
    for (const tag of row.tags) {
      const known = byKey.get(tag.toLowerCase());
      if (known) known.count++;
      else byKey.set(tag.toLowerCase(), { name: tag, count: 1 });
    }
  return [...byKey.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
