import type { WatchRow } from "../../../../shared/app/watch.js";
import { DAY_MS } from "../../../../shared/time.js";
import type { StoredOffer } from "../../db/offer.js";
import { firstPointTimes, lowestPrice, readAllPoints, readPointsByOffer } from "../../db/price-history.js";
import type { ReadDb } from "../../db/store.js";
import { comparableOffers } from "../../domain/comparable-offers.js";
import { thinHistoryDays } from "../../domain/grading.js";
import { percentChange, type RecentPrices, recentPrices } from "../../domain/recent-prices.js";
import { productStatistics } from "../../domain/statistics.js";
import { primaryCurrency, trustedOffers } from "../products/best-offer.js";

type Figures = Pick<WatchRow, "change_since_yesterday" | "below_median30" | "is_lowest_ever">;

/** Price histories of many products, read in bulk. */
export interface BulkHistory {
  readonly db: ReadDb;
  readonly nowMs: number;
  readonly recent: ReturnType<typeof readPointsByOffer>;
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
 * Reads the last 30 days of these offers. Older points are read only for offers that may be at their all-time
 * low.
 */
export function readBulkHistory(db: ReadDb, offers: readonly StoredOffer[], nowMs: number): BulkHistory {
  const ids = offers.map(({ id }) => id);
  const recent = readPointsByOffer(db, ids, nowMs - 30 * DAY_MS);
  return { db, nowMs, recent, firstTimes: firstPointTimes(db, ids) };
}

function daysOfHistory(offers: readonly StoredOffer[], { firstTimes, nowMs }: BulkHistory): number {
  const first = Math.min(...offers.map(({ id }) => firstTimes.get(id) ?? nowMs));
  return Math.floor((nowMs - first) / DAY_MS);
}

function wasMoreExpensive(
  offers: readonly StoredOffer[],
  current: number,
  { db, nowMs }: BulkHistory,
): boolean {
  const series = offers.map(({ id }) => ({ id, points: readAllPoints(db, id) }));
  return (productStatistics(series, nowMs).highest?.priceMinor ?? current) > current;
}

/**
 * Whether the price was never lower but at least once higher: a constant price is no bargain. Reads older
 * history only if needed.
 */
function isLowestEver(
  offers: readonly StoredOffer[],
  { current, lowest30, highest30 }: RecentPrices,
  bulkHistory: BulkHistory,
): boolean {
  if (current === null || lowest30 === null || lowest30 < current) return false;
  if (offers.some(({ id }) => (lowestPrice(bulkHistory.db, id, bulkHistory.nowMs) ?? current) < current))
    return false;
  return (highest30 ?? current) > current || wasMoreExpensive(offers, current, bulkHistory);
}

/** Compares a product's price with its history. `offers` come from `offersToCompare`. */
export function computeFigures(offers: readonly StoredOffer[], bulkHistory: BulkHistory): Figures {
  const series = offers.map(({ id }) => ({ id, points: bulkHistory.recent.get(id) ?? [] }));
  const prices = recentPrices(series, bulkHistory.nowMs);
  const { current, yesterday, median30 } = prices;
  const isThin = daysOfHistory(offers, bulkHistory) < thinHistoryDays;
  return {
    change_since_yesterday: current === null || yesterday === null ? null : percentChange(yesterday, current),
    below_median30:
      current === null || median30 === null || isThin ? null : -percentChange(median30, current) + 0,
    is_lowest_ever: !isThin && isLowestEver(offers, prices, bulkHistory),
  };
}
