import type { PriceSpan } from "./step-series.js";

/** The price from `atMs` on; `null` while nothing is in stock. */
export type SparkPoint = readonly [atMs: number, priceMinor: number | null];

/** The changes of a best price, gaps included, from its first known value on. */
export function sparkPoints(spans: readonly PriceSpan[], untilMs: number): SparkPoint[] {
  const points: SparkPoint[] = [];
  spans.forEach(({ fromMs, toMs, priceMinor }, i) => {
    if (points.at(-1)?.[1] !== priceMinor) points.push([fromMs, priceMinor]);
    const nextMs = spans[i + 1]?.fromMs ?? untilMs;
    if (nextMs > toMs) points.push([toMs, null]);
  });
  return points;
}

/** Low, high and last point of a slice. Without the last point, a brief price would seem to last. */
const pointsPerSlice = 3;

function downsampleSlice(slice: readonly SparkPoint[]): SparkPoint[] {
  const byPrice = slice.filter(([, price]) => price !== null).sort(([, a], [, b]) => (a ?? 0) - (b ?? 0));
  const keyPoints = new Set([byPrice[0], byPrice.at(-1), slice.at(-1)]);
  return slice.filter((point) => keyPoints.has(point));
}

/** Reduces the points to a max count; the first, the last, and all visible lows and highs stay. */
export function downsample(points: readonly SparkPoint[], maxPoints: number): SparkPoint[] {
  const [first, ...rest] = points;
  const [start, end] = [rest[0]?.[0], rest.at(-1)?.[0]];
  if (first === undefined || start === undefined || end === undefined || points.length <= maxPoints)
    return [...points];
  const count = Math.floor((maxPoints - 1) / pointsPerSlice);
  const slices: SparkPoint[][] = Array.from({ length: count }, () => []);
  for (const point of rest) {
    const share = (point[0] - start) / (end - start || 1);
    slices[Math.min(count - 1, Math.floor(share * count))]?.push(point);
  }
  return [first, ...slices.flatMap(downsampleSlice)];
}
