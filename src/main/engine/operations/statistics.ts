import type { PriceStatistics } from "../../../shared/app/statistics.js";
import { returnableOffers, type StoredOffer } from "../db/offer.js";
import { readAllPoints } from "../db/price-history.js";
import { productIdByService } from "../db/product.js";
import type { ReadDb } from "../db/store.js";
import { type BestSpan, bestPriceSpans } from "../domain/best-price.js";
import { cheapestShares } from "../domain/cheapest-shares.js";
import { DAY_MS } from "../domain/clock.js";
import { comparableOffers } from "../domain/comparable-offers.js";
import { fromMinor } from "../domain/money.js";
import { monthlyMedians } from "../domain/monthly-medians.js";
import { priceDistribution } from "../domain/price-distribution.js";
import { fromAvailabilityCode } from "../domain/price-point.js";
import { type ProductStatistics, productStatistics } from "../domain/statistics.js";
import { clipSpans, type Span } from "../domain/step-series.js";
import { judge } from "../domain/verdict.js";
import { ContractError } from "./contract-error.js";

type Stats = ProductStatistics<StoredOffer>;

function amountOf(minor: number | null): number | null {
  return minor === null ? null : fromMinor(minor);
}

function extremeOf(span: BestSpan<StoredOffer> | null) {
  return span === null
    ? null
    : {
        price: fromMinor(span.priceMinor),
        retailer: span.id.retailer,
        timestamp: new Date(span.fromMs).toISOString(),
      };
}

function currentOf({ current }: Stats): PriceStatistics["current"] {
  return current === null
    ? null
    : {
        price: fromMinor(current.priceMinor),
        retailer: current.id.retailer,
        availability: fromAvailabilityCode(current.id.availability),
      };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function distributionOf(year: readonly Span[], { current }: Stats): PriceStatistics["distribution"] {
  const buckets = priceDistribution(year);
  if (buckets.length === 0) return null;
  const held = buckets.findIndex(
    (bucket) =>
      current !== null && bucket.fromMinor <= current.priceMinor && current.priceMinor < bucket.toMinor,
  );
  return {
    buckets: buckets.map((bucket) => ({
      from: fromMinor(bucket.fromMinor),
      to: fromMinor(bucket.toMinor),
      days: tenths(bucket.days),
    })),
    current: held < 0 ? null : held,
  };
}

/** Compares the best price of the offers, all in one currency, with its own history. */
export function statisticsOf(
  db: ReadDb,
  offers: readonly StoredOffer[],
  currency: string,
  nowMs: number,
): PriceStatistics {
  const series = comparableOffers(offers).map((offer) => ({
    id: offer,
    points: readAllPoints(db, offer.id),
  }));
  const spans = bestPriceSpans(series, nowMs);
  const stats = productStatistics(series, nowMs, spans);
  const year = clipSpans(spans, nowMs - 365 * DAY_MS, nowMs);
  return {
    currency,
    current: currentOf(stats),
    lowest: extremeOf(stats.lowest),
    highest: extremeOf(stats.highest),
    median30: amountOf(stats.median30),
    median90: amountOf(stats.median90),
    median365: amountOf(stats.median365),
    percentile: stats.percentile,
    cheapest_month: stats.cheapestMonth,
    distribution: distributionOf(year, stats),
    cheapest_months: monthlyMedians(spans).map(({ month, medianMinor, days }) => ({
      month,
      median: fromMinor(medianMinor),
      days: tenths(days),
    })),
    cheapest_retailers: cheapestShares(year, ({ retailer }) => retailer).map(({ name, share, days }) => ({
      retailer: name,
      share: tenths(share),
      days: tenths(days),
    })),
    days_of_history: stats.daysOfHistory,
    points: series.reduce((sum, { points }) => sum + points.length, 0),
    verdict: judge(stats, currency),
  };
}

/** Compares a product's best price in dollars with its own history. Throws `ERR_PRODUCT_NOT_FOUND`. */
export function priceStatistics(db: ReadDb, service: string, nowMs: number): PriceStatistics {
  const productId = productIdByService(db, service);
  if (productId === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${service}.`);
  return statisticsOf(db, returnableOffers(db, productId, null), "USD", nowMs);
}
