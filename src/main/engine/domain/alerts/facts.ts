import type { Condition } from "../../../../shared/contract/primitives.js";
import type { EventType } from "../../../../shared/contract/webhook.js";
import { type AvailabilityCode, availabilityCodes } from "../price-point.js";
import type { PriceSpan } from "../step-series.js";
import type { Rule } from "./rule.js";

/** The offers that a rule considers. Prices compare only within one currency. */
export interface OfferFilter extends Pick<Rule, "retailer" | "condition"> {
  readonly currency: string;
}

/** An offer's current confirmed price. */
export interface Quote {
  /** `null` for an event that reports the best price without its retailer. */
  readonly retailer: string | null;
  readonly condition: Condition | null;
  readonly currency: string;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
}

/** An event as its webhook delivery reports it. */
export interface AlertEvent {
  readonly type: EventType;
  readonly retailer: string | null;
  readonly condition: Condition | null;
  readonly currency: string;
  readonly currentMinor: number | null;
  readonly previousMinor: number | null;
  readonly availability: AvailabilityCode;
  /** When it was raised; for another engine's event, the current time. */
  readonly atMs: number;
  /** Whether this engine raised it, so that the database has the history behind it. */
  readonly isLocal: boolean;
}

/** An offer's state before and after a change. */
export interface OfferChange {
  readonly before: { readonly priceMinor: number; readonly availability: AvailabilityCode };
  readonly after: Quote;
}

export interface AlertFacts {
  readonly nowMs: number;
  readonly isSnoozed: boolean;
  /** Currency of the product's best price, whatever the event's currency. A target price brings its own. */
  readonly currency: string;
  readonly event: AlertEvent;
  /** Confirmed prices of trusted, valid offers; for another engine's event, only the price it reports. */
  readonly quotes: readonly Quote[];
  /** Best price of the filter's offers over time, from `sinceMs` on. Lazy, because it is the costliest fact. */
  readonly bestSince: (filter: OfferFilter, sinceMs: number) => readonly PriceSpan[];
  /** The filter's offers that differ from their state at `sinceMs`, cheapest first. */
  readonly changesSince: (filter: OfferFilter, sinceMs: number) => readonly OfferChange[];
}

/** The time up to which the history counts: the event has happened, even if the clock has been set back since. */
export function presentMs({ nowMs, event }: Pick<AlertFacts, "nowMs" | "event">): number {
  return Math.max(nowMs, event.atMs);
}

/** An unknown condition counts as new: most shops state the condition only of used items. */
export function matchesFilter(
  filter: OfferFilter,
  offer: Pick<Quote, "retailer" | "condition" | "currency">,
): boolean {
  return (
    offer.currency === filter.currency &&
    (filter.retailer === null || offer.retailer === filter.retailer) &&
    (filter.condition === null || (offer.condition ?? "new") === filter.condition)
  );
}

export function canBeBought({ availability }: Pick<Quote, "availability">): boolean {
  return availability !== availabilityCodes.out;
}

/** The cheapest quote that is not out of stock. */
export function bestQuote(filter: OfferFilter, quotes: readonly Quote[]): Quote | null {
  let best: Quote | null = null;
  for (const quote of quotes)
    if (
      canBeBought(quote) &&
      matchesFilter(filter, quote) &&
      (best === null || quote.priceMinor < best.priceMinor)
    )
      best = quote;
  return best;
}
