/** Random choices that are the same for the same seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** Both bounds are included. */
  integer(min: number, max: number): number;
  boolean(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Different items in random order. */
  sample<T>(items: readonly T[], count: number): T[];
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    boolean: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new Error("Cannot pick from an empty list.");
      return items[integer(0, items.length - 1)]!;
    },
    sample: (items, count) => {
      const rest = [...items];
      return Array.from({ length: count }, () => rest.splice(integer(0, rest.length - 1), 1)[0]!);
    },
  };
}
