import type { PricePoint, PriceSeries } from "./price-series.js";

/** What is known at one time: the lowest price of those that have the product, and of all. Infinity: nobody. */
export interface Moment {
  readonly atMs: number;
  readonly inStock: number;
  readonly any: number;
}

interface Cursor {
  readonly points: readonly PricePoint[];
  next: number;
}

function nextTime(cursors: readonly Cursor[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { points, next } of cursors) {
    const atMs = points[next]?.atMs;
    if (atMs !== undefined && atMs < earliest) earliest = atMs;
  }
  return earliest;
}

function momentAt(cursors: readonly Cursor[], atMs: number): Moment {
  let inStock = Number.POSITIVE_INFINITY;
  let any = Number.POSITIVE_INFINITY;
  for (const cursor of cursors) {
    while ((cursor.points[cursor.next]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) cursor.next++;
    const held = cursor.points[cursor.next - 1];
    if (!held) continue;
    if (held.price < any) any = held.price;
    if (held.availability !== "out" && held.price < inStock) inStock = held.price;
  }
  return { atMs, inStock, any };
}

/** Goes through all changes of several lines at once, in time order: once through the points, without sorting. */
export function mergeSteps(series: readonly PriceSeries[]): Moment[] {
  const cursors = series.map(({ points }) => ({ points, next: 0 }));
  const moments: Moment[] = [];
  for (let atMs = nextTime(cursors); atMs !== Number.POSITIVE_INFINITY; atMs = nextTime(cursors))
    moments.push(momentAt(cursors, atMs));
  return moments;
}
