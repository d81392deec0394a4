import type { Target } from "./target.js";

/** How many of all cases each target gets, by its share of a million; whoever is named alone gets all of its own. */
export function casesOf(target: Target, all: number): number {
  return Math.max(1, Math.round((target.share * all) / 1_000_000));
}
