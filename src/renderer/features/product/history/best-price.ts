import { backdateEarlyJoins } from "../../../../shared/early-joins.js";
import { type PricePoint, type PriceSeries, visibleRange } from "./price-series.js";
import { spanOf, type Viewport } from "./view.js";

/** The lowest price of offers in stock, and of all offers, at one time. Infinity if there is none. */
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

/** Merges the changes of several lines in time order, in one pass without sorting. */
export function mergeSteps(series: readonly PriceSeries[]): Moment[] {
  const cursors = series.map(({ points }) => ({ points, next: 0 }));
  const moments: Moment[] = [];
  for (let atMs = nextTime(cursors); atMs !== Number.POSITIVE_INFINITY; atMs = nextTime(cursors))
    moments.push(momentAt(cursors, atMs));
  return moments;
}

export interface Extreme {
  readonly atMs: number;
  readonly price: number;
}

export interface Extremes {
  readonly lowest: Extreme;
  readonly highest: Extreme;
}

/**
 * The best price of several lines as a line. While every shop is sold out, it is out of stock at its last price. It
 * begins when a shop first has stock. `firstMs` is the time of the product's first price.
 */
export function bestPriceOf(series: readonly PriceSeries[], firstMs?: number): PricePoint[] {
  const points: PricePoint[] = [];
  let held: number | null = null;
  for (const { atMs, inStock } of mergeSteps(backdateEarlyJoins(series, firstMs))) {
    const isOut = inStock === Number.POSITIVE_INFINITY;
    if (!isOut) held = inStock;
    if (held !== null) points.push({ atMs, price: held, availability: isOut ? "out" : "in" });
  }
  return points;
}

/** The lowest and highest best price in the viewport, each where it was last reached; null if never in stock. */
export function findExtremes(best: readonly PricePoint[], viewport: Viewport): Extremes | null {
  const [from, to] = visibleRange(best, viewport);
  let lowest: PricePoint | null = null;
  let highest: PricePoint | null = null;
  for (let index = from; index < to; index++) {
    const point = best[index];
    if (point === undefined || point.availability === "out") continue;
    if (lowest === null || point.price <= lowest.price) lowest = point;
    if (highest === null || point.price >= highest.price) highest = point;
  }
  // The price in effect at the viewport's start is shown there, whenever it began.
  const shown = ({ atMs, price }: PricePoint) => ({ atMs: Math.max(atMs, viewport.startMs), price });
  return lowest && highest && { lowest: shown(lowest), highest: shown(highest) };
}

/**
 * Spans within the viewport without stock. Spans closer than a pixel column are merged, so that their number is
 * bounded; spans narrower than a column are kept.
 */
export function outSpans(points: readonly PricePoint[], viewport: Viewport, columns: number): Viewport[] {
  const [from, to] = visibleRange(points, viewport);
  const columnMs = spanOf(viewport) / columns;
  const spans: Viewport[] = [];
  for (let index = from; index < to; index++) {
    const point = points[index];
    if (point?.availability !== "out") continue;
    const startMs = Math.max(point.atMs, viewport.startMs);
    const endMs = Math.min(points[index + 1]?.atMs ?? startMs, viewport.endMs);
    if (endMs <= startMs) continue;
    const before = spans.at(-1);
    if (before && startMs - before.endMs < columnMs) spans[spans.length - 1] = { ...before, endMs };
    else spans.push({ startMs, endMs });
  }
  return spans;
}
