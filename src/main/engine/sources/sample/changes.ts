import { marketOf } from "./market.js";
import { changesBetween, stateAt } from "./price-curve.js";
import { sampleSeed } from "./seed.js";

/** What an offer of the sample costs from `at` (ms UTC) on; the price in hundredths of the offer's currency. */
export interface SampleChange {
  readonly at: number;
  readonly priceMinor: number;
  readonly availability: "in" | "out";
}

function toChange(at: number, { priceMinor, isOut }: { priceMinor: number; isOut: boolean }): SampleChange {
  return { at, priceMinor, availability: isOut ? "out" : "in" };
}

/** Ids of all offers of the market. The last part counts the offers of a product. */
export function sampleOfferIds(seed = sampleSeed): readonly string[] {
  return [...marketOf(seed).listings.keys()];
}

/**
 * The change points of an offer with `fromMs` < `at` ≤ `toMs`, ascending; each differs from the one before. Empty for
 * an id that is not of the sample, and for auctions, which never carry history (decision 17).
 */
export function sampleChanges(
  offerId: string,
  fromMs: number,
  toMs: number,
  seed = sampleSeed,
): readonly SampleChange[] {
  const offer = marketOf(seed).listings.get(offerId)?.offer;
  if (offer === undefined || offer.isAuction) return [];
  return changesBetween(offer.curve, fromMs, toMs).map((point) => toChange(point.atMs, point));
}

/** What a check of the offer sees at a time, auctions too; `null` for an id that is not of the sample. */
export function sampleStateAt(offerId: string, atMs: number, seed = sampleSeed): SampleChange | null {
  const offer = marketOf(seed).listings.get(offerId)?.offer;
  return offer === undefined ? null : toChange(atMs, stateAt(offer.curve, atMs));
}
