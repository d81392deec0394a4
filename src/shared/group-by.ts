/** Groups items by key. Keys and items keep the order of the list. */
export function groupBy<T, K = string>(
  list: readonly T[],
  keyOf: (member: T) => K,
): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const member of list) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}
