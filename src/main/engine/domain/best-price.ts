import { availabilityCodes, type PricePoint } from "./price-point.js";
import type { PriceSpan } from "./step-series.js";

/** The change points of one offer, ascending. */
export interface OfferSeries<Id> {
  readonly id: Id;
  readonly points: readonly PricePoint[];
}

export interface BestPriceSpan<Id> extends PriceSpan {
  readonly id: Id;
}

/** A change point with the index of its offer. */
interface Change {
  readonly atMs: number;
  readonly offer: number;
  readonly point: PricePoint;
}

/** Drops points in the future, which a fast clock may have left. */
function pastChanges<Id>(series: readonly OfferSeries<Id>[], nowMs: number): Change[] {
  return series
    .flatMap(({ points }, offer) => points.map((point) => ({ atMs: point.atMs, offer, point })))
    .filter(({ atMs }) => atMs < nowMs)
    .sort((a, b) => a.atMs - b.atMs);
}

function cheapestOfferIndex(currentPoints: readonly (PricePoint | undefined)[]): number {
  let bestIndex = -1;
  for (let i = 0; i < currentPoints.length; i++) {
    const point = currentPoints[i];
    if (point === undefined || point.availability === availabilityCodes.out) continue;
    const leader = bestIndex < 0 ? undefined : currentPoints[bestIndex];
    if (leader === undefined || point.priceMinor < leader.priceMinor) bestIndex = i;
  }
  return bestIndex;
}

/** The lowest price in stock at each time until `nowMs`; periods with nothing in stock have no span. */
export function bestPriceSpans<Id>(series: readonly OfferSeries<Id>[], nowMs: number): BestPriceSpan<Id>[] {
  const changes = pastChanges(series, nowMs);
  const currentPoints: (PricePoint | undefined)[] = series.map(() => undefined);
  const spans: BestPriceSpan<Id>[] = [];
  changes.forEach((change, i) => {
    currentPoints[change.offer] = change.point;
    const toMs = changes[i + 1]?.atMs ?? nowMs;
    const bestIndex = cheapestOfferIndex(currentPoints);
    const leader = series[bestIndex];
    const point = currentPoints[bestIndex];
    if (toMs <= change.atMs || leader === undefined || point === undefined) return;
    const last = spans.at(-1);
    if (last?.toMs === change.atMs && last.id === leader.id && last.priceMinor === point.priceMinor)
      spans[spans.length - 1] = { ...last, toMs };
    else spans.push({ id: leader.id, fromMs: change.atMs, toMs, priceMinor: point.priceMinor });
  });
  return spans;
}
