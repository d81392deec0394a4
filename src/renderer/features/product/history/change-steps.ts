import type { PricePoint, PriceSeries } from "./price-series.js";
import { countUntil } from "./visible-points.js";

function isChange(points: readonly PricePoint[], index: number): boolean {
  const [before, point] = [points[index - 1], points[index]];
  return point !== undefined && (before?.price !== point.price || before.availability !== point.availability);
}

/** The first change after `atMs` of any line; null where there is none. */
export function nextChange(series: readonly PriceSeries[], atMs: number): number | null {
  const times = series.flatMap(({ points }) => {
    let index = countUntil(points, atMs);
    while (index < points.length && !isChange(points, index)) index++;
    return points[index]?.atMs ?? [];
  });
  return times.length === 0 ? null : Math.min(...times);
}

/** The last change before `atMs` of any line; null where there is none. */
export function previousChange(series: readonly PriceSeries[], atMs: number): number | null {
  const times = series.flatMap(({ points }) => {
    // Times are whole milliseconds, so this leaves out what is at `atMs` itself.
    let index = countUntil(points, Math.ceil(atMs) - 1) - 1;
    while (index >= 0 && !isChange(points, index)) index--;
    return points[index]?.atMs ?? [];
  });
  return times.length === 0 ? null : Math.max(...times);
}
