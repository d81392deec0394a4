import { type ChartDataset, LineController } from "chart.js";

declare module "chart.js" {
  interface ChartTypeRegistry {
    steps: ChartTypeRegistry["line"];
  }
}

/** A change point in the chart's coordinates. */
export interface Datum {
  readonly x: number;
  /** Null in a gap of the line. */
  readonly y: number | null;
  readonly isOut: boolean;
}

export interface StepDataset extends ChartDataset<"steps", Datum[]> {
  /** Colours of the area below the line, from the chart's top to its floor. */
  readonly water?: readonly [string, string];
}

/** A part of a line without a gap: alternating x and y, each level until the next. */
interface Run {
  readonly isOut: boolean;
  readonly steps: number[];
  endX: number;
}

/** Receives an upright rectangle. */
type Fill = (x: number, y: number, width: number, height: number) => void;

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** The index of the first point at or right of `x`; the number of points if there is none. */
function firstFrom(points: readonly Pixel[], x: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.x ?? x) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The runs between two pixel columns, including the last point before and the first one after them. */
export function toRuns(points: readonly Pixel[], data: readonly Datum[], left: number, right: number): Run[] {
  const runs: Run[] = [];
  let isOpen = false;
  const start = Math.max(0, firstFrom(points, left) - 1);
  const end = firstFrom(points, right) + 1;
  for (const [index, { x, y }] of points.slice(start, end).entries()) {
    const { y: price = null, isOut = false } = data[start + index] ?? {};
    const last = isOpen ? runs.at(-1) : undefined;
    if (last) last.endX = x;
    isOpen = price !== null;
    if (!isOpen) continue;
    if (last?.isOut === isOut) last.steps.push(x, y);
    else {
      // The upright between two parts belongs to the later one.
      const before = last?.steps.at(-1);
      runs.push({ isOut, steps: before === undefined ? [x, y] : [x, before, x, y], endX: x });
    }
  }
  return runs;
}

/** A step line as rectangles: one upright per pixel column with changes, and level ones between them. */
export function fillLine({ steps, endX }: Run, thickness: number, fill: Fill): void {
  const half = thickness / 2;
  let x = Math.round(steps[0] ?? 0);
  let y = steps[1] ?? 0;
  let [top, bottom] = [y, y];
  const goTo = (nextX: number) => {
    if (bottom > top) fill(x - half, top - half, thickness, bottom - top + thickness);
    // Adjacent uprights need no level between them.
    if (nextX - x > 1 || top === bottom) fill(x - half, y - half, nextX - x + thickness, thickness);
    x = nextX;
    top = bottom = y;
  };
  for (let index = 2; index < steps.length; index += 2) {
    const nextX = Math.round(steps[index] ?? 0);
    const nextY = steps[index + 1] ?? 0;
    // Two rectangles of one level would show where their antialiased edges overlap.
    if (nextY === y) continue;
    if (nextX !== x) goTo(nextX);
    y = nextY;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  goTo(Math.round(endX));
}

/** The area between a line and `floor`, as adjacent rectangles that do not overlap. */
export function fillArea({ steps, endX }: Run, floor: number, fill: Fill): void {
  for (let index = 0; index < steps.length; index += 2) {
    const x = Math.round(steps[index] ?? 0);
    const width = Math.round(steps[index + 2] ?? endX) - x;
    const y = steps[index + 1] ?? 0;
    if (width > 0) fill(x, y, width, floor - y);
  }
}

/** Keeps every second part of `length`, counted from the left edge: dashes. */
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

/**
 * Draws a line's steps as filled rectangles: without a graphics card, stroking thousands of corners takes ten times
 * as long, more than a frame. It has its own id, because chart.js registers only the first class per id.
 */
export class StepLines extends LineController {
  static override id = "steps";

  override draw(): void {
    const { ctx: context, chartArea } = this.chart;
    const { data, borderColor, borderWidth, water } = this.getDataset() as StepDataset;
    const runs = toRuns(this.getMeta().data, data, chartArea.left, chartArea.right);
    const fill: Fill = (x, y, width, height) => context.fillRect(x, y, width, height);
    context.save();
    if (water) {
      const gradient = context.createLinearGradient(0, chartArea.top, 0, chartArea.bottom);
      water.forEach((color, stop) => {
        gradient.addColorStop(stop, color);
      });
      context.fillStyle = gradient;
      for (const run of runs) fillArea(run, chartArea.bottom, fill);
    }
    context.fillStyle = String(borderColor);
    for (const run of runs) fillLine(run, Number(borderWidth), run.isOut ? dashed(3, fill) : fill);
    context.restore();
  }
}
