import { formatDate, formatDateTime, formatMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { type PricePoint, type PriceSeries, pointAt } from "./price-series.js";

export interface Reading {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  readonly point: PricePoint;
}

/** A time that the shopper looks at. */
export interface CrossHair {
  readonly atMs: number;
  /** Found by keys, change by change, and told in words. */
  readonly isByKeys: boolean;
}

/** What each line costs at a time, the cheapest first. */
export function readingsAt(series: readonly PriceSeries[], atMs: number): Reading[] {
  return series
    .flatMap(({ id, label, currency, points }) => {
      const point = pointAt(points, atMs);
      return point ? [{ id, label, currency, point }] : [];
    })
    .sort((a, b) => a.point.price - b.point.price);
}

const exactSpanMs = 14 * 86_400_000;

/** A change has its minute; what a pointer rests on is a day, until one looks close. */
export function crossHairTime({ atMs, isByKeys }: CrossHair, spanMs: number): string {
  return isByKeys || spanMs < exactSpanMs ? formatDateTime(atMs) : formatDate(atMs);
}

/** The same in words, for a screen reader. */
export function spokenReadings(readings: readonly Reading[], time: string): string {
  const words = texts().history;
  const told = readings.map(({ label, currency, point }) => {
    const money = formatMoney(point.price, currency);
    return point.availability === "out" ? words.priceThenOut(label, money) : words.priceThen(label, money);
  });
  return [time, ...(told.length > 0 ? told : [words.noPriceThen])].join("; ");
}
