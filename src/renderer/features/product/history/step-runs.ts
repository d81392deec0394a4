import type { PricePoint } from "./price-series.js";
import type { Viewport } from "./viewport.js";

/** A stretch of a step line with one availability: the corners, x and y in turn. */
export interface StepRun {
  readonly isOut: boolean;
  readonly corners: readonly number[];
}

export interface Scales {
  readonly toX: (atMs: number) => number;
  readonly toY: (price: number) => number;
}

/** When the price of `points[index]` ends to hold; the last one of all holds no longer than it is known. */
function heldUntil(points: readonly PricePoint[], index: number, next: number | undefined): number {
  return points[next ?? index + 1]?.atMs ?? points[index]?.atMs ?? 0;
}

/**
 * The step line through the points that were kept: level until the next one, then straight up or down. Where the
 * availability changes a new run begins, at the same corner, so that the line has no gaps.
 */
export function stepRuns(
  points: readonly PricePoint[],
  kept: readonly number[],
  viewport: Viewport,
  { toX, toY }: Scales,
): StepRun[] {
  const runs: { isOut: boolean; corners: number[] }[] = [];
  const within = (atMs: number) => Math.min(Math.max(atMs, viewport.startMs), viewport.endMs);
  kept.forEach((index, order) => {
    const point = points[index];
    if (!point) return;
    const isOut = point.availability === "out";
    const x = toX(within(point.atMs));
    const y = toY(point.price);
    const open = runs.at(-1);
    const beforeY = open?.corners.at(-1);
    const until = toX(within(heldUntil(points, index, kept[order + 1])));
    if (open && open.isOut === isOut) open.corners.push(x, y, until, y);
    else
      runs.push({ isOut, corners: beforeY === undefined ? [x, y, until, y] : [x, beforeY, x, y, until, y] });
  });
  return runs;
}
