import { availabilityCodes } from "../price-point.js";
import {
  type AlertFacts,
  bestQuote,
  canBeBought,
  matchesFilter,
  type OfferFilter,
  type Quote,
} from "./facts.js";
import type { Decision, DecisionInput } from "./firing.js";
import { priceBelow } from "./level-rule.js";
import type { RuleMemory } from "./rule.js";

/** An offer's current state and its previous price. */
interface Change {
  readonly quote: Quote;
  readonly previousMinor: number | null;
}

/** The change that an event reports; `null` if its offer does not pass the rule's filter. */
function reportedChange(filter: OfferFilter, { event }: AlertFacts): Change | null {
  const { type, currentMinor, previousMinor, retailer, condition, currency, availability } = event;
  if (type === "schedule_completion" || currentMinor === null || !matchesFilter(filter, event)) return null;
  return { quote: { retailer, condition, currency, availability, priceMinor: currentMinor }, previousMinor };
}

/** The shop's cheapest offer that is not out of stock. */
function cheapestQuoteFrom(
  retailer: string | null,
  filter: OfferFilter,
  { quotes }: AlertFacts,
): Quote | null {
  const own = quotes.filter((quote) => quote.retailer === retailer);
  return bestQuote(filter, own);
}

/**
 * Each change has its own event, so the memory holds only a change deferred by a snooze. It fires after the snooze if
 * it still holds.
 */
function decideChange(
  { rule, filter, memory, facts }: DecisionInput,
  {
    change,
    stillHolds,
  }: { readonly change: Change | null; readonly stillHolds: (deferred: Change) => boolean },
): Decision {
  const { event, isSnoozed, nowMs } = facts;
  if (isSnoozed) {
    if (memory !== null || change === null) return { memory, firing: null };
    const { quote, previousMinor } = change;
    return { memory: { atMs: nowMs, priceMinor: previousMinor, retailer: quote.retailer }, firing: null };
  }
  if (change !== null) {
    const isSameRetailer = memory?.retailer === change.quote.retailer;
    return { memory: isSameRetailer ? null : memory, firing: { rule, filter, reference: null, ...change } };
  }
  // Another engine's event about a different shop neither confirms nor clears the deferred change.
  if (memory === null || (!event.isLocal && event.retailer !== memory.retailer))
    return { memory, firing: null };
  const quote = cheapestQuoteFrom(memory.retailer, filter, facts);
  const deferred = quote && { quote, previousMinor: memory.priceMinor };
  if (deferred === null || !stillHolds(deferred)) return { memory: null, firing: null };
  return { memory: null, firing: { rule, filter, reference: null, ...deferred } };
}

function isDrop({ quote, previousMinor }: Change, percent: number): boolean {
  return quote.priceMinor <= priceBelow(previousMinor ?? 0, percent);
}

/** The event may be hours old: its price may have risen again or sold out since. */
function isStillOffered({ quote }: Change, filter: OfferFilter, facts: AlertFacts): boolean {
  const current = canBeBought(quote) ? cheapestQuoteFrom(quote.retailer, filter, facts) : null;
  return current !== null && current.priceMinor <= quote.priceMinor;
}

/** Fires when an offer's price drops by at least the rule's percentage. */
export function decideDrop(input: DecisionInput, percent: number): Decision {
  const { filter, facts } = input;
  const { type, isLocal } = facts.event;
  // Of a price and an availability that change together, this engine reports only the latter to the inbox.
  const mayReportDrop = type === "price_drop" || isLocal;
  const change = mayReportDrop ? reportedChange(filter, facts) : null;
  return decideChange(input, {
    change:
      change !== null && isStillOffered(change, filter, facts) && isDrop(change, percent) ? change : null,
    stillHolds: (deferred) => isDrop(deferred, percent),
  });
}

/** Fires when an offer is back in stock. */
export function decideStock(input: DecisionInput): Decision {
  const { filter, facts } = input;
  const { event } = facts;
  const isBack = event.type === "availability_change" && event.availability === availabilityCodes.in;
  const change = isBack ? reportedChange(filter, facts) : null;
  const isStillCurrent = change !== null && cheapestQuoteFrom(change.quote.retailer, filter, facts) !== null;
  return decideChange(input, {
    change: isStillCurrent ? change : null,
    stillHolds: () => true,
  });
}

/**
 * Fires when an offer's price or availability changes. A price rise has no event of its own, so this also compares the
 * offers with their state at the last notification. The first time, only the event counts.
 */
export function decideAnyChange({ rule, filter, memory, facts }: DecisionInput): Decision {
  const { event, isSnoozed, nowMs } = facts;
  const reported = reportedChange(filter, facts);
  if (isSnoozed) {
    const sinceMs = reported === null ? nowMs : event.atMs - 1;
    return { memory: memory ?? { atMs: sinceMs, priceMinor: null, retailer: null }, firing: null };
  }
  const isNew = memory === null || !event.isLocal || isAfter(event, memory);
  const newChange = isNew ? reported : null;
  const change = newChange ?? changeSince(filter, memory, facts);
  return {
    memory: event.isLocal ? notifiedUntil(newChange, facts) : memory,
    firing: change && { rule, filter, reference: null, ...change },
  };
}

/** Two shops may change at the same instant; one shop's price and stock changing together are one change. */
function isAfter(event: AlertFacts["event"], memory: RuleMemory): boolean {
  return event.atMs > memory.atMs || (event.atMs === memory.atMs && event.retailer !== memory.retailer);
}

/** Other changes at an event's instant have events of their own; a comparison with the history covers them all. */
function notifiedUntil(change: Change | null, { event, nowMs }: AlertFacts): RuleMemory {
  return change === null
    ? { atMs: nowMs, priceMinor: null, retailer: null }
    : { atMs: event.atMs, priceMinor: null, retailer: event.retailer };
}

function changeSince(filter: OfferFilter, memory: RuleMemory | null, facts: AlertFacts): Change | null {
  if (memory === null || !facts.event.isLocal) return null;
  const [first] = facts.changesSince(filter, memory.atMs);
  return first === undefined ? null : { quote: first.after, previousMinor: first.before.priceMinor };
}
