import type { Offer, ProductWithOffers } from "../../../../shared/contract/offer.js";
import { daysBetween } from "../../../../shared/contract/requests.js";
import { DAY_MS } from "../../../../shared/time.js";
import { returnableOffers, type StoredOffer } from "../../db/prices/offer.js";
import { readPointBefore, readPoints } from "../../db/prices/price-history.js";
import type { PriceSample } from "../../db/prices/price-sample.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { historyCost, offersCost } from "../../domain/cost.js";
import { isoTime } from "../../domain/iso-time.js";
import { fromMinor } from "../../domain/money.js";
import { dropRepeats, fromAvailabilityCode, type PricePoint } from "../../domain/price-point.js";
import { normaliseHost } from "../../domain/product-url.js";
import type { Operation } from "../request/context.js";
import type { ContractRead } from "../request/contract-operation.js";
import { withMatch } from "./read-products.js";
import { type MatchedProduct, resolveIdentifiers } from "./resolve-identifiers.js";

type HistoryPoints = Offer["history"];

/** Converts to the contract's Offer; unknown availability is omitted. */
export function toContractOffer(offer: StoredOffer, history: HistoryPoints): Offer {
  const availability = fromAvailabilityCode(offer.availability);
  return {
    id: offer.publicId,
    retailer: offer.retailer,
    price: fromMinor(offer.priceMinor),
    currency: offer.currency,
    ...(availability === null ? {} : { availability }),
    condition: offer.condition,
    condition_grade: offer.conditionGrade,
    URL: offer.url,
    seller: offer.seller,
    is_marketplace: offer.isMarketplace,
    timestamp: new Date(offer.seenMs).toISOString(),
    history,
  };
}

export function toContractPoint(point: PricePoint, currency: string): HistoryPoints[number] {
  const price = fromMinor(point.priceMinor);
  const availability = fromAvailabilityCode(point.availability);
  const timestamp = isoTime(point.atMs);
  // Two literals, because a spread is slower, and a history has thousands of points.
  return availability === null
    ? { price, currency, timestamp }
    : { price, currency, availability, timestamp };
}

/** A price of a single day as files and the app state it. */
export function toStatedSample({
  priceMinor,
  availability,
  atMs,
  currency,
  url,
  source,
  evidence,
}: PriceSample) {
  return {
    price: fromMinor(priceMinor),
    availability: fromAvailabilityCode(availability),
    timestamp: new Date(atMs).toISOString(),
    currency,
    url,
    source,
    evidence,
  };
}

interface MatchedOffers {
  readonly data: ProductWithOffers[];
  /** Distinct products with at least one offer. */
  readonly productsWithOffers: number;
}

/** Reads each product's offers once, however many identifiers match it. */
function readOffers(
  db: ReadDb,
  matches: readonly MatchedProduct[],
  retailer: string | undefined,
  readHistory: (offer: StoredOffer) => HistoryPoints,
): MatchedOffers {
  const domain = retailer === undefined ? null : normaliseHost(retailer);
  const offersByProduct = new Map<number, Offer[]>();
  for (const { id } of matches)
    if (!offersByProduct.has(id))
      offersByProduct.set(
        id,
        returnableOffers(db, id, domain).map((offer) => toContractOffer(offer, readHistory(offer))),
      );
  return {
    data: matches.map((match) => ({ ...withMatch(match), offers: offersByProduct.get(match.id) ?? [] })),
    productsWithOffers: [...offersByProduct.values()].filter((offers) => offers.length > 0).length,
  };
}

export const getOffers: ContractRead<"offers.get"> = ({ tx: db }, request) => {
  const matches = resolveIdentifiers(db, request.ids);
  const { data, productsWithOffers } = readOffers(db, matches, request.retailer, () => []);
  return { result: { data }, credits: offersCost(productsWithOffers, request.retailer !== undefined) };
};

/** Both days are inclusive, UTC (decision 16). Auctions have no history (decision 17). */
export const getHistory: ContractRead<"offers.history"> = ({ tx: db }, request) => {
  const fromMs = Date.parse(request.start);
  const toMs = Date.parse(request.end) + DAY_MS;
  const matches = resolveIdentifiers(db, request.ids);
  const { data, productsWithOffers } = readOffers(db, matches, request.retailer, (offer) =>
    offer.isAuction
      ? []
      : dropRepeats(readPoints(db, offer.id, fromMs, toMs)).map((point) =>
          toContractPoint(point, offer.currency),
        ),
  );
  const days = daysBetween(request.start, request.end) + 1;
  return {
    result: { data },
    credits: historyCost(productsWithOffers, request.retailer !== undefined, days),
  };
};

/** The contract's history starts with the first change in its window, so a chart asks for the price until then. */
export const readHistoryBefore: Operation<"history.before", ReadDb> = (db, { product_key, before }) => {
  const productId = productIdByKey(db, product_key);
  const offers = productId === undefined ? [] : returnableOffers(db, productId, null);
  const points = offers.flatMap((offer) => {
    const point = offer.isAuction ? null : readPointBefore(db, offer.id, Date.parse(before));
    return point === null
      ? []
      : [{ offer_id: offer.publicId, point: toContractPoint(point, offer.currency) }];
  });
  return { points };
};
