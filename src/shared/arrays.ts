/** Groups items by key. Keys and items keep the order of the list. */
export function groupBy<T, K = string>(
  list: readonly T[],
  getKey: (item: T) => K,
): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The value that occurs most often, the first of several; undefined of none. */
export function mostFrequent<T>(values: readonly T[]): T | undefined {
  const groups = [...groupBy(values, (value) => value)];
  return groups.sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** Splits `list` into parts of at most `size`, in order. */
export function chunk<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += size) parts.push(list.slice(start, start + size));
  return parts;
}

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
