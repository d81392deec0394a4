import { maxOf, minOf } from "../../../shared/arrays.js";
import type { Condition } from "../../../shared/contract/primitives.js";
import { isEarlyJoin } from "../../../shared/early-joins.js";
import { type CountedTerms, paidPrice, visitPaid } from "../../../shared/paid-price.js";
import type { Paid } from "./paid-price.js";
import { availabilityCodes, type PricePoint, type PriceValue } from "./price-point.js";
import type { PriceSpan } from "./step-series.js";

/** The change points of an offer as columns, ascending, because a history may have 150,000 of them. */
export interface PointColumns {
  readonly times: Float64Array;
  /** Infinite while it is out of stock. */
  readonly prices: Float64Array;
}

export const noPoints: PointColumns = { times: new Float64Array(), prices: new Float64Array() };

export interface OfferSeries<Id> extends PointColumns {
  readonly id: Id;
}

export interface BestPriceSpan<Id> extends PriceSpan {
  readonly id: Id;
}

/** A price in a column. */
export function columnPrice({ priceMinor, availability }: PriceValue): number {
  return availability === availabilityCodes.out ? Number.POSITIVE_INFINITY : priceMinor;
}

export function toColumns(points: readonly PricePoint[]): PointColumns {
  return {
    times: Float64Array.from(points, ({ atMs }) => atMs),
    prices: Float64Array.from(points, columnPrice),
  };
}

/** The history of what the owner pays; times out of stock have no price. */
export function paidColumns(columns: PointColumns, terms: readonly CountedTerms[]): PointColumns {
  const [times, prices]: [number[], number[]] = [[], []];
  visitPaid(columns.times, terms, (atMs, index, counted) => {
    const stated = columns.prices[index] ?? Number.POSITIVE_INFINITY;
    times.push(atMs);
    prices.push(stated === Number.POSITIVE_INFINITY ? stated : paidPrice(stated, counted).price);
  });
  return { times: Float64Array.from(times), prices: Float64Array.from(prices) };
}

/** See `backdateEarlyJoins`. */
function backdateColumns<S extends PointColumns>(
  series: readonly S[],
  firstMs = minOf(series.flatMap(({ times: [first] }) => first ?? [])) ?? 0,
): S[] {
  return series.map((each) => {
    const [first] = each.times;
    return first !== undefined && isEarlyJoin(first, firstMs)
      ? { ...each, times: each.times.with(0, firstMs) }
      : each;
  });
}

/** Checks the bounds: a read beyond them makes V8 box every number of the column. */
function valueAt(column: Float64Array, index: number): number {
  return index >= 0 && index < column.length
    ? (column[index] ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;
}

type VisitStep = (atMs: number, leader: number, priceMinor: number) => void;

/** Visits each change of the lowest price in stock, with the index of its offer: -1 with nothing in stock. */
function visitSteps(series: readonly PointColumns[], visit: VisitStep): void {
  const indexes = new Int32Array(series.length).fill(-1);
  let leader = -1;
  let best = Number.POSITIVE_INFINITY;
  let nextMs = Number.NEGATIVE_INFINITY;
  do {
    const atMs = nextMs;
    let nextLeader = -1;
    let next = Number.POSITIVE_INFINITY;
    nextMs = Number.POSITIVE_INFINITY;
    for (let i = 0; i < series.length; i++) {
      const { times, prices } = series[i] ?? noPoints;
      let index = indexes[i] ?? -1;
      let laterMs = valueAt(times, index + 1);
      while (laterMs <= atMs) laterMs = valueAt(times, ++index + 1);
      indexes[i] = index;
      nextMs = Math.min(nextMs, laterMs);
      const priceMinor = valueAt(prices, index);
      if (priceMinor >= next) continue;
      nextLeader = i;
      next = priceMinor;
    }
    if (nextLeader !== leader || next !== best) visit(atMs, nextLeader, next);
    leader = nextLeader;
    best = next;
  } while (nextMs < Number.POSITIVE_INFINITY);
}

/** The changes of the best price of several offers. */
export function bestPriceSteps(series: readonly PointColumns[]): PointColumns {
  const maxCount = series.reduce((sum, { times }) => sum + times.length, 0);
  const [times, prices] = [new Float64Array(maxCount), new Float64Array(maxCount)];
  let count = 0;
  visitSteps(series, (atMs, _leader, priceMinor) => {
    times[count] = atMs;
    prices[count++] = priceMinor;
  });
  return { times: times.subarray(0, count), prices: prices.subarray(0, count) };
}

/** The lowest price in stock at each time until `endMs`, which is after all points; periods with nothing in stock have no span. */
function bestPriceSpans<Id>(series: readonly OfferSeries<Id>[], endMs: number): BestPriceSpan<Id>[] {
  const spans: BestPriceSpan<Id>[] = [];
  let open: { toMs: number } | null = null;
  visitSteps(series, (fromMs, leader, priceMinor) => {
    if (open !== null) open.toMs = fromMs;
    const offer = series[leader];
    const span = offer && { id: offer.id, fromMs, toMs: endMs, priceMinor };
    if (span !== undefined) spans.push(span);
    open = span ?? null;
  });
  return spans;
}

/** The best price of several offers, up to the present. */
export interface BestPriceHistory<Id> {
  readonly series: readonly OfferSeries<Id>[];
  readonly spans: readonly BestPriceSpan<Id>[];
  /** See `comparableSince`. */
  readonly sinceMs: number;
  readonly presentMs: number;
}

/** Later than the reader's clock if that is behind the newest point, which counts as known all the same. */
export function presentTime(series: readonly PointColumns[], nowMs: number): number {
  return series.reduce((latestMs, { times }) => Math.max(latestMs, (times.at(-1) ?? 0) + 1), nowMs);
}

export function bestPriceHistory<Id>(
  series: readonly OfferSeries<Id>[],
  nowMs: number,
  sinceMs = 0,
): BestPriceHistory<Id> {
  // What counts since this moment compares with itself.
  const presentMs = Math.max(presentTime(series, nowMs), sinceMs + 1);
  return { series, spans: bestPriceSpans(series, presentMs), sinceMs, presentMs };
}

/** The state of an offer when it was last seen. */
interface PresentState extends PriceValue {
  readonly seenMs: number;
  readonly paid?: Paid;
}

/**
 * Drops the points of a clock that ran ahead, before the offer was seen otherwise. The present price is known, even if
 * the reader's clock is behind.
 */
function knownPoints({ times, prices }: PointColumns, present: PresentState, nowMs: number): PointColumns {
  if ((times.at(-1) ?? nowMs) <= nowMs) return { times, prices };
  const seen = times.findLastIndex((atMs) => atMs <= Math.max(nowMs, present.seenMs));
  const price = columnPrice(present);
  const count = 1 + (prices[seen] === price ? seen : Math.max(seen, prices.lastIndexOf(price)));
  return { times: times.subarray(0, count), prices: prices.subarray(0, count) };
}

/** Since when all that makes the present prices counts; 0 if nothing does. Earlier prices do not compare with them. */
export function comparableSince(offers: readonly Pick<PresentState, "paid">[]): number {
  return maxOf(offers.map(({ paid }) => paid?.sinceMs ?? 0)) ?? 0;
}

/** How to read the history of some offers. */
interface HistorySource<Offer> {
  readonly columnsOf: (offer: Offer) => PointColumns;
  readonly nowMs: number;
  /** The time of the offers' first price; give it if the points may begin later. */
  readonly firstMs?: number | undefined;
}

/** The history of what is paid for an offer, as far as it is known. */
function paidPoints<Offer extends PresentState>(
  { paid, ...offer }: Offer,
  points: PointColumns,
  nowMs: number,
): PointColumns {
  const stated = paid === undefined ? offer : { ...offer, priceMinor: paid.statedMinor };
  const known = knownPoints(points, stated, nowMs);
  return paid === undefined ? known : paidColumns(known, paid.terms);
}

/** The known prices of stored offers, each with its present state. */
export function offersSeries<Offer extends PresentState>(
  offers: readonly Offer[],
  { columnsOf, nowMs, firstMs }: HistorySource<Offer>,
): OfferSeries<Offer>[] {
  const series = offers.map((offer) => ({ id: offer, ...paidPoints(offer, columnsOf(offer), nowMs) }));
  return backdateColumns(series, firstMs);
}

/** The best price of stored offers. */
export function offersHistory<Offer extends PresentState>(
  offers: readonly Offer[],
  source: HistorySource<Offer>,
): BestPriceHistory<Offer> {
  return bestPriceHistory(offersSeries(offers, source), source.nowMs, comparableSince(offers));
}

interface Comparable {
  readonly isAuction: boolean;
  readonly condition: Condition | null;
}

/** Used prices do not compare with new ones, so used offers count only if there are no new ones. */
export function comparableOffers<T extends Comparable>(offers: readonly T[]): T[] {
  const nonAuctions = offers.filter((offer) => !offer.isAuction);
  const newOffers = nonAuctions.filter((offer) => offer.condition === null || offer.condition === "new");
  return newOffers.length > 0 ? newOffers : nonAuctions;
}
