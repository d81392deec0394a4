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
