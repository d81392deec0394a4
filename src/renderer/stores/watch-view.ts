import { create } from "zustand";
import type {
  SavedFilter,
  SortDirection,
  WatchColumn,
  WatchFilter,
  WatchListView,
  WatchSort,
} from "../../shared/watch-list-view.js";
import { maxSavedFilters, watchColumns } from "../../shared/watch-list-view.js";
import { changeSettings, useSettings } from "./settings.js";

interface WatchViewState {
  readonly filter: WatchFilter;
  /** Product keys of the selected rows. */
  readonly selected: ReadonlySet<string>;
  /** The row with the keyboard focus. */
  readonly active: string | null;
}

const noFilter: WatchFilter = { text: "", quick: "all", tags: [] };

/** Kept outside of the view, so that going back from a product shows the same list. */
export const useWatchView = create<WatchViewState>(() => ({
  filter: noFilter,
  selected: new Set(),
  active: null,
}));

/** Columns, order and saved filters: stored in the settings. */
export function useListView(): WatchListView {
  return useSettings((state) => state.watchList);
}

function changeView(part: Partial<WatchListView>): void {
  void changeSettings({ watchList: { ...useSettings.getState().watchList, ...part } });
}

/** Sorts the list, in its first direction, or reverses the order it has. */
export function sortBy(sort: WatchSort, first: SortDirection): void {
  const now = useSettings.getState().watchList;
  const direction = now.sort === sort ? (now.direction === "up" ? "down" : "up") : first;
  changeView({ sort, direction });
}

/** Shows or hides a column; columns keep the list's order. */
export function toggleColumn(column: WatchColumn): void {
  const { columns } = useSettings.getState().watchList;
  const wanted = columns.includes(column)
    ? columns.filter((other) => other !== column)
    : watchColumns.filter((other) => other === column || columns.includes(other));
  changeView({ columns: wanted });
}

export function filterBy(part: Partial<WatchFilter>): void {
  useWatchView.setState(({ filter }) => ({ filter: { ...filter, ...part } }));
}

export function showAll(): void {
  useWatchView.setState({ filter: noFilter });
}

export function isFiltered({ text, quick, tags }: WatchFilter): boolean {
  return text !== "" || quick !== "all" || tags.length > 0;
}

/** Saves the filter under a name, replacing one of the same name. */
export function saveFilter(name: string): void {
  const { saved } = useSettings.getState().watchList;
  const { filter } = useWatchView.getState();
  const others = saved.filter((each) => each.name !== name);
  changeView({ saved: [...others, { name, filter }].slice(-maxSavedFilters) });
}

export function removeSavedFilter({ name }: SavedFilter): void {
  const { saved } = useSettings.getState().watchList;
  changeView({ saved: saved.filter((each) => each.name !== name) });
}

export function toggleSelected(productKey: string): void {
  useWatchView.setState(({ selected }) => {
    const next = new Set(selected);
    if (!next.delete(productKey)) next.add(productKey);
    return { selected: next };
  });
}

export function select(productKeys: Iterable<string>): void {
  useWatchView.setState({ selected: new Set(productKeys) });
}

export function activate(productKey: string | null): void {
  useWatchView.setState({ active: productKey });
}
