/** Compares titles and other texts by their words. It imports nothing, because the engine loads it at its start. */

const isAscii = /^[\x20-\x7e]*$/;

/** Words and numbers of a text, without accents and case. */
export function wordsOf(text: string): Set<string> {
  // Most texts have no accents to take off.
  const plain = isAscii.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** How much of the shorter text's words the longer one has, 0 to 1. */
export function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return 0;
  return [...small].filter((word) => large.has(word)).length / small.size;
}

/** Adds a variant to a title, unless one of them contains the other: variants of a page need titles of their own. */
export function titleWithVariant(title: string, variant: string): string {
  const words = wordsOf(title);
  if ([...wordsOf(variant)].every((word) => words.has(word))) return title;
  return variant.toLowerCase().includes(title.toLowerCase()) ? variant : `${title}, ${variant}`;
}
