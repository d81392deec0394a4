/** Longer texts hardly repeat. */
const maxLength = 300;

/**
 * A function of a text that remembers up to `max` of its results, and then forgets all: pages repeat the same words. It copies
 * what it remembers, because a part of a page's text holds the whole page in memory.
 */
export function remembered<T extends object | string | number | null>(
  max: number,
  read: (text: string) => T,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (text.length > maxLength) return read(text);
    const own = ` ${text}`.slice(1);
    const made = read(own);
    if (known.size >= max) known.clear();
    known.set(own, made);
    return made;
  };
}
