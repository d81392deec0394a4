import type { Condition } from "../../../../shared/contract/primitives.js";
import type { Paid } from "../paid-price.js";
import { type AvailabilityCode, availabilityCodes } from "../price-point.js";
import type { PastPrices } from "./past-prices.js";
import type { Rule, RuleMemory } from "./rule.js";

/** The offers that a rule considers. Prices compare only within one currency. */
export interface OfferFilter extends Pick<Rule, "retailer" | "condition"> {
  readonly currency: string;
}

/** An offer's confirmed price. */
export interface Quote {
  /** `null` for another engine's event that reports the best price without its retailer. */
  readonly retailer: string | null;
  readonly condition: Condition | null;
  readonly currency: string;
  readonly priceMinor: number;
  readonly availability: AvailabilityCode;
  /** The page; another engine's event does not name it. */
  readonly url?: string;
  /** Why the price is not the page's; another engine's event does not know. */
  readonly paid?: Paid;
}

/** An offer's state before and after a round. */
export interface OfferChange {
  readonly before: Pick<Quote, "priceMinor" | "availability">;
  readonly after: Quote;
  /** Goods in stock that could only be ordered ahead before. */
  readonly isRelease?: boolean;
}

/** A round of a product: the prices before it, the present ones, and what changed. A snoozed product has none until it ends. */
export interface AlertFacts {
  readonly nowMs: number;
  /** Currency of the best price among the offers that a rule considers. A target price brings its own. */
  readonly currencyOf: (rule: Pick<Rule, "retailer" | "condition">) => string;
  /** The present prices of trusted, valid offers; for another engine's event, only the price that it reports. */
  readonly quotes: readonly Quote[];
  /** The same offers before the round. */
  readonly quotesBefore: readonly Quote[];
  readonly changes: readonly OfferChange[];
  /** The shop of another engine's event, or `null` if it names none; `undefined` for a round of this engine. */
  readonly foreignRetailer?: string | null;
  /** The best price of the filter's offers up to the round. Lazy, because it is the costliest fact. */
  readonly past: (filter: OfferFilter) => PastPrices;
}

/** A rule that fired, with the figures behind it. */
export interface Firing {
  readonly rule: Rule;
  readonly filter: OfferFilter;
  /** The offer that fired the rule, in its current state. */
  readonly quote: Quote;
  /** Price before the change; `null` for level rules. */
  readonly previousMinor: number | null;
  /** Price compared with; `null` for change rules. */
  readonly reference: number | null;
}

/** A rule, its memory of the product, and the round to evaluate it against. */
export interface DecisionInput {
  readonly rule: Rule;
  readonly filter: OfferFilter;
  readonly memory: RuleMemory | null;
  readonly facts: AlertFacts;
}

/** The outcome of one rule for one round. */
export interface Decision {
  readonly memory: RuleMemory | null;
  readonly firing: Firing | null;
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

/** A rule without a condition is about the best price, which is a new one's where there are new ones. */
export function withCondition(filter: OfferFilter, quotes: readonly Quote[]): OfferFilter {
  const asNew = { ...filter, condition: "new" } as const;
  return filter.condition === null && quotes.some((quote) => matchesFilter(asNew, quote)) ? asNew : filter;
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
