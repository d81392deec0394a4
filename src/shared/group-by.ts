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
