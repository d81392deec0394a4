import type { PriceRange } from "./price-ticks.js";
import type { Scales } from "./step-runs.js";
import { spanOf, type Viewport } from "./viewport.js";

/** Where the chart has drawn what: pixels from the canvas's corner. */
export interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly viewport: Viewport;
  readonly prices: PriceRange;
}

export function scalesOf({ left, right, top, bottom, viewport, prices }: Place): Scales {
  const perMs = (right - left) / spanOf(viewport);
  const perPrice = (bottom - top) / (prices.highest - prices.lowest);
  return {
    toX: (atMs) => left + (atMs - viewport.startMs) * perMs,
    toY: (price) => bottom - (price - prices.lowest) * perPrice,
  };
}

/** The time at `x`; beside the chart, the nearest one that it shows. */
export function timeAt({ left, right, viewport }: Place, x: number): number {
  const share = Math.min(Math.max((x - left) / (right - left), 0), 1);
  return viewport.startMs + share * spanOf(viewport);
}

export function columnsOf({ left, right }: Place): number {
  return Math.max(1, Math.round(right - left));
}

export function isSamePlace(one: Place | null, other: Place): boolean {
  return (
    one !== null &&
    one.left === other.left &&
    one.right === other.right &&
    one.top === other.top &&
    one.bottom === other.bottom &&
    one.viewport === other.viewport &&
    one.prices.lowest === other.prices.lowest &&
    one.prices.highest === other.prices.highest
  );
}
