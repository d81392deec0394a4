import { backdateEarlyJoins } from "../../../shared/early-joins.js";
import { availabilityCodes, hasSameValue, type PricePoint, type PriceValue } from "./price-point.js";
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

function changesInOrder<Id>(series: readonly OfferSeries<Id>[]): Change[] {
  return series
    .flatMap(({ points }, offer) => points.map((point) => ({ atMs: point.atMs, offer, point })))
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

/** The lowest price in stock at each time until `endMs`; periods with nothing in stock have no span. */
function bestPriceSpans<Id>(series: readonly OfferSeries<Id>[], endMs: number): BestPriceSpan<Id>[] {
  const changes = changesInOrder(series);
  const currentPoints: (PricePoint | undefined)[] = series.map(() => undefined);
  const spans: BestPriceSpan<Id>[] = [];
  changes.forEach((change, i) => {
    currentPoints[change.offer] = change.point;
    const toMs = changes[i + 1]?.atMs ?? endMs;
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

/** The best price of several offers, up to the present. */
export interface BestPriceHistory<Id> {
  readonly series: readonly OfferSeries<Id>[];
  readonly spans: readonly BestPriceSpan<Id>[];
  /** Later than the reader's clock if that is behind the newest point, which counts as known all the same. */
  readonly presentMs: number;
}

export function bestPriceHistory<Id>(
  series: readonly OfferSeries<Id>[],
  nowMs: number,
): BestPriceHistory<Id> {
  const presentMs = series.reduce(
    (latestMs, { points }) => Math.max(latestMs, (points.at(-1)?.atMs ?? 0) + 1),
    nowMs,
  );
  return { series, spans: bestPriceSpans(series, presentMs), presentMs };
}

/** The state of an offer when it was last seen. */
interface PresentState extends PriceValue {
  readonly seenMs: number;
}

/**
 * Drops the points of a clock that ran ahead, before the offer was seen otherwise. The present price is known, even if
 * the reader's clock is behind.
 */
function knownPoints(
  points: readonly PricePoint[],
  present: PresentState,
  nowMs: number,
): readonly PricePoint[] {
  if ((points.at(-1)?.atMs ?? nowMs) <= nowMs) return points;
  const newest = points.findLast((point) => hasSameValue(point, present));
  const untilMs = Math.max(nowMs, present.seenMs, newest?.atMs ?? nowMs);
  return points.filter(({ atMs }) => atMs <= untilMs);
}

/** How to read the history of some offers. */
interface HistorySource<Offer> {
  readonly pointsOf: (offer: Offer) => readonly PricePoint[];
  readonly nowMs: number;
  /** The time of the offers' first price; give it if the points may begin later. */
  readonly firstMs?: number | undefined;
}

/** The best price of stored offers, each with its present state. */
export function offersHistory<Offer extends PresentState>(
  offers: readonly Offer[],
  { pointsOf, nowMs, firstMs }: HistorySource<Offer>,
): BestPriceHistory<Offer> {
  const series = offers.map((offer) => ({
    id: offer,
    points: knownPoints(pointsOf(offer), offer, nowMs),
  }));
  return bestPriceHistory(backdateEarlyJoins(series, firstMs), nowMs);
}
