// `Math.min(...values)` throws a RangeError from some 100,000 values on: each is an argument on the stack.

/** The lowest value; null without values. */
export function minOf(values: Iterable<number>): number | null {
  let lowest: number | null = null;
  for (const value of values) if (lowest === null || value < lowest) lowest = value;
  return lowest;
}

/** The highest value; null without values. */
export function maxOf(values: Iterable<number>): number | null {
  let highest: number | null = null;
  for (const value of values) if (highest === null || value > highest) highest = value;
  return highest;
}
