/**
 * Randomness without state: the same key, salt and index give the same number on every machine, in every version.
 * Loaded sample data depends on it.
 */

const twoTo32 = 2 ** 32;

/** The finalizer of MurmurHash3. */
function avalanche(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** FNV-1a with a final avalanche. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return avalanche(h);
}

/** A number in [0, 1). `salt` names the quantity, `index` numbers its draws. */
export function randomUnit(key: number, salt: number, index = 0): number {
  const seed = avalanche(key ^ Math.imul(salt, 0x9e3779b1)) + index;
  return avalanche(Math.imul(seed, 0xc2b2ae3d) ^ index) / twoTo32;
}

/** Maps a unit to [min, max). */
export function between(unit: number, min: number, max: number): number {
  return min + unit * (max - min);
}

/** Maps a unit to an integer in [min, max]. */
export function integerBetween(unit: number, min: number, max: number): number {
  return min + Math.floor(unit * (max - min + 1));
}

/** @throws RangeError if the list is empty. */
export function pick<T>(list: readonly T[], unit: number): T {
  if (list.length === 0) throw new RangeError("Cannot pick from an empty list.");
  return list[Math.floor(unit * list.length)] as T;
}
