import { maxOf, minOf } from "../../../shared/arrays.js";
import { DAY_MS } from "../../../shared/time.js";
import type { PriceSpan } from "./step-series.js";

const maxBuckets = 12;
/** A bucket is at least a hundredth of the highest price wide: finer steps mean nothing to a reader. */
const maxStepsFromZero = 100;

/** 1, 2, 5, 10, 20, 25, 50, 100… minor units: bounds that a person would pick. */
function* roundSteps(): Generator<number> {
  for (let scale = 1; ; scale *= 10)
    for (const digits of [1, 2, 2.5, 5]) if (Number.isInteger(scale * digits)) yield scale * digits;
}

function bucketStep(lowest: number, highest: number): number {
  for (const step of roundSteps()) {
    const count = Math.floor(highest / step) - Math.floor(lowest / step) + 1;
    if (count <= maxBuckets && step * maxStepsFromZero >= highest) return step;
  }
  throw new Error("Unreachable: round steps never end.");
}

/**
 * Days spent in each of equally wide price buckets, from the lowest to the highest price; empty without spans. A bucket
 * ends before its `toMinor`.
 */
export function priceDistribution(spans: readonly PriceSpan[]) {
  const prices = spans.map(({ priceMinor }) => priceMinor);
  const [lowest, highest] = [minOf(prices), maxOf(prices)];
  if (lowest === null || highest === null) return [];
  const step = bucketStep(lowest, highest);
  const first = Math.floor(lowest / step);
  const heldMs = Array.from({ length: Math.floor(highest / step) - first + 1 }, () => 0);
  for (const { fromMs, toMs, priceMinor } of spans) {
    const index = Math.floor(priceMinor / step) - first;
    heldMs[index] = (heldMs[index] ?? 0) + toMs - fromMs;
  }
  return heldMs.map((ms, i) => ({
    fromMinor: (first + i) * step,
    toMinor: (first + i + 1) * step,
    days: ms / DAY_MS,
  }));
}
