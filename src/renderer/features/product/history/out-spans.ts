import type { PricePoint } from "./price-series.js";
import { spanOf, type Viewport } from "./viewport.js";
import { visibleRange } from "./visible-points.js";

/**
 * When the product could not be had, within the viewport. Spans that are less than a pixel column apart are told as
 * one, so that there are never more of them than can be seen; one that is narrower than a column still is told.
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
