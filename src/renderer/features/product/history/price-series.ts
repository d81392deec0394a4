import type { HistoryPoint, Offer } from "../../../../shared/contract/offer.js";
import type { Availability } from "../../../../shared/contract/primitives.js";
import { isNew } from "../../../lib/best-offer.js";

/** A change point: the price holds from here until the next one. */
export interface PricePoint {
  readonly atMs: number;
  readonly price: number;
  readonly availability: Availability | null;
}

/** One offer's prices over time, ready to draw. */
export interface PriceSeries {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  /** A used item's price says little about a new one's. */
  readonly isNew: boolean;
  readonly points: readonly PricePoint[];
}

function mergeHistories(older: readonly HistoryPoint[], newer: readonly HistoryPoint[]): HistoryPoint[] {
  const byTime = new Map([...older, ...newer].map((point) => [point.timestamp, point]));
  return [...byTime.values()].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

/** Joins the offers of several windows, the newest first: what an offer is now comes from the newest. */
export function mergeOffers(windows: readonly (readonly Offer[])[]): Offer[] {
  const byId = new Map<string, Offer>();
  for (const offers of windows)
    for (const offer of offers) {
      const newer = byId.get(offer.id);
      byId.set(
        offer.id,
        newer
          ? { ...newer, history: mergeHistories(offer.history, newer.history) }
          : { ...offer, history: mergeHistories([], offer.history) },
      );
    }
  return [...byId.values()];
}

function baseLabel(offer: Offer): string {
  const condition = offer.condition_grade ?? offer.condition;
  return condition && condition !== "new" ? `${offer.retailer} · ${condition}` : offer.retailer;
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

/** Points from `startMs` on, led by the price that held at `startMs` where an earlier point tells it. */
function clip(points: readonly PricePoint[], startMs: number): PricePoint[] {
  const first = points.findIndex((point) => point.atMs > startMs);
  const held = first < 0 ? points.at(-1) : points[first - 1];
  const rest = first < 0 ? [] : points.slice(first);
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
    const points = clip(
      offer.history.map((point) => ({
        atMs: Date.parse(point.timestamp),
        price: point.price,
        availability: point.availability ?? null,
      })),
      startMs,
    );
    const last = points.at(-1);
    if (!last) return [];
    const extended = last.atMs < nowMs ? [...points, { ...last, atMs: nowMs }] : points;
    return [
      {
        id: offer.id,
        label: labels.get(offer.id) ?? offer.retailer,
        currency: offer.currency,
        isNew: isNew(offer),
        points: extended,
      },
    ];
  });
}

/** The point that holds at `atMs`, found by halving; null before the first one. */
export function pointAt(points: readonly PricePoint[], atMs: number): PricePoint | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) low = middle + 1;
    else high = middle;
  }
  return points[low - 1] ?? null;
}

export interface ChangeRow extends PricePoint {
  readonly key: string;
  readonly offerId: string;
  readonly label: string;
  readonly currency: string;
  /** The price before, in the same line; null for a line's first point. */
  readonly before: number | null;
}

/** The same data as a table: every change, the newest first. The end that only draws the line to now is no change. */
export function toChangeRows(series: readonly PriceSeries[]): ChangeRow[] {
  return series
    .flatMap(({ id, label, currency, points }) =>
      points.flatMap((point, index) => {
        const before = points[index - 1] ?? null;
        const isSame = before?.price === point.price && before.availability === point.availability;
        if (isSame) return [];
        return [
          {
            ...point,
            key: `${id} ${point.atMs}`,
            offerId: id,
            label,
            currency,
            before: before?.price ?? null,
          },
        ];
      }),
    )
    .sort((a, b) => b.atMs - a.atMs);
}
