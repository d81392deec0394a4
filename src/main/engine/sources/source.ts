import type { AvailabilityCode } from "../domain/price-point.js";

/** What a source has to know of an offer to check it. */
export interface CheckableOffer {
  readonly publicId: string;
  readonly retailer: string;
  readonly currency: string;
  readonly url: string;
}

/** What a check came to. A failed one is never a price. */
export type CheckResult =
  | {
      readonly kind: "seen";
      readonly priceMinor: number;
      readonly availability: AvailabilityCode;
      /** When it was so, where the source heard it from somebody else; now unless told. Milliseconds UTC. */
      readonly seenMs?: number;
    }
  /** As it was the last time. */
  | { readonly kind: "unchanged" }
  /** It cannot be had, and nobody says what it would cost. */
  | { readonly kind: "sold-out" }
  | {
      readonly kind: "failed";
      /** A short word for lists: `blocked`, `no price`, `network`, `http 503`. */
      readonly outcome: string;
      /** A sentence with what is known of it. */
      readonly detail: string;
    };

/** Where prices come from, for offers that can be asked for again. */
export interface Source {
  readonly name: string;
  canCheck(offer: CheckableOffer): boolean;
  /** Looks now. May reject: that is a failed check. */
  check(offer: CheckableOffer, signal: AbortSignal): Promise<CheckResult>;
}
