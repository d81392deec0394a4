/** The cost of an input of a given size, in any unit. */
export type Measure = (size: number) => number;

export interface GrowthLimits {
  readonly maxSize: number;
  /** A lower cost says more about the machine than about the algorithm. */
  readonly minCost: number;
  readonly repeats: number;
}

export const extractionLimits: GrowthLimits = { maxSize: 1_000_000, minCost: 8, repeats: 2 };
/** At a low cost, what takes linear time hides the growth of the rest. */
export const textLimits: GrowthLimits = { maxSize: 4_000_000, minCost: 40, repeats: 2 };

/** For an input of four times the size. Linear growth takes 4 times as long, quadratic growth 16 times. */
const maxGrowth = 10;

/**
 * The growth of the cost from a size to four times the size, at the smallest size that costs enough to be measured.
 * `null` if even `maxSize` costs too little.
 */
export function measureGrowth(measure: Measure, { maxSize, minCost, repeats }: GrowthLimits): number | null {
  const measureBest = (size: number) => Math.min(...Array.from({ length: repeats }, () => measure(size)));
  for (let size = 250; size * 4 <= maxSize; size *= 2) {
    if (measure(size) < minCost) continue;
    const cost = measureBest(size);
    if (cost >= minCost) return measureBest(size * 4) / cost;
  }
  return null;
}

/** Measures excessive growth again with more repeats, because other programs may have slowed the first attempt down. */
export function checkGrowth(measure: Measure, limits: GrowthLimits): void {
  const first = measureGrowth(measure, limits);
  if (first === null || first <= maxGrowth) return;
  const second = measureGrowth(measure, { ...limits, repeats: limits.repeats * 3 }) ?? 0;
  if (second > maxGrowth)
    throw new Error(`An input of four times the size takes ${second.toFixed(1)} times as long.`);
}
