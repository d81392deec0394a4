import { create } from "zustand";
import type { WatchSort } from "./watch-sort.js";

interface WatchViewState {
  readonly sort: WatchSort;
  readonly filter: string;
  /** Services of the rows that are ticked. */
  readonly chosen: ReadonlySet<string>;
}

/** Kept outside the view, so that coming back from a product finds the same list. */
export const useWatchView = create<WatchViewState>(() => ({ sort: "next", filter: "", chosen: new Set() }));

export function sortBy(sort: WatchSort): void {
  useWatchView.setState({ sort });
}

export function filterBy(filter: string): void {
  useWatchView.setState({ filter });
}

export function toggleChosen(service: string): void {
  useWatchView.setState(({ chosen }) => {
    const next = new Set(chosen);
    if (!next.delete(service)) next.add(service);
    return { chosen: next };
  });
}

export function choose(services: readonly string[]): void {
  useWatchView.setState({ chosen: new Set(services) });
}
