import type { StepRun } from "./step-runs.js";

/** Takes an upright rectangle. */
export type Fill = (x: number, y: number, width: number, height: number) => void;

/** Draws a line's uprights and levels, both of one thickness. */
function pen(thickness: number, fill: Fill) {
  const half = thickness / 2;
  return {
    upright: (x: number, top: number, bottom: number) =>
      fill(x - half, top - half, thickness, bottom - top + thickness),
    level: (x: number, toX: number, y: number) => fill(x - half, y - half, toX - x + thickness, thickness),
  };
}

/**
 * A step line as the rectangles that it is made of: an upright one for each pixel column in which the price changes,
 * however often it does, and level ones between them. Filling these takes a tenth of the time that stroking takes.
 */
export function fillLine({ steps, endX }: StepRun, thickness: number, fill: Fill): void {
  const { upright, level } = pen(thickness, fill);
  let x = Math.round(steps[0] ?? 0);
  let y = steps[1] ?? 0;
  let [top, bottom] = [y, y];
  const goTo = (nextX: number) => {
    if (bottom > top) upright(x, top, bottom);
    // Uprights side by side need no level between them.
    if (nextX - x > 1 || top === bottom) level(x, nextX, y);
    x = nextX;
    top = bottom = y;
  };
  for (let index = 2; index < steps.length; index += 2) {
    const nextX = Math.round(steps[index] ?? 0);
    if (nextX !== x) goTo(nextX);
    y = steps[index + 1] ?? 0;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  goTo(Math.round(endX));
}

/** The area between a line and `floor`, in rectangles side by side that do not overlap. */
export function fillArea({ steps, endX }: StepRun, floor: number, fill: Fill): void {
  for (let index = 0; index < steps.length; index += 2) {
    const x = Math.round(steps[index] ?? 0);
    const width = Math.round(steps[index + 2] ?? endX) - x;
    const y = steps[index + 1] ?? 0;
    if (width > 0) fill(x, y, width, floor - y);
  }
}

/** Passes on every second stretch of `length`, counted from the left edge of all: dashes. */
export function dashed(length: number, fill: Fill): Fill {
  const period = 2 * length;
  return (x, y, width, height) => {
    for (let from = Math.floor(x / period) * period; from < x + width; from += period) {
      const left = Math.max(from, x);
      const right = Math.min(from + length, x + width);
      if (right > left) fill(left, y, right - left, height);
    }
  };
}
