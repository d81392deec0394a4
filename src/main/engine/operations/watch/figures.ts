import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { PriceFigures } from "../../../../shared/app/watch.js";
import { minOf } from "../../../../shared/arrays.js";
import { DAY_MS } from "../../../../shared/time.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import {
  firstPointTimes,
  lowestPrice,
  readColumns,
  readColumnsByOffer,
} from "../../db/prices/price-history.js";
import type { ReadDb } from "../../db/store.js";
import { comparableOffers, noPoints, offersHistory, paidColumns } from "../../domain/best-price.js";
import { fromMinor } from "../../domain/money.js";
import { type PriceRange, priceRange } from "../../domain/price-range.js";
import { changeSince, percentChange, recentPrices } from "../../domain/recent-prices.js";
import { productStatistics } from "../../domain/statistics.js";
import { clipSpans, type PriceSpan } from "../../domain/step-series.js";
import { evaluatePrice } from "../../domain/verdict.js";
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
  days_of_history: 0,
};

const yearMs = 365 * DAY_MS;

/** Price histories of many products, read in bulk. */
export interface BulkHistory {
  readonly db: ReadDb;
  readonly nowMs: number;
  readonly lastYear: ReturnType<typeof readColumnsByOffer>;
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
  const lastYear = readColumnsByOffer(db, ids, nowMs - yearMs);
  return { db, nowMs, lastYear, firstTimes: firstPointTimes(db, ids) };
}

/** The time of the first price of these offers. */
export function firstPriceMs(
  offers: readonly StoredOffer[],
  { firstTimes, nowMs }: Pick<BulkHistory, "firstTimes" | "nowMs">,
): number {
  return minOf(offers.flatMap(({ id }) => firstTimes.get(id) ?? [])) ?? nowMs;
}

function lowestPaid(db: ReadDb, { id, paid }: StoredOffer, untilMs: number): number | null {
  if (paid === undefined) return lowestPrice(db, id, untilMs);
  const { times, prices } = paidColumns(readColumns(db, id), paid.terms);
  return minOf([...prices].filter((price, i) => price !== Infinity && (times[i] ?? 0) < untilMs));
}

/** Up to this share of the lowest price, the grade depends on how low that is. */
const closeToLowest = 1.05;

/** The lowest price ever. What is older than a year is read only if the price is close to the year's lowest. */
function lowestEver(
  offers: readonly StoredOffer[],
  { current, lowestOfYear }: { readonly current: number; readonly lowestOfYear: number },
  { db, nowMs }: BulkHistory,
): number {
  if (current > lowestOfYear * closeToLowest) return lowestOfYear;
  const older = offers.flatMap((offer) => lowestPaid(db, offer, nowMs - yearMs) ?? []);
  return Math.min(lowestOfYear, ...older);
}

/** The highest best price ever, which is read only where it decides whether the price has ever moved. */
function highestEver(
  offers: readonly StoredOffer[],
  { highest, lowestMinor }: { readonly highest: PriceSpan; readonly lowestMinor: number },
  { db, nowMs }: BulkHistory,
): number {
  const { priceMinor } = highest;
  if (lowestMinor < priceMinor) return priceMinor;
  const history = offersHistory(offers, { columnsOf: ({ id }) => readColumns(db, id), nowMs });
  return productStatistics(history).highest?.priceMinor ?? priceMinor;
}

function toRangeFields({ lowest, highest, usual }: PriceRange<PriceSpan>) {
  return {
    low: fromMinor(lowest.priceMinor),
    high: fromMinor(highest.priceMinor),
    usual_low: usual && fromMinor(usual.lowMinor),
    usual_high: usual && fromMinor(usual.highMinor),
  };
}

interface Wanted {
  /** When the product was added. */
  readonly addedMs: number;
  /** Its target prices in the offers' currency, in minor units. */
  readonly targets: readonly number[];
  readonly isBought?: boolean;
}

/** Compares a product's price with its history. `offers` come from `offersToCompare`. */
export function computeFigures(
  offers: readonly StoredOffer[],
  { addedMs, ...wanted }: Wanted,
  bulkHistory: BulkHistory,
): Figures {
  const { nowMs, lastYear } = bulkHistory;
  const firstMs = firstPriceMs(offers, bulkHistory);
  const history = offersHistory(offers, {
    columnsOf: ({ id }) => lastYear.get(id) ?? noPoints,
    nowMs,
    firstMs,
  });
  const { spans, sinceMs, presentMs } = history;
  const { current, yesterday, median30 } = recentPrices(history);
  const days = Math.floor((presentMs - Math.max(firstMs, sinceMs)) / DAY_MS);
  const lastSpans = clipSpans(spans, presentMs - yearMs, presentMs);
  const year = priceRange(clipSpans(lastSpans, sinceMs, presentMs), days);
  if (current === null || year === null) return noFigures;
  const lowestOfYear = lastSpans.reduce((low, { priceMinor }) => Math.min(low, priceMinor), current);
  const lowestMinor = lowestEver(offers, { current, lowestOfYear }, bulkHistory);
  const past = {
    median30,
    year,
    lowestEver: lowestMinor,
    isLowestOld: lowestMinor < lowestOfYear,
    highestEver: highestEver(offers, { highest: year.highest, lowestMinor }, bulkHistory),
    daysOfHistory: days,
  };
  const { grade, isLowestEver } = evaluatePrice(past, { priceMinor: current, bestMinor: current, ...wanted });
  return {
    change_since_yesterday: yesterday === null ? null : percentChange(yesterday, current),
    below_median30:
      median30 === null || days < thinHistoryDays ? null : -percentChange(median30, current) + 0,
    change_since_added: changeSince(history, current, addedMs),
    ...toRangeFields(year),
    grade,
    is_lowest_ever: isLowestEver,
    days_of_history: days,
  };
}
