import type { SampleCurrency } from "../../../../shared/app/operations.js";
import { DAY_MS, HOUR_MS } from "../../../../shared/time.js";
import type { Clock } from "../../domain/clock.js";
import { fromMinor } from "../../domain/money.js";
import { toAvailabilityCode } from "../../domain/price-point.js";
import type { CatalogueHistoryPoint, CatalogueLine, CatalogueOffer } from "../catalogue/line.js";
import { type CheckableOffer, failedCheck, type Source } from "../source.js";
import { sampleDealsBetween } from "./deals.js";
import { getMarket, isListed, type SampleOffer, sampleStateAt } from "./market.js";
import { type CurvePoint, changesBetween, lastChangeAt } from "./price-curve.js";
import { between, randomUnit } from "./random.js";
import { isSampleRecheckable } from "./retailers.js";

/** The sample market's interface to the rest of the engine. */
export { sampleDealsBetween } from "./deals.js";
export { sampleChanges, sampleOfferIds, sampleStateAt } from "./market.js";
export { isSampleRecheckable } from "./retailers.js";

const historySpanMs = 2 * 365 * DAY_MS;
const dealsSpanMs = 28 * DAY_MS;

const salt = { visitInterval: 111, visitPhase: 112 } as const;
const minVisitMs = HOUR_MS;
const maxVisitMs = 12 * HOUR_MS;

/** When the offer was last seen: it is visited at a regular interval of one to twelve hours. */
function lastVisitMs({ curve }: SampleOffer, nowMs: number): number {
  const intervalMs = between(randomUnit(curve.key, salt.visitInterval), minVisitMs, maxVisitMs);
  const phase = randomUnit(curve.key, salt.visitPhase);
  return Math.floor((Math.floor(nowMs / intervalMs - phase) + phase) * intervalMs);
}

/** The point in force two years ago and every change since. */
function historyPoints({ curve }: SampleOffer, nowMs: number): [CurvePoint, ...CurvePoint[]] {
  const startMs = nowMs - historySpanMs;
  return [lastChangeAt(curve, startMs), ...changesBetween(curve, startMs, nowMs)];
}

function toHistoryPoint(point: CurvePoint, currency: string): CatalogueHistoryPoint {
  return {
    price: fromMinor(point.priceMinor),
    currency,
    availability: point.isOut ? "out" : "in",
    timestamp: new Date(point.atMs).toISOString(),
  };
}

/** A market in euros is the market in dollars with the two currencies exchanged. */
function currencyIn(market: SampleCurrency, { currency }: SampleOffer): SampleOffer["currency"] {
  if (market === "USD" || currency === "GBP") return currency;
  return currency === "USD" ? "EUR" : "USD";
}

function toCatalogueOffer(offer: SampleOffer, nowMs: number, market: SampleCurrency): CatalogueOffer {
  const currency = currencyIn(market, offer);
  const points = offer.isAuction ? [] : historyPoints(offer, nowMs);
  const last = points.at(-1) ?? lastChangeAt(offer.curve, nowMs);
  return {
    id: offer.id,
    retailer: offer.retailer.domain,
    price: fromMinor(last.priceMinor),
    currency,
    availability: last.isOut ? "out" : "in",
    condition: offer.condition,
    condition_grade: offer.conditionGrade,
    URL: offer.url,
    seller: offer.seller,
    is_marketplace: offer.isMarketplace,
    timestamp: new Date(Math.max(last.atMs, lastVisitMs(offer, nowMs))).toISOString(),
    history: points.map((point) => toHistoryPoint(point, currency)),
    trusted: offer.isTrusted,
    valid: offer.isValid,
    auction: offer.isAuction,
  };
}

/**
 * The whole market as catalogue lines: every product with its offers and their histories, then the deals of the last
 * four weeks. Histories start with the point in force two years before `now` (ms UTC) and are cut off at `now`. Prices
 * are in the main unit of the offer's currency. Auctions have no history.
 */
export function* sampleCatalogue(options: {
  readonly currency?: SampleCurrency;
  readonly now: number;
}): Generator<CatalogueLine> {
  const { currency = "USD", now } = options;
  for (const { product, offers } of getMarket().products)
    yield { ...product.fields, offers: offers.map((offer) => toCatalogueOffer(offer, now, currency)) };
  yield* sampleDealsBetween(now - dealsSpanMs, now, currency);
}

/** Whether the sample market has the offer, at a shop that can be checked. */
export function isSampleOffer({ retailer, publicId }: CheckableOffer): boolean {
  return isSampleRecheckable(retailer) && isListed(publicId);
}

/** The sample market as a source, for its marketplace and electronics retailer. */
export function sampleSource(clock: Clock, isLoaded: () => boolean): Source {
  return {
    canCheck: (offer) => isSampleRecheckable(offer.retailer) && isLoaded() && isSampleOffer(offer),
    check: async ({ publicId }) => {
      const state = isLoaded() ? sampleStateAt(publicId, clock.now()) : null;
      if (state === null) return failedCheck("gone", "The sample market does not list it any more.");
      return {
        kind: "seen",
        priceMinor: state.priceMinor,
        availability: toAvailabilityCode(state.availability),
      };
    },
  };
}
