/** The same chances every time a seed is given. */
export interface Chance {
  /** 0 up to 1. */
  next(): number;
  /** A whole number from `from` up to and with `to`. */
  whole(from: number, to: number): number;
  is(share: number): boolean;
  pick<T>(of: readonly T[]): T;
}

/** Mulberry32: small, and good enough to spread faults. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    is: (share) => next() < share,
    pick: (of) => {
      if (of.length === 0) throw new Error("There is nothing to pick from.");
      return of[whole(0, of.length - 1)]!;
    },
  };
}
