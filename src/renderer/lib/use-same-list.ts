import { useState } from "react";

/** The list as it was before, as long as its members are the same; so that what is derived from it is kept. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list);
  const isSame = kept.length === list.length && kept.every((member, index) => member === list[index]);
  if (isSame) return kept;
  keep(list);
  return list;
}
