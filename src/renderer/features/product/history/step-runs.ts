import type { PricePoint } from "./price-series.js";
import type { Viewport } from "./viewport.js";

/** A stretch of a step line with one availability: level until the next step, then straight up or down. */
export interface StepRun {
  readonly isOut: boolean;
  /** Where it goes to a new height: x and y in turn. */
  readonly steps: readonly number[];
  /** Where the last height ends. */
  readonly endX: number;
}

export interface Scales {
  readonly toX: (atMs: number) => number;
  readonly toY: (price: number) => number;
}

interface OpenRun {
  readonly isOut: boolean;
  readonly steps: number[];
  endX: number;
}

/** When the last price that was kept ends to hold; the last one of all holds no longer than it is known. */
function endOf(points: readonly PricePoint[], kept: readonly number[], viewport: Viewport): number {
  const last = kept.at(-1) ?? 0;
  const endMs = points[last + 1]?.atMs ?? points[last]?.atMs ?? 0;
  return Math.min(Math.max(endMs, viewport.startMs), viewport.endMs);
}

/**
 * The step line through the points that were kept. Where the availability changes a new run begins, at the same
 * corner, so that the line has no gaps.
 */
export function stepRuns(
  points: readonly PricePoint[],
  kept: readonly number[],
  viewport: Viewport,
  { toX, toY }: Scales,
): StepRun[] {
  const runs: OpenRun[] = [];
  let open: OpenRun | undefined;
  for (const index of kept) {
    const point = points[index];
    if (point === undefined) continue;
    const isOut = point.availability === "out";
    const x = toX(Math.max(point.atMs, viewport.startMs));
    if (open !== undefined) open.endX = x;
    if (open === undefined || open.isOut !== isOut) {
      const beforeY: number | undefined = open?.steps.at(-1);
      open = { isOut, steps: beforeY === undefined ? [] : [x, beforeY], endX: x };
      runs.push(open);
    }
    open.steps.push(x, toY(point.price));
  }
  if (open !== undefined) open.endX = toX(endOf(points, kept, viewport));
  return runs;
}
