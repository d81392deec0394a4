import type { Condition } from "../../../../shared/contract/primitives.js";
import type { EventType } from "../../../../shared/contract/webhook.js";
import { type AvailabilityCode, availabilityCodes } from "../price-point.js";
import type { Span } from "../step-series.js";
import { isAboutLevel, type Rule } from "./rule.js";

/** Which offers a rule looks at. Prices compare within one currency only. */
export interface OfferFilter extends Pick<Rule, "retailer" | "condition"> {
  readonly currency: string;
}

/** What an offer costs now, as far as it is confirmed. */
export interface Quote {
  /** `null` where an event tells of the best price without saying whose it is. */
  readonly retailer: string | null;
  readonly condition: Condition | null;
  readonly currency: string;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
}

/** An event as it was told. */
export interface ToldEvent {
  readonly type: EventType;
  readonly retailer: string | null;
  readonly condition: Condition | null;
  readonly currency: string;
  readonly currentMinor: number | null;
  readonly previousMinor: number | null;
  readonly availability: AvailabilityCode;
  /** When it happened, as far as that is known. */
  readonly atMs: number;
  /** Made by this engine, so that the database knows more than it says. */
  readonly isLocal: boolean;
}

/** How an offer differs from what it was. */
export interface OfferChange {
  readonly before: { readonly priceMinor: number; readonly availability: AvailabilityCode };
  readonly after: Quote;
}

export interface AlertFacts {
  readonly nowMs: number;
  readonly isSnoozed: boolean;
  /** In which the product's best price is judged, whichever currency an event speaks of; a target has its own. */
  readonly currency: string;
  readonly event: ToldEvent;
  /** Confirmed prices of offers that the API would vouch for; of another engine's event just what it says. */
  readonly quotes: readonly Quote[];
  /** The best price of a filter's offers over time, from `sinceMs` on. Read when it is asked for: it costs most. */
  readonly bestSince: (filter: OfferFilter, sinceMs: number) => readonly Span[];
  /** What is otherwise now than it was at `sinceMs`, the cheapest first. */
  readonly changesSince: (filter: OfferFilter, sinceMs: number) => readonly OfferChange[];
}

export function filterOf(rule: Rule, { currency, event }: AlertFacts): OfferFilter {
  const { trigger, retailer, condition } = rule;
  if (trigger.kind === "target") return { retailer, condition, currency: trigger.currency };
  return { retailer, condition, currency: isAboutLevel(rule) ? currency : event.currency };
}

/** Most shops do not say "new"; those that sell used things do say so. */
export function passes(
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

/** The cheapest that one could buy. */
export function bestQuote(filter: OfferFilter, quotes: readonly Quote[]): Quote | null {
  let best: Quote | null = null;
  for (const quote of quotes)
    if (canBeBought(quote) && passes(filter, quote) && (best === null || quote.priceMinor < best.priceMinor))
      best = quote;
  return best;
}
