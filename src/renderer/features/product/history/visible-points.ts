import type { Viewport } from "./viewport.js";

interface Timed {
  readonly atMs: number;
}

/** How many of `points` are at or before `atMs`, found by halving. */
export function countUntil(points: readonly Timed[], atMs: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which of `points` say something about the viewport: those in it, led by the one that holds where it starts. */
export function visibleRange(
  points: readonly Timed[],
  { startMs, endMs }: Viewport,
): readonly [number, number] {
  const held = countUntil(points, startMs) - 1;
  return [Math.max(0, held), countUntil(points, endMs)];
}
