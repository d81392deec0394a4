import type { Condition } from "../../../../shared/contract/primitives.js";
import type { CatalogueProduct } from "../catalogue/line.js";
import { readProducts, type StoredOffer, type StoredProduct } from "./data.js";
import {
  type CurveState,
  changesBetween,
  createPriceCurve,
  type PriceCurve,
  stateAt,
} from "./price-curve.js";
import { hashText } from "./random.js";
import { retailersByKey, type SampleRetailer } from "./retailers.js";

export interface SampleProduct {
  readonly fields: Omit<CatalogueProduct, "offers">;
  readonly emoji: string;
  readonly blurb: string;
}

/** A listing; its price at any time is its curve. */
export interface SampleOffer {
  readonly id: string;
  readonly retailer: SampleRetailer;
  readonly condition: Condition;
  readonly conditionGrade: string | null;
  readonly seller: string | null;
  /** `null` if the shop does not say. */
  readonly isMarketplace: boolean | null;
  readonly currency: "USD" | "EUR" | "GBP";
  readonly url: string;
  readonly isTrusted: boolean;
  readonly isValid: boolean;
  readonly isAuction: boolean;
  readonly curve: PriceCurve;
}

export interface Listing {
  readonly product: SampleProduct;
  readonly offer: SampleOffer;
}

/** Everything about the market that does not change with time. */
interface Market {
  readonly products: readonly { readonly product: SampleProduct; readonly offers: readonly SampleOffer[] }[];
  /** By offer id. */
  readonly listings: ReadonlyMap<string, Listing>;
}

/** The prices of loaded samples depend on it. */
export function sampleKey(name: string): number {
  return hashText(`1946/${name}`);
}

function toOffer(stored: StoredOffer, id: string, { fields, family, isAging }: StoredProduct): SampleOffer {
  const retailer = retailersByKey[stored.retailer];
  const { listMinor, outOfStockRate, ending = retailer.ending } = stored;
  return {
    id,
    retailer,
    condition: stored.condition ?? "new",
    conditionGrade: stored.grade ?? null,
    seller: stored.seller ?? null,
    isMarketplace: stored.retailer === "outlet" ? null : (stored.isMarketplace ?? false),
    currency: stored.currency ?? "USD",
    url: stored.URL,
    isTrusted: stored.isTrusted ?? true,
    isValid: stored.isValid ?? true,
    isAuction: stored.isAuction ?? false,
    curve: createPriceCurve({
      key: sampleKey(id),
      familyKey: sampleKey(family),
      productKey: sampleKey(fields.slug ?? ""),
      listMinor,
      outOfStockRate,
      ending,
      isAging,
    }),
  };
}

function buildMarket(): Market {
  const products = readProducts().map((stored, index) => {
    const number = String(index + 1).padStart(4, "0");
    const { fields, emoji, blurb } = stored;
    return {
      product: { fields: { ...fields, type: "product" as const }, emoji, blurb },
      offers: stored.offers.map((offer, at) => toOffer(offer, `sample-${number}-${at + 1}`, stored)),
    };
  });
  const listings = products.flatMap(({ product, offers }) =>
    offers.map((offer) => [offer.id, { product, offer }] as const),
  );
  return { products, listings: new Map(listings) };
}

let market: Market | undefined;

/** Built on first use, because the engine starts without it. */
export function getMarket(): Market {
  market ??= buildMarket();
  return market;
}

/** The state of an offer from `at` (ms UTC) on; the price is in hundredths of the offer's currency. */
export interface SampleChange {
  readonly at: number;
  readonly priceMinor: number;
  readonly availability: "in" | "out";
}

function toChange(at: number, { priceMinor, isOut }: CurveState): SampleChange {
  return { at, priceMinor, availability: isOut ? "out" : "in" };
}

export function isListed(offerId: string): boolean {
  return getMarket().listings.has(offerId);
}

/** Ids of all offers. The last part numbers the offers of a product. */
export function sampleOfferIds(): readonly string[] {
  return [...getMarket().listings.keys()];
}

/**
 * The change points of an offer with `fromMs` < `at` ≤ `toMs`, ascending; each differs from the one before. Empty for
 * an unknown id, and for auctions, which never have a history (decision 17).
 */
export function sampleChanges(offerId: string, fromMs: number, toMs: number): readonly SampleChange[] {
  const offer = getMarket().listings.get(offerId)?.offer;
  if (offer === undefined || offer.isAuction) return [];
  return changesBetween(offer.curve, fromMs, toMs).map((point) => toChange(point.atMs, point));
}

/** The state that a check at a time sees, also of auctions; `null` for an unknown id. */
export function sampleStateAt(offerId: string, atMs: number): SampleChange | null {
  const offer = getMarket().listings.get(offerId)?.offer;
  return offer === undefined ? null : toChange(atMs, stateAt(offer.curve, atMs));
}
