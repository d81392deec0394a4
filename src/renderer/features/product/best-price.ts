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

/** The best price of several lines over time. What is out of stock is no price that anybody could pay. */
export function bestPriceOf(series: readonly PriceSeries[]): BestPoint[] {
  const times = [...new Set(series.flatMap(({ points }) => points.map(({ atMs }) => atMs)))].sort(
    (a, b) => a - b,
  );
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
