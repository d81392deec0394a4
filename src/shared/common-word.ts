/** Whether two titles share a word of at least three characters. */
export function hasCommonWord(one: string, other: string): boolean {
  const words = (title: string) => title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const known = new Set(words(one));
  return words(other).some((word) => known.has(word));
}
