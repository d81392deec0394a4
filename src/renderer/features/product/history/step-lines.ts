import { type ChartDataset, DatasetController, PointElement } from "chart.js";
import { scalesOf } from "./chart-input.js";
import { type PricePoint, visibleRange } from "./price-series.js";
import type { Viewport } from "./view.js";

declare module "chart.js" {
  interface ChartTypeRegistry {
    steps: ChartTypeRegistry["line"];
  }
}

/** Its prices are `points`: chart.js would create an object for each of its own `data`, in every frame. */
export interface StepDataset extends ChartDataset<"steps", never[]> {
  readonly points: readonly PricePoint[];
  readonly color: string;
  readonly thickness: number;
  /** Whether the line has a gap while the product is out of stock; otherwise it is dashed. */
  readonly isOpenWhileOut: boolean;
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

/** Pixels of a time and a price. */
type Scales = ReturnType<typeof scalesOf>;

/** Adds a step. Of four in one pixel column, the lowest, the highest and the last remain. */
function addStep(steps: number[], x: number, y: number): void {
  const column = steps.length - 6;
  if (column < 0 || steps[column] !== x) {
    steps.push(x, y);
    return;
  }
  // Without an array, because a frame has a hundred thousand steps.
  const first = steps[column + 1] ?? y;
  const second = steps[column + 3] ?? y;
  const third = steps[column + 5] ?? y;
  steps[column + 1] = Math.min(first, second, third, y);
  steps[column + 3] = Math.max(first, second, third, y);
  steps[column + 5] = y;
}

/** The runs in the viewport, in whole pixel columns, with the price before it and the change after it. */
export function toRuns(
  { points, isOpenWhileOut }: Pick<StepDataset, "points" | "isOpenWhileOut">,
  viewport: Viewport,
  { toX, toY }: Scales,
): Run[] {
  const runs: Run[] = [];
  const [from, to] = visibleRange(points, viewport);
  let isOpen = false;
  for (const { atMs, price, availability } of points.slice(from, to + 1)) {
    const x = Math.round(toX(atMs));
    const y = toY(price);
    const isOut = availability === "out";
    const last = isOpen ? runs.at(-1) : undefined;
    if (last) last.endX = x;
    isOpen = !(isOut && isOpenWhileOut);
    if (!isOpen) continue;
    if (last?.isOut === isOut) addStep(last.steps, x, y);
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
  let x = steps[0] ?? 0;
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
    const nextX = steps[index] ?? 0;
    const nextY = steps[index + 1] ?? 0;
    // Two rectangles of one level would show where their antialiased edges overlap.
    if (nextY === y) continue;
    if (nextX !== x) goTo(nextX);
    y = nextY;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  goTo(endX);
}

/** `rgb(1, 2, 3)` → `rgba(1, 2, 3, 0.4)`, also of a system colour that is translucent already. */
export function fade(color: string, alpha: number): string {
  return color.replace(/^rgba?\(([^,]*,[^,]*,[^,)]*).*\)$/, `rgba($1, ${alpha})`);
}

/** The area between a line and `floor`, as adjacent rectangles that do not overlap. */
export function fillArea({ steps, endX }: Run, floor: number, fill: Fill): void {
  for (let index = 0; index < steps.length; index += 2) {
    const x = steps[index] ?? 0;
    const width = (steps[index + 2] ?? endX) - x;
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
export class StepLines extends DatasetController<"steps"> {
  static id = "steps";
  /** chart.js insists on one; without `data`, none is ever created. */
  static defaults = { dataElementType: PointElement.id };

  override draw(): void {
    const { ctx: context, chartArea } = this.chart;
    const { xScale, yScale } = this.getMeta();
    const dataset = this.getDataset() as StepDataset;
    if (!xScale || !yScale) return;
    const viewport = { startMs: xScale.min, endMs: xScale.max };
    const prices = { lowest: yScale.min, highest: yScale.max };
    const runs = toRuns(dataset, viewport, scalesOf({ ...chartArea, viewport, prices }));
    const fill: Fill = (x, y, width, height) => context.fillRect(x, y, width, height);
    context.save();
    if (dataset.water) {
      const gradient = context.createLinearGradient(0, chartArea.top, 0, chartArea.bottom);
      dataset.water.forEach((color, stop) => {
        gradient.addColorStop(stop, color);
      });
      context.fillStyle = gradient;
      for (const run of runs) fillArea(run, chartArea.bottom, fill);
    }
    context.fillStyle = dataset.color;
    for (const run of runs) fillLine(run, dataset.thickness, run.isOut ? dashed(3, fill) : fill);
    context.restore();
  }
}
