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

/** The lowest price in stock among the offers' points in force; `null` with nothing in stock. */
function cheapestPoint(
  series: readonly OfferSeries<unknown>[],
  inForce: readonly number[],
): { readonly offer: number; readonly priceMinor: number } | null {
  let offer = -1;
  let priceMinor = Number.POSITIVE_INFINITY;
  for (let i = 0; i < series.length; i++) {
    const point = series[i]?.points[inForce[i] ?? -1];
    if (point === undefined || point.availability === availabilityCodes.out) continue;
    if (point.priceMinor >= priceMinor) continue;
    offer = i;
    priceMinor = point.priceMinor;
  }
  return offer < 0 ? null : { offer, priceMinor };
}

/** Moves each offer to its point in force at the next change; returns its time, or `null` at the end. */
function advance(series: readonly OfferSeries<unknown>[], inForce: number[]): number | null {
  let nextMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < series.length; i++) {
    const next = series[i]?.points[(inForce[i] ?? -1) + 1];
    if (next !== undefined && next.atMs < nextMs) nextMs = next.atMs;
  }
  if (nextMs === Number.POSITIVE_INFINITY) return null;
  for (let i = 0; i < series.length; i++) {
    const points = series[i]?.points ?? [];
    let index = inForce[i] ?? -1;
    while ((points[index + 1]?.atMs ?? Number.POSITIVE_INFINITY) <= nextMs) index++;
    inForce[i] = index;
  }
  return nextMs;
}

/**
 * The lowest price in stock at each time until `endMs`; periods with nothing in stock have no span. Merges the series
 * in place: a history may have 150,000 points.
 */
function bestPriceSpans<Id>(series: readonly OfferSeries<Id>[], endMs: number): BestPriceSpan<Id>[] {
  const inForce = series.map(() => -1);
  const spans: BestPriceSpan<Id>[] = [];
  let atMs = advance(series, inForce);
  let [leader, priceMinor, fromMs] = [-1, 0, 0];
  while (atMs !== null && atMs < endMs) {
    const best = cheapestPoint(series, inForce);
    const nextMs: number | null = advance(series, inForce);
    const toMs = Math.min(nextMs ?? endMs, endMs);
    const isSame = best?.offer === leader && best.priceMinor === priceMinor;
    if (!isSame) [leader, priceMinor, fromMs] = [best?.offer ?? -1, best?.priceMinor ?? 0, atMs];
    const id = series[leader]?.id;
    if (best !== null && id !== undefined) {
      if (isSame) spans.pop();
      spans.push({ id, fromMs, toMs, priceMinor });
    }
    atMs = nextMs;
  }
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
