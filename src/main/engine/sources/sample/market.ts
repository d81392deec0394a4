import { createOffers, type SampleOffer } from "./offers.js";
import { type CurveState, changesBetween, stateAt } from "./price-curve.js";
import { createProducts, type SampleProduct } from "./products.js";

/** The seed of the market that the app ships. */
export const sampleSeed = 1_946;

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

function buildMarket(seed: number): Market {
  const listings = new Map<string, Listing>();
  const products = createProducts(seed).map((product) => {
    const offers = createOffers(seed, product);
    for (const offer of offers) listings.set(offer.id, { product, offer });
    return { product, offers };
  });
  return { products, listings };
}

let cached: { readonly seed: number; readonly market: Market } | null = null;

/** Caches the last market built: the engine needs the same one every minute. */
export function getMarket(seed: number): Market {
  if (cached?.seed !== seed) cached = { seed, market: buildMarket(seed) };
  return cached.market;
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

/** Ids of all offers. The last part numbers the offers of a product. */
export function sampleOfferIds(seed = sampleSeed): readonly string[] {
  return [...getMarket(seed).listings.keys()];
}

/**
 * The change points of an offer with `fromMs` < `at` ≤ `toMs`, ascending; each differs from the one before. Empty for
 * an unknown id, and for auctions, which never have a history (decision 17).
 */
export function sampleChanges(
  offerId: string,
  fromMs: number,
  toMs: number,
  seed = sampleSeed,
): readonly SampleChange[] {
  const offer = getMarket(seed).listings.get(offerId)?.offer;
  if (offer === undefined || offer.isAuction) return [];
  return changesBetween(offer.curve, fromMs, toMs).map((point) => toChange(point.atMs, point));
}

/** The state that a check at a time sees, also of auctions; `null` for an unknown id. */
export function sampleStateAt(offerId: string, atMs: number, seed = sampleSeed): SampleChange | null {
  const offer = getMarket(seed).listings.get(offerId)?.offer;
  return offer === undefined ? null : toChange(atMs, stateAt(offer.curve, atMs));
}
