/** A function of a text that remembers up to `max` of its results, and then forgets all: pages repeat the same words. */
export function remembered<T extends object | number | null>(
  max: number,
  read: (text: string) => T,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = read(text);
    if (known.size >= max) known.clear();
    known.set(text, made);
    return made;
  };
}
