import { thinHistoryDays } from "../app/limits.js";
import type { PriceStatistics } from "../app/statistics.js";

/** Prices of one currency that the tide gauge shows, those of the past from the last year. */
export interface TideLevels {
  /** Null while no shop has it. */
  readonly price: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The middle half of the days; null with too little history. */
  readonly usual: { readonly low: number; readonly high: number } | null;
  readonly target: number | null;
  /** Days of history: with less than a year, the gauge covers only these. Null if it covers archived pages, too. */
  readonly days: number | null;
  /** Whether the verdict is to wait. Its color is warm then. */
  readonly isHighTide: boolean;
}

/** The levels of a product's statistics. */
export function tideLevels({ current, year, verdict, days_of_history: days }: PriceStatistics): TideLevels {
  const hasCopies = days < thinHistoryDays && verdict.facts.some(({ kind }) => kind === "copies");
  return {
    price: current?.price ?? null,
    low: year?.low.price ?? null,
    high: year?.high.price ?? null,
    usual: year?.usual ?? null,
    target: verdict.target,
    days: hasCopies ? null : days,
    isHighTide: verdict.kind === "wait",
  };
}

/** Shares of the gauge's width, 0 at its left end. */
export interface TideShape {
  /** From low to high water. What a target beyond them needs is left free beside it. */
  readonly bed: { readonly from: number; readonly to: number };
  /** Where the water ends; null without a price. */
  readonly water: number | null;
  readonly usual: { readonly from: number; readonly to: number } | null;
  readonly flag: number | null;
}

/** So much of the width is free for a target beyond the bed: a little at least, to be seen; no more, for the rest. */
const minApron = 0.06;
const maxApron = 0.18;

function apron(distance: number, span: number): number {
  return distance <= 0 ? 0 : Math.min(maxApron, Math.max(minApron, distance / (span + distance)));
}

/** Where the parts of the gauge are, whatever its size; null without two prices to draw it between. */
export function tideShape(levels: Omit<TideLevels, "days" | "isHighTide">): TideShape | null {
  const { price, usual, target } = levels;
  const known = [price, levels.low, levels.high].filter((level) => level !== null);
  if (known.length === 0) return null;
  // The price may be newer than the marks.
  const [low, high] = [Math.min(...known), Math.max(...known)];
  if (low === high) return null;
  const span = high - low;
  const from = target === null ? 0 : apron(low - target, span);
  const to = 1 - (target === null ? 0 : apron(target - high, span));
  const place = (level: number) => from + ((Math.min(high, Math.max(low, level)) - low) / span) * (to - from);
  const flag = (level: number) => (level < low ? 0 : level > high ? 1 : place(level));
  return {
    bed: { from, to },
    water: price === null ? null : place(price),
    usual: usual === null ? null : { from: place(usual.low), to: place(usual.high) },
    flag: target === null ? null : flag(target),
  };
}

/** How high the tide is, in words that a sentence can be made of. */
export type TideStand =
  | "lowest"
  | "nearLowest"
  | "belowUsual"
  | "usual"
  | "aboveUsual"
  | "nearHighest"
  | "highest"
  | "between";

/** This share of the way from the lowest to the highest price is near to either. */
const near = 0.1;

/** Null without a price. A usual price is never a high one. */
export function tideStand(levels: Pick<TideLevels, "price" | "low" | "high" | "usual">): TideStand | null {
  const { price, usual } = levels;
  if (price === null) return null;
  const low = Math.min(price, levels.low ?? price);
  const high = Math.max(price, levels.high ?? price);
  if (price === low) return "lowest";
  if (usual !== null && price >= usual.low && price <= usual.high) return "usual";
  if (price === high) return "highest";
  const share = (price - low) / (high - low);
  const isLow = usual === null ? share < 0.5 : price < usual.low;
  if (isLow ? share <= near : share >= 1 - near) return isLow ? "nearLowest" : "nearHighest";
  if (usual === null) return "between";
  return isLow ? "belowUsual" : "aboveUsual";
}
