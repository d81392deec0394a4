import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { AppRequest } from "../../../../shared/app/operations.js";
import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { DAY_MS, localDay } from "../../../../shared/time.js";
import { activeRulesOfProducts } from "../../db/alerts/alert-rule.js";
import { offersOfProduct, returnableOffers, type StoredOffer } from "../../db/prices/offer.js";
import { firstPointTimes, readColumns } from "../../db/prices/price-history.js";
import { samplesOfOffers } from "../../db/prices/price-sample.js";
import type { ReadDb } from "../../db/store.js";
import { openPurchase } from "../../db/watch/purchase.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { type BestPriceSpan, comparableOffers, offersHistory } from "../../domain/best-price.js";
import { fromMinor, toMinor } from "../../domain/money.js";
import { paidFields } from "../../domain/paid-price.js";
import { priceDistribution } from "../../domain/price-distribution.js";
import { availabilityCodes, fromAvailabilityCode } from "../../domain/price-point.js";
import { type PriceRange, priceRange } from "../../domain/price-range.js";
import { canBeReturned } from "../../domain/purchase.js";
import { changeSince } from "../../domain/recent-prices.js";
import { findSeason } from "../../domain/season.js";
import { type ProductStatistics, productStatistics } from "../../domain/statistics.js";
import { clipSpans, type PriceSpan, totalDurationMs } from "../../domain/step-series.js";
import { type CopiedPrices, pastPrices, priceVerdict } from "../../domain/verdict.js";
import { targetsIn, trustedOffers } from "../products/best-offer.js";
import { requireProductId } from "../products/require-product.js";
import type { AccountContext } from "../request/context.js";
import { paidOffers } from "./paid-offers.js";

type Stats = ProductStatistics<StoredOffer>;

function toAmount(minor: number | null): number | null {
  return minor === null ? null : fromMinor(minor);
}

function toExtreme(span: BestPriceSpan<StoredOffer> | null) {
  return span === null
    ? null
    : {
        price: fromMinor(span.priceMinor),
        retailer: span.id.retailer,
        timestamp: new Date(span.fromMs).toISOString(),
      };
}

function toCurrentPrice({ current }: Stats): PriceStatistics["current"] {
  return current === null
    ? null
    : {
        offer_id: current.id.publicId,
        ...paidFields(current.id),
        price: fromMinor(current.priceMinor),
        retailer: current.id.retailer,
        availability: fromAvailabilityCode(current.id.availability),
      };
}

type Mark = CopiedPrices[number];

/** The lowest first, and of several that are equal the latest. */
function byPrice(one: Mark, other: Mark): number {
  return one.priceMinor - other.priceMinor || other.fromMs - one.fromMs;
}

/** Copies give low and high water while the product's own days are few. */
function toYear(range: PriceRange<PriceSpan> | null, copies: CopiedPrices): PriceStatistics["year"] {
  if (range === null) return null;
  const { usual } = range;
  const marks = [range.lowest, range.highest, ...copies].sort(byPrice);
  const lowest = marks[0] ?? range.lowest;
  const highest = marks.find(({ priceMinor }) => priceMinor === marks.at(-1)?.priceMinor) ?? range.highest;
  const mark = ({ priceMinor, fromMs }: Mark) => ({
    price: fromMinor(priceMinor),
    timestamp: new Date(fromMs).toISOString(),
  });
  return {
    low: mark(lowest),
    high: mark(highest),
    usual: usual && { low: fromMinor(usual.lowMinor), high: fromMinor(usual.highMinor) },
  };
}

function roundToTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function toDistribution(year: readonly PriceSpan[], { current }: Stats): PriceStatistics["distribution"] {
  const buckets = priceDistribution(year);
  if (buckets.length === 0) return null;
  const currentIndex = buckets.findIndex(
    (bucket) =>
      current !== null && bucket.fromMinor <= current.priceMinor && current.priceMinor < bucket.toMinor,
  );
  return {
    buckets: buckets.map((bucket) => ({
      from: fromMinor(bucket.fromMinor),
      to: fromMinor(bucket.toMinor),
      days: roundToTenths(bucket.days),
    })),
    current: currentIndex < 0 ? null : currentIndex,
  };
}

/** What archived copies and tables say of offers from before their own history. */
function copiesOf(db: ReadDb, offers: readonly StoredOffer[]): CopiedPrices {
  const ids = comparableOffers(offers).map(({ id }) => id);
  const samples = samplesOfOffers(db, ids).filter(
    ({ availability }) => availability !== availabilityCodes.out,
  );
  if (samples.length === 0) return [];
  const firstMs = firstPointTimes(db, ids);
  return samples
    .filter(({ offerId, atMs }) => atMs < (firstMs.get(offerId) ?? Infinity))
    .map(({ priceMinor, atMs: fromMs }) => ({ priceMinor, fromMs }))
    .sort(byPrice);
}

/** The offers that count in a currency. */
interface Offers {
  readonly offers: readonly StoredOffer[];
  readonly currency: string;
  /** The price on a page that the shopper sees, to be evaluated in place of the best one. */
  readonly pageMinor?: number | null;
}

/** The purchase that keeps a product's own alerts off, for the verdict. */
function boughtFact(db: ReadDb, productId: number, nowMs: number) {
  const purchase = openPurchase(db, productId);
  if (purchase === undefined) return undefined;
  const { priceMinor, currency, boughtOn: on, returnUntil } = purchase;
  const return_until = canBeReturned(purchase, localDay(nowMs)) ? returnUntil : null;
  return { kind: "bought" as const, price: fromMinor(priceMinor), currency, on, return_until };
}

function isAsStated(offers: readonly StoredOffer[]): boolean {
  return offers.every(({ paid }) => paid === undefined);
}

/** Compares the best price of a product's offers, all in one currency, with its own history. */
export function offerStatistics(
  { db, clock, accountId }: AccountContext,
  productId: number,
  { offers, currency, pageMinor = null }: Offers,
): PriceStatistics {
  const source = { columnsOf: ({ id }: StoredOffer) => readColumns(db, id), nowMs: clock.now() };
  const compared = comparableOffers(offers);
  const paid = paidOffers(db, compared);
  const history = offersHistory(paid, source);
  const { series, spans, sinceMs, presentMs } = history;
  const stats = productStatistics(history);
  const lastSpans = clipSpans(spans, presentMs - 365 * DAY_MS, presentMs);
  const year = clipSpans(lastSpans, sinceMs, presentMs);
  const range = priceRange(year, stats.daysOfHistory);
  // They show what pages state.
  const copies = sinceMs > 0 ? [] : copiesOf(db, offers);
  const firstMs = series.reduce((first, { times }) => Math.min(first, times[0] ?? first), presentMs);
  const addedMs = scheduleOfProduct(db, accountId, productId)?.createdMs;
  const current = stats.current?.priceMinor;
  return {
    currency,
    current: toCurrentPrice(stats),
    change_since_added:
      addedMs === undefined || current === undefined ? null : changeSince(history, current, addedMs),
    lowest: toExtreme(stats.lowest),
    highest: toExtreme(stats.highest),
    median30: toAmount(stats.median30),
    median90: toAmount(stats.median90),
    median365: toAmount(range?.median ?? null),
    year: toYear(range, stats.daysOfHistory < thinHistoryDays ? copies : []),
    cheapest_month: stats.cheapestMonth,
    season: findSeason(isAsStated(paid) ? spans : offersHistory(compared, source).spans, presentMs),
    distribution: toDistribution(year, stats),
    cheapest_months: stats.months.map(({ month, medianMinor, days }) => ({
      month,
      median: fromMinor(medianMinor),
      days: roundToTenths(days),
    })),
    cheapest_retailers: cheapestRetailers(year),
    days_of_history: stats.daysOfHistory,
    known_days: Math.floor((presentMs - firstMs) / DAY_MS),
    points: series.reduce((sum, { times }) => sum + times.length, 0),
    verdict: priceVerdict(
      pastPrices(stats, range),
      {
        priceMinor: pageMinor ?? current ?? null,
        bestMinor: current ?? null,
        targets: targetsIn(
          activeRulesOfProducts(db, [productId]),
          currency,
          stats.current?.id ?? compared[0],
        ),
      },
      {
        yearSpans: year,
        currency,
        copies,
        purchase: boughtFact(db, productId, clock.now()),
        paid: pageMinor === null && stats.current ? paidFields(stats.current.id) : {},
      },
    ),
  };
}

/** Compares a product's price with its own history, in dollars unless a page's price is in another currency. */
export function priceStatistics(
  context: AccountContext,
  { product_key: productKey, page }: AppRequest<"app.statistics">,
): PriceStatistics {
  const { db } = context;
  const productId = requireProductId(db, productKey);
  const currency = page?.currency ?? "USD";
  const offers =
    currency === "USD"
      ? returnableOffers(db, productId, null)
      : trustedOffers(offersOfProduct(db, productId), null).filter((offer) => offer.currency === currency);
  return offerStatistics(context, productId, {
    offers,
    currency,
    pageMinor: page === undefined ? null : toMinor(page.price),
  });
}

/** How long each shop had the best price, longest first. Shares are in percent. */
export function cheapestRetailers(
  spans: readonly BestPriceSpan<Pick<StoredOffer, "retailer">>[],
): PriceStatistics["cheapest_retailers"] {
  const totalMs = totalDurationMs(spans);
  const heldMs = new Map<string, number>();
  for (const { id, fromMs, toMs } of spans)
    heldMs.set(id.retailer, (heldMs.get(id.retailer) ?? 0) + toMs - fromMs);
  return [...heldMs]
    .sort(([, a], [, b]) => b - a)
    .map(([retailer, ms]) => ({
      retailer,
      share: roundToTenths((ms / totalMs) * 100),
      days: roundToTenths(ms / DAY_MS),
    }));
}
