import type { HistoryPoint, Offer } from "../../../../shared/contract/offer.js";
import type { Availability } from "../../../../shared/contract/primitives.js";
import { isNew } from "../../../lib/best-offer.js";
import { labelOffers } from "./offer-labels.js";
import { countUntil } from "./visible-points.js";

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
