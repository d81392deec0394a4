import { maxOf, minOf } from "../../../../shared/arrays.js";
import type { HistoryPoint, Offer } from "../../../../shared/contract/offer.js";
import type { Availability } from "../../../../shared/contract/primitives.js";
import { paidPrice, visitPaid } from "../../../../shared/paid-price.js";
import { isNew } from "../../../lib/best-offer.js";
import { shopName } from "../../../lib/shop-name.js";
import { conditionOf } from "../offers.js";
import type { CountedByOffer } from "../terms.js";
import type { Viewport } from "./view.js";

/** A change point: the price holds from here until the next one. */
export interface PricePoint {
  readonly atMs: number;
  readonly price: number;
  readonly availability: Availability | null;
}

/** The prices of an offer over time, ready to draw, or of a shop if its offers are merged. */
export interface PriceSeries {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  /** Used prices say little about new ones. */
  readonly isNew: boolean;
  readonly retailer: string;
  /** Its page. */
  readonly url: string;
  readonly seller: string | null;
  readonly condition: string | null;
  /** In time order. The last point repeats the price before it, to end the line. */
  readonly points: readonly PricePoint[];
}

const parsed = new WeakMap<readonly HistoryPoint[], readonly PricePoint[]>();

/** The history as numbers. Parsing ten thousand times is slow, so it happens once per answer. */
function pointsOf(history: readonly HistoryPoint[]): readonly PricePoint[] {
  const known = parsed.get(history);
  if (known) return known;
  const points = history.map(({ timestamp, price, availability }) => ({
    atMs: Date.parse(timestamp),
    price,
    availability: availability ?? null,
  }));
  parsed.set(history, points);
  return points;
}

/** Points from `startMs` on, led by the price in effect at `startMs` if it is known. */
function clip(points: readonly PricePoint[], startMs: number): PricePoint[] {
  const before = countUntil(points, startMs);
  const held = points[before - 1];
  const rest = points.slice(before);
  return held ? [{ ...held, atMs: startMs }, ...rest] : rest;
}

/** New offers first, then by price: the order in which people compare, and in which colours are assigned. */
function byInterest(one: Offer, other: Offer): number {
  return Number(isNew(other)) - Number(isNew(one)) || one.price - other.price;
}

/** Offers with a known price in the window, as lines from `startMs` to `nowMs`. */
export function toSeries(offers: readonly Offer[], startMs: number, nowMs: number): PriceSeries[] {
  const labels = labelOffers(offers);
  return [...offers].sort(byInterest).flatMap((offer) => {
    const points = clip(pointsOf(offer.history), startMs);
    const last = points.at(-1);
    if (!last) return [];
    if (last.atMs < nowMs) points.push({ ...last, atMs: nowMs });
    return [
      {
        id: offer.id,
        label: labels.get(offer.id) ?? shopName(offer.retailer),
        currency: offer.currency,
        isNew: isNew(offer),
        retailer: offer.retailer,
        url: offer.URL,
        seller: offer.seller,
        condition: offer.condition_grade ?? offer.condition,
        points,
      },
    ];
  });
}

/** What the shopper paid along each line. What was seen at the shops stays in the table. */
export function asPaid(series: readonly PriceSeries[], counted: CountedByOffer): readonly PriceSeries[] {
  if (counted.size === 0) return series;
  return series.map((line) => {
    const points: PricePoint[] = [];
    const times = line.points.map(({ atMs }) => atMs);
    visitPaid(times, counted.get(line.id) ?? [], (atMs, index, terms) => {
      const point = line.points[index];
      if (point) points.push({ ...point, atMs, price: paidPrice(point.price, terms).price });
    });
    return { ...line, points };
  });
}

/**
 * The price and stock that all points share, and since when in the range; null if they differ. A chart of one price would
 * be a box around a line.
 */
export function findOnlyPrice(series: readonly PriceSeries[]) {
  const [first] = series[0]?.points ?? [];
  const isOnly = series.every(({ points }) =>
    points.every(
      ({ price, availability }) =>
        price === first?.price && (availability === "out") === (first.availability === "out"),
    ),
  );
  if (!first || !isOnly) return null;
  const sinceMs = minOf(series.flatMap((each) => each.points[0]?.atMs ?? [])) ?? first.atMs;
  return { price: first.price, isOut: first.availability === "out", sinceMs };
}

/** The point in effect at `atMs`; null before the first one. */
export function pointAt(points: readonly PricePoint[], atMs: number): PricePoint | null {
  return points[countUntil(points, atMs) - 1] ?? null;
}

interface Timed {
  readonly atMs: number;
}

/** Counts the points at or before `atMs`, by binary search. */
export function countUntil(points: readonly Timed[], atMs: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The points for the viewport: those in it, led by the one in effect at its start. */
export function visibleRange(
  points: readonly Timed[],
  { startMs, endMs }: Viewport,
): readonly [number, number] {
  const held = countUntil(points, startMs) - 1;
  return [Math.max(0, held), countUntil(points, endMs)];
}

/** Merges the histories of two windows in time order. Windows usually meet without overlap. */
function joinHistories(older: readonly HistoryPoint[], newer: readonly HistoryPoint[]): HistoryPoint[] {
  const [end, start] = [older.at(-1), newer[0]];
  if (!end || !start || Date.parse(end.timestamp) < Date.parse(start.timestamp)) return [...older, ...newer];
  const byTime = new Map([...older, ...newer].map((point) => [Date.parse(point.timestamp), point]));
  return [...byTime].sort(([a], [b]) => a - b).map(([, point]) => point);
}

/**
 * Joins the offers of several windows, the newest first: an offer's present state comes from the newest. `before` has
 * each offer's last point before the oldest window.
 */
export function mergeOffers(
  windows: readonly (readonly Offer[])[],
  before: ReadonlyMap<string, HistoryPoint> = new Map(),
): Offer[] {
  const byId = new Map<string, Offer>();
  for (const offers of windows)
    for (const offer of offers) {
      const newer = byId.get(offer.id);
      byId.set(offer.id, newer ? { ...newer, history: joinHistories(offer.history, newer.history) } : offer);
    }
  return [...byId.values()].map((offer) => {
    const held = before.get(offer.id);
    return held ? { ...offer, history: joinHistories([held], offer.history) } : offer;
  });
}

function baseLabel(offer: Offer): string {
  const shop = shopName(offer.retailer);
  return isNew(offer) ? shop : `${shop} · ${conditionOf(offer)}`;
}

/** The retailer's name, plus the seller and then a number if it lists the product more than once. */
export function labelOffers(offers: readonly Offer[]): ReadonlyMap<string, string> {
  const bases = offers.map(baseLabel);
  const seen = new Map<string, number>();
  return new Map(
    offers.map((offer) => {
      const base = baseLabel(offer);
      const isShared = bases.filter((other) => other === base).length > 1;
      const label = isShared && offer.seller ? `${base} · ${offer.seller}` : base;
      const number = (seen.get(label) ?? 0) + 1;
      seen.set(label, number);
      return [offer.id, number === 1 ? label : `${label} (${number})`];
    }),
  );
}

function isChange(points: readonly PricePoint[], index: number): boolean {
  const [before, point] = [points[index - 1], points[index]];
  return point !== undefined && (before?.price !== point.price || before.availability !== point.availability);
}

function changeTimes(series: readonly PriceSeries[]): number[] {
  return series.flatMap(({ points }) =>
    points.flatMap(({ atMs }, index) => (isChange(points, index) ? atMs : [])),
  );
}

/** The first change of any line after `atMs`; null without one. */
export function nextChange(series: readonly PriceSeries[], atMs: number): number | null {
  return minOf(changeTimes(series).filter((each) => each > atMs));
}

/** The last change of any line before `atMs`; null without one. */
export function previousChange(series: readonly PriceSeries[], atMs: number): number | null {
  return maxOf(changeTimes(series).filter((each) => each < atMs));
}

export interface ChangeRow extends PricePoint {
  readonly series: PriceSeries;
  /** The previous price of the same line; null for its first point. */
  readonly before: number | null;
}

function rowsOf(series: PriceSeries, viewport: Viewport): ChangeRow[] {
  const { points } = series;
  const [from, to] = visibleRange(points, viewport);
  return points.slice(from, to).flatMap((point, index) => {
    const before = points[from + index - 1]?.price ?? null;
    return isChange(points, from + index) ? [{ ...point, series, before }] : [];
  });
}

/**
 * Every change in the viewport, newest first, and the price with which each line enters it. The point that only
 * extends a line to the present is left out.
 */
export function toChangeRows(series: readonly PriceSeries[], viewport: Viewport): ChangeRow[] {
  return series.flatMap((line) => rowsOf(line, viewport)).sort((a, b) => b.atMs - a.atMs);
}
