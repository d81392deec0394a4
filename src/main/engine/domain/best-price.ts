import { backdateEarlyJoins, isEarlyJoin } from "../../../shared/early-joins.js";
import { minOf } from "../../../shared/extremes.js";
import {
  type AvailabilityCode,
  availabilityCodes,
  hasSameValue,
  type PricePoint,
  type PriceValue,
} from "./price-point.js";
import type { PriceSpan } from "./step-series.js";

/** The change points of one offer, ascending. */
export interface OfferSeries<Id> {
  readonly id: Id;
  readonly points: readonly PricePoint[];
}

export interface BestPriceSpan<Id> extends PriceSpan {
  readonly id: Id;
}

/** The change points of an offer as columns, ascending, because a history may have 150,000 of them. */
export interface PointColumns {
  readonly times: number[];
  /** Negative while it is out of stock. */
  readonly prices: number[];
}

/** The best price from each time on, `null` with nothing in stock, and the index of its offer. */
export interface BestPriceSteps {
  readonly times: number[];
  readonly prices: (number | null)[];
  readonly leaders: number[];
}

export function addToColumns(
  { times, prices }: PointColumns,
  atMs: number,
  priceMinor: number,
  availability: AvailabilityCode,
): void {
  times.push(atMs);
  prices.push(availability === availabilityCodes.out ? -1 : priceMinor);
}

export function toColumns(points: readonly PricePoint[]): PointColumns {
  const columns: PointColumns = { times: [], prices: [] };
  for (const { atMs, priceMinor, availability } of points)
    addToColumns(columns, atMs, priceMinor, availability);
  return columns;
}

/** See `backdateEarlyJoins`. */
export function backdateColumns(series: readonly PointColumns[]): PointColumns[] {
  const firstMs = minOf(series.flatMap(({ times: [first] }) => first ?? [])) ?? 0;
  return series.map(({ times, prices }) =>
    times[0] !== undefined && isEarlyJoin(times[0], firstMs)
      ? { times: times.with(0, firstMs), prices }
      : { times, prices },
  );
}

/** Moves each offer to its point in force at the next change; returns its time, infinity at the end. */
function advance(series: readonly PointColumns[], inForce: number[]): number {
  let nextMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < series.length; i++)
    nextMs = Math.min(nextMs, series[i]?.times[(inForce[i] ?? -1) + 1] ?? nextMs);
  for (let i = 0; i < series.length; i++) {
    const times = series[i]?.times ?? [];
    let index = inForce[i] ?? -1;
    while ((times[index + 1] ?? Number.POSITIVE_INFINITY) <= nextMs && index < times.length) index++;
    inForce[i] = index;
  }
  return nextMs;
}

/** The lowest price in stock at each time before `endMs`. */
export function bestPriceSteps(series: readonly PointColumns[], endMs: number): BestPriceSteps {
  const steps: BestPriceSteps = { times: [], prices: [], leaders: [] };
  const inForce = series.map(() => -1);
  let [leader, best] = [-1, -1];
  for (let atMs = advance(series, inForce); atMs < endMs; atMs = advance(series, inForce)) {
    let [nextLeader, next] = [-1, Number.POSITIVE_INFINITY];
    for (let i = 0; i < series.length; i++) {
      const price = series[i]?.prices[inForce[i] ?? -1] ?? -1;
      if (price >= 0 && price < next) [nextLeader, next] = [i, price];
    }
    if (nextLeader === leader && (leader < 0 || next === best)) continue;
    [leader, best] = [nextLeader, next];
    steps.times.push(atMs);
    steps.prices.push(leader < 0 ? null : best);
    steps.leaders.push(leader);
  }
  return steps;
}

/** The lowest price in stock at each time until `endMs`; periods with nothing in stock have no span. */
function bestPriceSpans<Id>(series: readonly OfferSeries<Id>[], endMs: number): BestPriceSpan<Id>[] {
  const { times, prices, leaders } = bestPriceSteps(
    series.map(({ points }) => toColumns(points)),
    endMs,
  );
  return times.flatMap((fromMs, i) => {
    const leader = series[leaders[i] ?? -1];
    const priceMinor = prices[i] ?? null;
    const toMs = times[i + 1] ?? endMs;
    return leader === undefined || priceMinor === null ? [] : [{ id: leader.id, fromMs, toMs, priceMinor }];
  });
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
