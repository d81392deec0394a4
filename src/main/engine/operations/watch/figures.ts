import type { WatchRow } from "../../../../shared/app/watch.js";
import type { StoredOffer } from "../../db/offer.js";
import { firstPointTimes, lowestPrice, readAllPoints, readPointsOfMany } from "../../db/price-history.js";
import type { ReadDb } from "../../db/store.js";
import { DAY_MS } from "../../domain/clock.js";
import { comparableOffers } from "../../domain/comparable-offers.js";
import { thinHistoryDays } from "../../domain/grading.js";
import { percentMore, type RecentPrices, recentPrices } from "../../domain/recent-prices.js";
import { productStatistics } from "../../domain/statistics.js";
import { leadingCurrency, vouchedOffers } from "../best-offer.js";

type Figures = Pick<WatchRow, "change_since_yesterday" | "below_median30" | "is_lowest_ever">;

/** Price histories of many products, read in bulk. */
export interface PastOfMany {
  readonly db: ReadDb;
  readonly nowMs: number;
  readonly recent: ReturnType<typeof readPointsOfMany>;
  readonly firsts: ReturnType<typeof firstPointTimes>;
}

/** The offers to compare with a product's best price: those in its currency. */
export function offersToCompare(
  offers: readonly StoredOffer[],
  { retailer, best }: { readonly retailer: string | null; readonly best: StoredOffer | undefined },
): StoredOffer[] {
  const vouched = vouchedOffers(offers, retailer);
  const currency = best?.currency ?? leadingCurrency(vouched);
  return comparableOffers(vouched.filter((offer) => offer.currency === currency));
}

/**
 * Reads the last 30 days of these offers. Older points are read only for offers that may be at their all-time
 * low.
 */
export function readPast(db: ReadDb, offers: readonly StoredOffer[], nowMs: number): PastOfMany {
  const ids = offers.map(({ id }) => id);
  const recent = readPointsOfMany(db, ids, nowMs - 30 * DAY_MS);
  return { db, nowMs, recent, firsts: firstPointTimes(db, ids) };
}

function daysOfHistory(offers: readonly StoredOffer[], { firsts, nowMs }: PastOfMany): number {
  const first = Math.min(...offers.map(({ id }) => firsts.get(id) ?? nowMs));
  return Math.floor((nowMs - first) / DAY_MS);
}

function wasDearer(offers: readonly StoredOffer[], current: number, { db, nowMs }: PastOfMany): boolean {
  const series = offers.map(({ id }) => ({ id, points: readAllPoints(db, id) }));
  return (productStatistics(series, nowMs).highest?.priceMinor ?? current) > current;
}

/**
 * Never cheaper, but more expensive at least once: a constant price is no bargain. Reads older history only
 * if needed.
 */
function isLowestEver(
  offers: readonly StoredOffer[],
  { current, lowest30, highest30 }: RecentPrices,
  past: PastOfMany,
): boolean {
  if (current === null || lowest30 === null || lowest30 < current) return false;
  if (offers.some(({ id }) => (lowestPrice(past.db, id, past.nowMs) ?? current) < current)) return false;
  return (highest30 ?? current) > current || wasDearer(offers, current, past);
}

/** Compares a product's price with its history. `offers` come from `offersToCompare`. */
export function figuresOf(offers: readonly StoredOffer[], past: PastOfMany): Figures {
  const series = offers.map(({ id }) => ({ id, points: past.recent.get(id) ?? [] }));
  const prices = recentPrices(series, past.nowMs);
  const { current, yesterday, median30 } = prices;
  const isThin = daysOfHistory(offers, past) < thinHistoryDays;
  return {
    change_since_yesterday: current === null || yesterday === null ? null : percentMore(yesterday, current),
    below_median30:
      current === null || median30 === null || isThin ? null : -percentMore(median30, current) + 0,
    is_lowest_ever: !isThin && isLowestEver(offers, prices, past),
  };
}
