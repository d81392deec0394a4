/** Longer texts are hardly repeated. */
const maxLength = 500;

/** A function of a text that remembers up to `max` of its results, and then forgets all: pages repeat the same words. */
export function remembered<T extends object | string | number | boolean | null>(
  max: number,
  read: (text: string) => T,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > maxLength) return read(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    const own = detached(text);
    const made = read(own);
    if (known.size >= max) known.clear();
    known.set(own, made);
    return made;
  };
}

/** A copy: a part of a longer text keeps all of it in memory, such as a whole page for the name of an element. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}
