import { useState } from "react";

/** Returns the previous list while its members are the same, so that memoized values stay valid. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list);
  const isSame = kept.length === list.length && kept.every((member, index) => member === list[index]);
  if (isSame) return kept;
  keep(list);
  return list;
}
