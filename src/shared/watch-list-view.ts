/** The layout of the watch list, stored with the settings. */

export const watchColumns = ["day", "since", "median", "trend", "target", "next", "health", "grade"] as const;
export type WatchColumn = (typeof watchColumns)[number];

/** A sparkline has no order. */
type SortableColumn = Exclude<WatchColumn, "trend">;

export const watchSorts = [
  "attention",
  "title",
  "price",
  ...watchColumns.filter((column): column is SortableColumn => column !== "trend"),
  "added",
] as const;
export type WatchSort = (typeof watchSorts)[number];
export type SortDirection = "up" | "down";

export const quickFilters = [
  "all",
  "drops",
  "target",
  "lowest",
  "out",
  "trouble",
  "visit",
  "bought",
] as const;
export type QuickFilter = (typeof quickFilters)[number];

export interface WatchFilter {
  readonly text: string;
  readonly quick: QuickFilter;
  readonly tags: readonly string[];
}

/** A filter with a name given by the user. */
export interface SavedFilter {
  readonly name: string;
  readonly filter: WatchFilter;
}

export interface WatchListView {
  /** Optional columns to show, besides product and price. The list determines their order. */
  readonly columns: readonly WatchColumn[];
  readonly sort: WatchSort;
  readonly direction: SortDirection;
  readonly saved: readonly SavedFilter[];
}

export const maxSavedFilters = 20;

export const defaultWatchListView: WatchListView = {
  columns: ["day", "since", "grade"],
  sort: "attention",
  direction: "up",
  saved: [],
};
