import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { PriceFigures } from "../../../../shared/app/watch.js";
import { minOf } from "../../../../shared/extremes.js";
import { DAY_MS } from "../../../../shared/time.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import {
  firstPointTimes,
  lowestPrice,
  readAllPoints,
  readPointsByOffer,
} from "../../db/prices/price-history.js";
import type { ReadDb } from "../../db/store.js";
import { type BestPriceHistory, offersHistory } from "../../domain/best-price.js";
import { comparableOffers } from "../../domain/comparable-offers.js";
import { gradeText } from "../../domain/grading.js";
import { fromMinor } from "../../domain/money.js";
import { type PriceRange, priceRange } from "../../domain/price-range.js";
import { changeSince, percentChange, recentPrices } from "../../domain/recent-prices.js";
import { productStatistics } from "../../domain/statistics.js";
import { clipSpans, type PriceSpan } from "../../domain/step-series.js";
import { primaryCurrency, trustedOffers } from "../products/best-offer.js";

type Figures = Omit<PriceFigures, "best">;

/** The figures of a product without a price. */
export const noFigures: Figures = {
  change_since_yesterday: null,
  below_median30: null,
  change_since_added: null,
  low: null,
  high: null,
  usual_low: null,
  usual_high: null,
  grade: null,
  is_lowest_ever: false,
};

const yearMs = 365 * DAY_MS;

/** Price histories of many products, read in bulk. */
export interface BulkHistory {
  readonly db: ReadDb;
  readonly nowMs: number;
  readonly lastYear: ReturnType<typeof readPointsByOffer>;
  readonly firstTimes: ReturnType<typeof firstPointTimes>;
}

/** The offers to compare with a product's best price: those in its currency. */
export function offersToCompare(
  offers: readonly StoredOffer[],
  { retailer, best }: { readonly retailer: string | null; readonly best: StoredOffer | undefined },
): StoredOffer[] {
  const trusted = trustedOffers(offers, retailer);
  const currency = best?.currency ?? primaryCurrency(trusted);
  return comparableOffers(trusted.filter((offer) => offer.currency === currency));
}

/**
 * Reads the last year of these offers. Older points are read only for offers that may be close to their all-time
 * low.
 */
export function readBulkHistory(db: ReadDb, offers: readonly StoredOffer[], nowMs: number): BulkHistory {
  const ids = offers.map(({ id }) => id);
  const lastYear = readPointsByOffer(db, ids, nowMs - yearMs);
  return { db, nowMs, lastYear, firstTimes: firstPointTimes(db, ids) };
}

/** The time of the first price of these offers. */
export function firstPriceMs(
  offers: readonly StoredOffer[],
  { firstTimes, nowMs }: Pick<BulkHistory, "firstTimes" | "nowMs">,
): number {
  return minOf(offers.flatMap(({ id }) => firstTimes.get(id) ?? [])) ?? nowMs;
}

function wasMoreExpensive(
  offers: readonly StoredOffer[],
  current: number,
  { db, nowMs }: BulkHistory,
): boolean {
  const history = offersHistory(offers, { pointsOf: ({ id }) => readAllPoints(db, id), nowMs });
  return (productStatistics(history).highest?.priceMinor ?? current) > current;
}

/** Up to this share of the lowest price, the grade depends on how low that is. */
const closeToLowest = 1.05;

/** The lowest price ever. Older history is read only if the price is close to the year's lowest. */
function lowestEver(
  db: ReadDb,
  { series, presentMs }: BestPriceHistory<StoredOffer>,
  current: number,
  lowestOfYear: number,
): number {
  if (current > lowestOfYear * closeToLowest) return lowestOfYear;
  return (
    minOf(series.map(({ id: { id } }) => lowestPrice(db, id, presentMs) ?? lowestOfYear)) ?? lowestOfYear
  );
}

function toRangeFields({ lowest, highest, usual }: PriceRange<PriceSpan>) {
  return {
    low: fromMinor(lowest.priceMinor),
    high: fromMinor(highest.priceMinor),
    usual_low: usual && fromMinor(usual.lowMinor),
    usual_high: usual && fromMinor(usual.highMinor),
  };
}

/** Compares a product's price with its history. `offers` come from `offersToCompare`. */
export function computeFigures(
  offers: readonly StoredOffer[],
  addedMs: number,
  bulkHistory: BulkHistory,
): Figures {
  const { db, nowMs, lastYear } = bulkHistory;
  const firstMs = firstPriceMs(offers, bulkHistory);
  const history = offersHistory(offers, { pointsOf: ({ id }) => lastYear.get(id) ?? [], nowMs, firstMs });
  const { spans, presentMs } = history;
  const { current, yesterday, median30 } = recentPrices(history);
  const days = Math.floor((presentMs - firstMs) / DAY_MS);
  const range = priceRange(clipSpans(spans, presentMs - yearMs, presentMs), days);
  if (current === null || range === null) return noFigures;
  const lowest = lowestEver(db, history, current, range.lowest.priceMinor);
  const isThin = days < thinHistoryDays;
  return {
    change_since_yesterday: yesterday === null ? null : percentChange(yesterday, current),
    below_median30: median30 === null || isThin ? null : -percentChange(median30, current) + 0,
    change_since_added: changeSince(history, current, addedMs),
    ...toRangeFields(range),
    grade: gradeText({
      priceMinor: current,
      median30,
      median365: range.median,
      lowest,
      daysOfHistory: days,
    }),
    // A constant price is no bargain.
    is_lowest_ever:
      !isThin &&
      current <= lowest &&
      (range.highest.priceMinor > current || wasMoreExpensive(offers, current, bulkHistory)),
  };
}
