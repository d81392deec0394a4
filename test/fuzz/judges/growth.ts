import { Wrong } from "../machinery/target.js";

/** Does the work once; returns how much it was, in any unit. */
export type Measure = (size: number) => number;

export interface GrowthLimits {
  readonly largest: number;
  /** Below this a measurement says more of the machine than of the work. */
  readonly leastWork: number;
  readonly tries: number;
}

/** Four times as much of the same may take four times the work, and something; sixteen times is a square. */
const mostGrowth = 10;

function least(measure: Measure, size: number, tries: number): number {
  return Math.min(...Array.from({ length: tries }, () => measure(size)));
}

/**
 * The growth of the work from a size to its fourfold, at the smallest size at which it can be measured; `null` where
 * even the largest is too little work.
 */
export function growthOf(measure: Measure, { largest, leastWork, tries }: GrowthLimits): number | null {
  for (let size = 250; size * 4 <= largest; size *= 2) {
    if (measure(size) < leastWork) continue;
    const small = least(measure, size, tries);
    if (small >= leastWork) return least(measure, size * 4, tries) / small;
  }
  return null;
}

/** What looks like a square is measured again, and more often: the machine has other things to do, too. */
export function judgeGrowth(measure: Measure, limits: GrowthLimits): void {
  const first = growthOf(measure, limits);
  if (first === null || first <= mostGrowth) return;
  const second = growthOf(measure, { ...limits, tries: limits.tries * 3 }) ?? 0;
  if (second > mostGrowth)
    throw new Wrong(`Four times as much takes ${second.toFixed(1)} times the work.`, "hang");
}
