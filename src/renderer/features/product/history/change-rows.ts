import type { PricePoint, PriceSeries } from "./price-series.js";
import type { Viewport } from "./viewport.js";
import { visibleRange } from "./visible-points.js";

export interface ChangeRow extends PricePoint {
  readonly series: PriceSeries;
  /** The price before, in the same line; null for a line's first point. */
  readonly before: number | null;
}

function rowsOf(series: PriceSeries, viewport: Viewport): ChangeRow[] {
  const { points } = series;
  const [from, to] = visibleRange(points, viewport);
  const rows: ChangeRow[] = [];
  for (let index = from; index < to; index++) {
    const point = points[index];
    const before = points[index - 1];
    if (!point || (before?.price === point.price && before.availability === point.availability)) continue;
    rows.push({ ...point, series, before: before?.price ?? null });
  }
  return rows;
}

/**
 * The lines as a table: every change in the viewport, the newest first, and the price with which each line enters
 * it. The end that only draws a line to now is no change.
 */
export function toChangeRows(series: readonly PriceSeries[], viewport: Viewport): ChangeRow[] {
  return series.flatMap((line) => rowsOf(line, viewport)).sort((a, b) => b.atMs - a.atMs);
}
