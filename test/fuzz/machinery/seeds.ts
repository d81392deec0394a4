/** A seed for a part of a run: the same for the same run and part, another for any other (FNV-1a). */
export function seedOf(run: number, ...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const char of [run, ...parts].join("/")) {
    hash ^= char.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  // What follows one another in the text lies close together in the hash; this throws it apart (murmur3's end).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & 0x7fffffff;
}
