import type { PricePoint } from "./price-series.js";
import { spanOf, type Viewport } from "./viewport.js";
import { visibleRange } from "./visible-points.js";

function beginOf(column: number, viewport: Viewport, columns: number): number {
  return viewport.startMs + column * (spanOf(viewport) / columns);
}

/** In which of `columns` a time falls; -1 before the first. */
export function columnOf(atMs: number, viewport: Viewport, columns: number): number {
  const about = Math.floor((atMs - viewport.startMs) / (spanOf(viewport) / columns));
  // Rounding must not put a point on the other side of a column's edge.
  const isPast = beginOf(about + 1, viewport, columns) <= atMs;
  const isBefore = beginOf(about, viewport, columns) > atMs;
  return Math.min(Math.max(about + Number(isPast) - Number(isBefore), -1), columns - 1);
}

/** Where the next column begins; the last one has all the rest. */
function endOf(column: number, viewport: Viewport, columns: number): number {
  return column >= columns - 1 ? Number.POSITIVE_INFINITY : beginOf(column + 1, viewport, columns);
}

function keep(kept: number[], first: number, lowest: number, highest: number, last: number): void {
  const earlier = Math.min(lowest, highest);
  const later = Math.max(lowest, highest);
  kept.push(first);
  if (earlier !== first) kept.push(earlier);
  if (later !== earlier && later !== first) kept.push(later);
  if (last !== later && last !== first) kept.push(last);
}

/**
 * The indices of the points that draw the same picture as all of them: of each pixel column the first, the lowest,
 * the highest and the last. Lows and highs are what a price history is read for, so none may be averaged away.
 * It runs for each frame of a zoom over all that is in sight, so it asks no point for its column but where one ends.
 */
export function decimate(points: readonly PricePoint[], viewport: Viewport, columns: number): number[] {
  const [from, to] = visibleRange(points, viewport);
  const kept: number[] = [];
  let [first, lowest, highest] = [from, from, from];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let endMs = Number.NEGATIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const point = points[index];
    if (point === undefined) continue;
    const { atMs, price } = point;
    if (atMs >= endMs) {
      if (index > from) keep(kept, first, lowest, highest, index - 1);
      endMs = endOf(columnOf(atMs, viewport, columns), viewport, columns);
      first = lowest = highest = index;
      low = high = price;
    } else if (price < low) {
      low = price;
      lowest = index;
    } else if (price > high) {
      high = price;
      highest = index;
    }
  }
  if (to > from) keep(kept, first, lowest, highest, to - 1);
  return kept;
}
