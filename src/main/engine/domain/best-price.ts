import { availabilityCodes, type PricePoint } from "./price-point.js";
import type { Span } from "./step-series.js";

/** The change points of one offer, ascending. */
export interface OfferSeries<Id> {
  readonly id: Id;
  readonly points: readonly PricePoint[];
}

export interface BestSpan<Id> extends Span {
  readonly id: Id;
}

/** A change point with the index of its offer. */
interface Change {
  readonly atMs: number;
  readonly offer: number;
  readonly point: PricePoint;
}

/** Drops points in the future, which a fast clock may have left. */
function changesOf<Id>(series: readonly OfferSeries<Id>[], nowMs: number): Change[] {
  return series
    .flatMap(({ points }, offer) => points.map((point) => ({ atMs: point.atMs, offer, point })))
    .filter(({ atMs }) => atMs < nowMs)
    .sort((a, b) => a.atMs - b.atMs);
}

function cheapest(current: readonly (PricePoint | undefined)[]): number {
  let best = -1;
  for (let i = 0; i < current.length; i++) {
    const point = current[i];
    if (point === undefined || point.availability === availabilityCodes.out) continue;
    const leader = best < 0 ? undefined : current[best];
    if (leader === undefined || point.priceMinor < leader.priceMinor) best = i;
  }
  return best;
}

/** The lowest price in stock at each time until `nowMs`; periods with nothing in stock have no span. */
export function bestPriceSpans<Id>(series: readonly OfferSeries<Id>[], nowMs: number): BestSpan<Id>[] {
  const changes = changesOf(series, nowMs);
  const current: (PricePoint | undefined)[] = series.map(() => undefined);
  const spans: BestSpan<Id>[] = [];
  changes.forEach((change, i) => {
    current[change.offer] = change.point;
    const toMs = changes[i + 1]?.atMs ?? nowMs;
    const best = cheapest(current);
    const leader = series[best];
    const point = current[best];
    if (toMs <= change.atMs || leader === undefined || point === undefined) return;
    const last = spans.at(-1);
    if (last?.toMs === change.atMs && last.id === leader.id && last.priceMinor === point.priceMinor)
      spans[spans.length - 1] = { ...last, toMs };
    else spans.push({ id: leader.id, fromMs: change.atMs, toMs, priceMinor: point.priceMinor });
  });
  return spans;
}
