import type { AvailabilityCode } from "../../../../../src/main/engine/domain/price-point.js";

/** Prices of one shop's offer over days, of a kind that shoppers meet. */
export type Habit = "steady" | "sales" | "slide" | "monthly" | "swing" | "noise" | "glitch" | "soldOut";

export interface Seen {
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
}

/** Deterministic, from 0 to below 1. */
export function chance(...seed: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of seed) {
    hash = Math.imul(hash ^ (part + 1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    hash ^= hash >>> 13;
  }
  return (hash >>> 0) / 2 ** 32;
}

const inStock = (priceMinor: number): Seen => ({
  priceMinor: Math.max(99, Math.round(priceMinor)),
  availability: 1,
});

const habits: Readonly<Record<Habit, (base: number, day: number, seed: number) => Seen>> = {
  steady: (base) => inStock(base),
  // Five days at 12 to 35 % less, every two months or so.
  sales: (base, day, seed) => {
    const period = 50 + Math.floor(chance(seed, 1) * 30);
    const sale = Math.floor((day + seed) / period);
    const isOn = (day + seed) % period < 5;
    return inStock(isOn ? base * (0.88 - 0.23 * chance(seed, sale)) : base);
  },
  // A third of a percent a day for a year, as electronics fall.
  slide: (base, day) => inStock(base * (1 - 0.003 * Math.min(day % 150, 90))),
  monthly: (base, day) => inStock(day % 30 < 3 ? base * 0.85 : base),
  swing: (base, day, seed) => inStock(Math.floor((day + seed) / 4) % 2 === 0 ? base : base * 0.93),
  noise: (base, day, seed) => inStock(base * (1 + (chance(seed, day) - 0.5) * 0.02)),
  // A wrong page once in two months: a tenth of the price, for one visit.
  glitch: (base, day, seed) => inStock((day + seed) % 60 === 59 ? base / 10 : base),
  soldOut: (base, day, seed) => ({
    ...inStock(base),
    availability: chance(seed, Math.floor(day / 20)) < 0.3 ? 2 : 1,
  }),
};

const habitNames = Object.keys(habits) as Habit[];

export interface HouseholdOffer {
  readonly id: string;
  readonly retailer: string;
  readonly habit: Habit;
  readonly seen: (day: number) => Seen;
}

/** Products with two or three shops each. */
export function household(products: number): { readonly key: string; readonly offers: HouseholdOffer[] }[] {
  return Array.from({ length: products }, (_, p) => ({
    key: `product/p${p}/1`,
    offers: Array.from({ length: 2 + (p % 2) }, (_each, o) => {
      const seed = p * 7 + o * 3;
      const habit = habitNames[Math.floor(chance(seed, 42) * habitNames.length)] ?? "steady";
      const base = 1_000 + Math.floor(chance(p, 5) * 90_000) * (1 + 0.04 * o);
      return {
        id: `o${p}-${o}`,
        retailer: `shop-${o}.example`,
        habit,
        seen: (day: number) => habits[habit](base, day, seed),
      };
    }),
  }));
}
