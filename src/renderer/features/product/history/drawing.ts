import type { Extremes } from "./best-price.js";
import type { ChartPalette } from "./chart-palette.js";
import type { PricePoint } from "./price-series.js";
import { type PriceRange, withRoom } from "./price-ticks.js";
import type { Viewport } from "./viewport.js";
import { visibleRange } from "./visible-points.js";

export interface DrawnLine {
  readonly points: readonly PricePoint[];
  readonly color: string;
  /** Which of the shapes ends the line. */
  readonly shape: number;
  /** It steps back, because another one is pointed at. */
  readonly isFaint: boolean;
}

/** All that the chart draws. */
export interface PriceDrawing {
  readonly lines: readonly DrawnLine[];
  /** Shaded below: what one would have paid. Hatched where it is out of stock. */
  readonly best: readonly PricePoint[];
  readonly extremes: Extremes | null;
  readonly targets: readonly number[];
  readonly viewport: Viewport;
  readonly currency: string;
  readonly locale: string;
  readonly palette: ChartPalette;
  readonly words: ChartWords;
}

/** What is written on the chart. */
export interface ChartWords {
  readonly lowest: string;
  readonly highest: string;
  readonly target: (price: number) => string;
  readonly outOfStock: string;
}

function rangeOf(lines: readonly DrawnLine[], viewport: Viewport): PriceRange | null {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { points } of lines) {
    const [from, to] = visibleRange(points, viewport);
    for (let index = from; index < to; index++) {
      const price = points[index]?.price ?? lowest;
      if (price < lowest) lowest = price;
      if (price > highest) highest = price;
    }
  }
  return lowest <= highest ? { lowest, highest } : null;
}

/** Targets that can be shown without pressing the prices flat. */
export function nearTargets({ targets, extremes }: Pick<PriceDrawing, "targets" | "extremes">): number[] {
  if (!extremes) return [];
  const { lowest, highest } = extremes;
  return targets.filter((price) => price >= lowest.price * 0.6 && price <= highest.price * 1.2);
}

const withoutPrices: PriceRange = { lowest: 0, highest: 100 };

/** Which prices the axis shows: those in sight, the targets, and room for what is written beside them. */
export function pricesOf(drawing: PriceDrawing): PriceRange {
  const range = rangeOf(drawing.lines, drawing.viewport);
  if (!range) return withoutPrices;
  const shown = [range.lowest, range.highest, ...nearTargets(drawing)];
  return withRoom({ lowest: Math.min(...shown), highest: Math.max(...shown) });
}
