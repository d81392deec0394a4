import type { OfferTerms } from "../../../shared/app/pages.js";
import type { StatedTerm } from "../../../shared/app/paying.js";
import type { Condition } from "../../../shared/contract/primitives.js";
import type { FetchFailure } from "../../../shared/engine-process.js";
import type { AvailabilityCode } from "../domain/price-point.js";
import type { ExtractedProduct } from "../extract/extraction.js";

/** The fields of an offer that a source needs to check it. */
export interface CheckableOffer {
  readonly publicId: string;
  readonly retailer: string;
  readonly currency: string;
  readonly url: string;
}

/** Sent with the next request for a page, so that the shop need not resend an unchanged one. */
export interface PageValidators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What to store of a visit to a tracked page besides its price, in the same transaction as the price. */
export interface PageVisitDetails extends PageValidators {
  /** `null` if the price could not be read: the known terms stay. */
  readonly terms: OfferTerms | null;
  /** `null` if the page does not show it. */
  readonly product: ExtractedProduct | null;
}

/** What a page asks for the product in another condition than that of its own price. */
export interface FurtherPrice {
  readonly condition: Condition;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  /** `null` if the page does not say. */
  readonly seller: string | null;
}

/** The outcome of a check. A failed one never has a price. */
export type CheckResult = CheckReading & {
  /** Missing if no page was read. */
  readonly visit?: PageVisitDetails;
};

export type CheckReading =
  | {
      readonly kind: "seen";
      readonly priceMinor: number;
      /** Missing if it cannot be another one than the offer's. */
      readonly currency?: string;
      readonly availability: AvailabilityCode;
      /** When the price was seen, if the source relays it from elsewhere; otherwise now. Milliseconds UTC. */
      readonly seenMs?: number;
      /** Who sells it at this price; `null` if the page does not say, missing if the source cannot. */
      readonly seller?: string | null;
      /** What some shoppers pay instead, and what delivery costs; missing if the source cannot tell. */
      readonly conditions?: readonly StatedTerm[];
      /** Of the thing that has the price; missing if the source cannot tell. */
      readonly condition?: Condition | null;
      /** At most one of each condition; missing if the source cannot tell. */
      readonly further?: readonly FurtherPrice[];
    }
  /** The same as at the last check. */
  | { readonly kind: "unchanged" }
  /** Out of stock, without a price. */
  | { readonly kind: "sold-out" }
  | FetchFailure;

export function failedCheck(outcome: string, detail: string): FetchFailure {
  return { kind: "failed", outcome, detail };
}

/** A source of prices, for offers that can be checked repeatedly. */
export interface Source {
  canCheck(offer: CheckableOffer): boolean;
  /** Whether a check of the offer must reach the internet. Missing: never. */
  needsInternet?(offer: CheckableOffer): boolean;
  /** Checks the offer now. A rejection counts as a failed check. */
  check(offer: CheckableOffer, signal: AbortSignal): Promise<CheckResult>;
}
