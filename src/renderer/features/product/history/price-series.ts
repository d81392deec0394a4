import type { HistoryPoint, Offer } from "../../../../shared/contract/offer.js";
import type { Availability } from "../../../../shared/contract/primitives.js";
import { isNew } from "../../../lib/best-offer.js";
import { conditionOf } from "../offers.js";
import type { Viewport } from "./view.js";

/** A change point: the price holds from here until the next one. */
export interface PricePoint {
  readonly atMs: number;
  readonly price: number;
  readonly availability: Availability | null;
}

/** One offer's prices over time, ready to draw; or one shop's, where its offers are taken together. */
export interface PriceSeries {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  /** A used item's price says little about a new one's. */
  readonly isNew: boolean;
  readonly retailer: string;
  readonly seller: string | null;
  readonly condition: string | null;
  /** In time order. The last one repeats the price before it, and ends the line. */
  readonly points: readonly PricePoint[];
}

const parsed = new WeakMap<readonly HistoryPoint[], readonly PricePoint[]>();

/** The history as numbers. Reading ten thousand times of day takes a while, so it is done once an answer. */
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

/** Points from `startMs` on, led by the price that held at `startMs` where an earlier point tells it. */
function clip(points: readonly PricePoint[], startMs: number): PricePoint[] {
  const before = countUntil(points, startMs);
  const held = points[before - 1];
  const rest = points.slice(before);
  return held ? [{ ...held, atMs: startMs }, ...rest] : rest;
}

/** New ones first, then the cheapest: the order in which people compare, and in which colours are given. */
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
        label: labels.get(offer.id) ?? offer.retailer,
        currency: offer.currency,
        isNew: isNew(offer),
        retailer: offer.retailer,
        seller: offer.seller,
        condition: offer.condition_grade ?? offer.condition,
        points,
      },
    ];
  });
}

/** The point that holds at `atMs`; null before the first one. */
export function pointAt(points: readonly PricePoint[], atMs: number): PricePoint | null {
  return points[countUntil(points, atMs) - 1] ?? null;
}

interface Timed {
  readonly atMs: number;
}

/** How many of `points` are at or before `atMs`, found by halving. */
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

/** Which of `points` say something about the viewport: those in it, led by the one that holds where it starts. */
export function visibleRange(
  points: readonly Timed[],
  { startMs, endMs }: Viewport,
): readonly [number, number] {
  const held = countUntil(points, startMs) - 1;
  return [Math.max(0, held), countUntil(points, endMs)];
}

/** The histories of two windows as one, in time order. A window begins where the one before ends, as a rule. */
function joinHistories(older: readonly HistoryPoint[], newer: readonly HistoryPoint[]): HistoryPoint[] {
  const [end, start] = [older.at(-1), newer[0]];
  if (!end || !start || Date.parse(end.timestamp) < Date.parse(start.timestamp)) return [...older, ...newer];
  const byTime = new Map([...older, ...newer].map((point) => [Date.parse(point.timestamp), point]));
  return [...byTime].sort(([a], [b]) => a - b).map(([, point]) => point);
}

/**
 * Joins the offers of several windows, the newest first: what an offer is now comes from the newest. `before` has the
 * last point of each offer before the oldest window, where a chart of that window begins.
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
  return isNew(offer) ? offer.retailer : `${offer.retailer} · ${conditionOf(offer)}`;
}

/** A retailer's name is enough until it lists the product twice; then the seller, then a number, tells them apart. */
export function labelOffers(offers: readonly Offer[]): ReadonlyMap<string, string> {
  const count = (labels: readonly string[], label: string) =>
    labels.filter((other) => other === label).length;
  const bases = offers.map(baseLabel);
  const withSeller = offers.map((offer, index) => {
    const base = bases[index] ?? offer.retailer;
    return count(bases, base) > 1 && offer.seller ? `${base} · ${offer.seller}` : base;
  });
  const seen = new Map<string, number>();
  return new Map(
    offers.map((offer, index) => {
      const label = withSeller[index] ?? offer.retailer;
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

/** The first change after `atMs` of any line; null where there is none. */
export function nextChange(series: readonly PriceSeries[], atMs: number): number | null {
  const times = series.flatMap(({ points }) => {
    let index = countUntil(points, atMs);
    while (index < points.length && !isChange(points, index)) index++;
    return points[index]?.atMs ?? [];
  });
  return times.length === 0 ? null : Math.min(...times);
}

/** The last change before `atMs` of any line; null where there is none. */
export function previousChange(series: readonly PriceSeries[], atMs: number): number | null {
  const times = series.flatMap(({ points }) => {
    // Times are whole milliseconds, so this leaves out what is at `atMs` itself.
    let index = countUntil(points, Math.ceil(atMs) - 1) - 1;
    while (index >= 0 && !isChange(points, index)) index--;
    return points[index]?.atMs ?? [];
  });
  return times.length === 0 ? null : Math.max(...times);
}

export interface ChangeRow extends PricePoint {
  readonly series: PriceSeries;
  /** The price before, in the same line; null for a line's first point. */
  readonly before: number | null;
}

function rowsOf(series: PriceSeries, viewport: Viewport): ChangeRow[] {
  const { points } = series;
  const [from, to] = visibleRange(points, viewport);
  const rows: ChangeRow[] = [];
  for (let index = from; index < to; index++) {
    const point = points[index];
    const before = points[index - 1];
    if (!point || (before?.price === point.price && before.availability === point.availability)) continue;
    rows.push({ ...point, series, before: before?.price ?? null });
  }
  return rows;
}

/**
 * The lines as a table: every change in the viewport, the newest first, and the price with which each line enters
 * it. The end that only draws a line to now is no change.
 */
export function toChangeRows(series: readonly PriceSeries[], viewport: Viewport): ChangeRow[] {
  return series.flatMap((line) => rowsOf(line, viewport)).sort((a, b) => b.atMs - a.atMs);
}
