import type { PriceSeries } from "./price-series.js";

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
  const changes = series.flatMap(({ points }) => points.map(({ atMs }) => atMs));
  const times = [...new Set(changes)].filter((atMs) => atMs >= knownMs).sort((a, b) => a - b);
  const cursors = series.map(({ points }) => ({ points, next: 0 }));
  return times.map((atMs) => {
    let price: number | null = null;
    for (const cursor of cursors) {
      while ((cursor.points[cursor.next]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) cursor.next++;
      const held = cursor.points[cursor.next - 1];
      if (held && held.availability !== "out" && (price === null || held.price < price)) price = held.price;
    }
    return { atMs, price };
  });
}

/** The lowest and the highest best price, each where it was first reached; null when nobody ever had it. */
export function findExtremes(best: readonly BestPoint[]): Extremes | null {
  const known = best.flatMap(({ atMs, price }) => (price === null ? [] : [{ atMs, price }]));
  const [first] = known;
  if (!first) return null;
  return known.reduce<Extremes>(
    ({ lowest, highest }, point) => ({
      lowest: point.price < lowest.price ? point : lowest,
      highest: point.price > highest.price ? point : highest,
    }),
    { lowest: first, highest: first },
  );
}
