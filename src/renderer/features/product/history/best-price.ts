import { mergeSteps } from "./merge-steps.js";
import type { PricePoint, PriceSeries } from "./price-series.js";
import type { Viewport } from "./viewport.js";
import { visibleRange } from "./visible-points.js";

/** The lowest price at which the product could be had from here until the next point; null: nobody had it. */
export interface BestPoint {
  readonly atMs: number;
  readonly price: number | null;
}

export interface Extreme {
  readonly atMs: number;
  readonly price: number;
}

export interface Extremes {
  readonly lowest: Extreme;
  readonly highest: Extreme;
}

/** A line that begins within this share of the window was there before; one that begins later is a new offer. */
const lateShare = 0.25;

/**
 * When every older line has told its price. The window does not tell what an offer cost before its first change in
 * it, and until all are known, the lowest known price need not have been the best.
 */
function allKnownFromMs(series: readonly PriceSeries[], startMs: number, endMs: number): number {
  const lateMs = startMs + (endMs - startMs) * lateShare;
  const firsts = series.flatMap(({ points }) => points[0]?.atMs ?? []);
  return Math.max(startMs, ...firsts.filter((atMs) => atMs <= lateMs));
}

/** The best price of several lines over time. What is out of stock is no price that anybody could pay. */
export function bestPriceOf(series: readonly PriceSeries[], startMs: number, endMs: number): BestPoint[] {
  const knownMs = allKnownFromMs(series, startMs, endMs);
  return mergeSteps(series)
    .filter(({ atMs }) => atMs >= knownMs)
    .map(({ atMs, inStock }) => ({ atMs, price: inStock === Number.POSITIVE_INFINITY ? null : inStock }));
}

/** The best price as a line like the others: out of stock, at the price before, while nobody has the product. */
export function asLine(best: readonly BestPoint[]): PricePoint[] {
  let held = 0;
  return best.map(({ atMs, price }) => {
    held = price ?? held;
    return { atMs, price: held, availability: price === null ? "out" : "in" };
  });
}

/** The lowest and the highest best price in sight, each where it was first reached; null when nobody ever had it. */
export function findExtremes(best: readonly BestPoint[], viewport: Viewport): Extremes | null {
  const [from, to] = visibleRange(best, viewport);
  let lowest: Extreme | null = null;
  let highest: Extreme | null = null;
  for (let index = from; index < to; index++) {
    const { atMs, price } = best[index] ?? { atMs: 0, price: null };
    if (price === null) continue;
    // What holds where the viewport starts is shown there, whenever it began.
    const shownMs = Math.max(atMs, viewport.startMs);
    if (lowest === null || price < lowest.price) lowest = { atMs: shownMs, price };
    if (highest === null || price > highest.price) highest = { atMs: shownMs, price };
  }
  return lowest && highest && { lowest, highest };
}
