import { DAY_MS, HOUR_MS } from "../../domain/clock.js";
import { fromMinor } from "../../domain/money.js";
import type { CatalogueHistoryPoint, CatalogueLine, CatalogueOffer } from "../catalogue/line.js";
import { sampleDealsBetween } from "./deals.js";
import { marketOf } from "./market.js";
import type { SampleOffer } from "./offers.js";
import { type CurvePoint, changesBetween, lastChangeAt } from "./price-curve.js";
import { between, unitFor } from "./random.js";

const historyMs = 2 * 365 * DAY_MS;
const dealsMs = 28 * DAY_MS;

const salt = { visits: 111, phase: 112 } as const;
const leastVisitMs = HOUR_MS;
const mostVisitMs = 12 * HOUR_MS;

/** When the service last looked at an offer: it comes by every one to twelve hours. */
function lastVisitMs({ curve }: SampleOffer, nowMs: number): number {
  const everyMs = between(unitFor(curve.key, salt.visits), leastVisitMs, mostVisitMs);
  const phase = unitFor(curve.key, salt.phase);
  return Math.floor((Math.floor(nowMs / everyMs - phase) + phase) * everyMs);
}

/** The point that held two years ago, then every change since: all of them functions of absolute time. */
function historyPoints({ curve }: SampleOffer, nowMs: number): [CurvePoint, ...CurvePoint[]] {
  const startMs = nowMs - historyMs;
  return [lastChangeAt(curve, startMs), ...changesBetween(curve, startMs, nowMs)];
}

function historyPoint(point: CurvePoint, currency: string): CatalogueHistoryPoint {
  return {
    price: fromMinor(point.priceMinor),
    currency,
    availability: point.isOut ? "out" : "in",
    timestamp: new Date(point.atMs).toISOString(),
  };
}

function offerLine(offer: SampleOffer, nowMs: number): CatalogueOffer {
  const { currency } = offer;
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
    history: points.map((point) => historyPoint(point, currency)),
    trusted: offer.isTrusted,
    valid: offer.isValid,
    auction: offer.isAuction,
  };
}

/**
 * The whole market as catalogue lines: every product with its offers and their history, then the deals of the last
 * four weeks. Histories reach from two years before `now` (with the point that held then) up to `now` (ms UTC);
 * `now` only cuts them off. Prices are in the main unit of the offer's currency. Auctions have no history.
 */
export function* sampleCatalogue(options: {
  readonly seed: number;
  readonly now: number;
}): Generator<CatalogueLine> {
  const { seed, now } = options;
  for (const { product, offers } of marketOf(seed).products)
    yield { ...product.fields, offers: offers.map((offer) => offerLine(offer, now)) };
  yield* sampleDealsBetween(now - dealsMs, now, seed);
}
