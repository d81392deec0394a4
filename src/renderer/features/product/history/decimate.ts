import type { PricePoint } from "./price-series.js";
import { spanOf, type Viewport } from "./viewport.js";
import { visibleRange } from "./visible-points.js";

/** The points of one pixel column that make its picture, by their index. */
interface Column {
  first: number;
  lowest: number;
  highest: number;
  last: number;
}

function keep(kept: number[], { first, lowest, highest, last }: Column): void {
  const earlier = Math.min(lowest, highest);
  const later = Math.max(lowest, highest);
  kept.push(first);
  if (earlier !== first) kept.push(earlier);
  if (later !== earlier && later !== first) kept.push(later);
  if (last !== later && last !== first) kept.push(last);
}

function priceOf(points: readonly PricePoint[], index: number): number {
  return points[index]?.price ?? 0;
}

/** In which of `columns` a time falls; -1 before the first. */
export function columnOf(atMs: number, viewport: Viewport, columns: number): number {
  const column = Math.floor(((atMs - viewport.startMs) / spanOf(viewport)) * columns);
  return Math.min(Math.max(column, -1), columns - 1);
}

/**
 * The indices of the points that draw the same picture as all of them: of each pixel column the first, the lowest,
 * the highest and the last. Lows and highs are what a price history is read for, so none may be averaged away.
 */
export function decimate(points: readonly PricePoint[], viewport: Viewport, columns: number): number[] {
  const [from, to] = visibleRange(points, viewport);
  const kept: number[] = [];
  let open = Number.NaN;
  let column: Column = { first: from, lowest: from, highest: from, last: from };
  for (let index = from; index < to; index++) {
    const here = columnOf(points[index]?.atMs ?? 0, viewport, columns);
    if (here !== open) {
      if (index > from) keep(kept, column);
      open = here;
      column = { first: index, lowest: index, highest: index, last: index };
      continue;
    }
    const price = priceOf(points, index);
    if (price < priceOf(points, column.lowest)) column.lowest = index;
    if (price > priceOf(points, column.highest)) column.highest = index;
    column.last = index;
  }
  if (to > from) keep(kept, column);
  return kept;
}
