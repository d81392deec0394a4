/** Chance without state: the same key, salt and index give the same number on every machine, for ever. */

const twoTo32 = 2 ** 32;

/** Spreads 32 bits over 32 bits (the finalizer of MurmurHash3). */
function avalanche(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A text as a key (FNV-1a, then spread). */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return avalanche(h);
}

/** A whole number from 0 to 2³² - 1. `salt` names what is drawn, `index` which of them. */
export function bitsFor(key: number, salt: number, index = 0): number {
  return avalanche(Math.imul(avalanche(key ^ Math.imul(salt, 0x9e3779b1)) + index, 0xc2b2ae3d) ^ index);
}

/** From 0 up to but not including 1. */
export function unitFor(key: number, salt: number, index = 0): number {
  return bitsFor(key, salt, index) / twoTo32;
}

/** From `least` up to but not including `most`. */
export function between(unit: number, least: number, most: number): number {
  return least + unit * (most - least);
}

/** A whole number, both ends included. */
export function wholeBetween(unit: number, least: number, most: number): number {
  return least + Math.floor(unit * (most - least + 1));
}

/** @throws RangeError where there is nothing to pick from. */
export function pick<T>(list: readonly T[], unit: number): T {
  if (list.length === 0) throw new RangeError("nothing to pick from");
  return list[Math.floor(unit * list.length)] as T;
}

/** All of the list in an order that depends on the key alone. */
export function shuffled<T>(list: readonly T[], key: number, salt: number): T[] {
  return list
    .map((item, index) => ({ item, order: bitsFor(key, salt, index) }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
