import { availabilityCodes } from "../price-point.js";
import {
  type AlertFacts,
  bestQuote,
  canBeBought,
  matchesFilter,
  type OfferChange,
  type OfferFilter,
  type Quote,
} from "./facts.js";
import type { Decision, DecisionInput } from "./firing.js";
import { priceBelow } from "./level-rule.js";

/** An offer's current state and its previous price. */
interface Change {
  readonly quote: Quote;
  readonly previousMinor: number | null;
}

/** An offer in any currency can change; the cheapest in the product's currency comes first. */
function matchingChanges(filter: OfferFilter, changes: readonly OfferChange[]): OfferChange[] {
  const isOther = ({ after }: OfferChange) => Number(after.currency !== filter.currency);
  return changes
    .filter(({ after }) => matchesFilter({ ...filter, currency: after.currency }, after))
    .sort((a, b) => isOther(a) - isOther(b) || a.after.priceMinor - b.after.priceMinor);
}

function toChange({ before, after }: OfferChange): Change {
  return { quote: after, previousMinor: before.priceMinor };
}

function fire({ rule, filter }: DecisionInput, change: Change) {
  return { rule, filter: { ...filter, currency: change.quote.currency }, reference: null, ...change };
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

/** The memory holds only a change deferred by a snooze. It fires after the snooze if it still holds. */
function decideChange(
  input: DecisionInput,
  {
    change,
    stillHolds,
  }: { readonly change: Change | null; readonly stillHolds: (deferred: Change) => boolean },
): Decision {
  const { filter, memory, facts } = input;
  if (facts.isSnoozed) {
    if (memory !== null || change === null) return { memory, firing: null };
    const { quote, previousMinor } = change;
    return {
      memory: { atMs: facts.nowMs, priceMinor: previousMinor, retailer: quote.retailer },
      firing: null,
    };
  }
  if (change !== null) {
    const isSameRetailer = memory?.retailer === change.quote.retailer;
    return { memory: isSameRetailer ? null : memory, firing: fire(input, change) };
  }
  // Another engine's event about a different shop neither confirms nor clears the deferred change.
  const isOther = facts.foreignRetailer !== undefined && facts.foreignRetailer !== memory?.retailer;
  if (memory === null || isOther) return { memory, firing: null };
  const quote = cheapestQuoteFrom(memory.retailer, filter, facts);
  const deferred = quote && { quote, previousMinor: memory.priceMinor };
  if (deferred === null || !stillHolds(deferred)) return { memory: null, firing: null };
  return { memory: null, firing: fire(input, deferred) };
}

function isDrop({ quote, previousMinor }: Change, percent: number): boolean {
  return canBeBought(quote) && quote.priceMinor <= priceBelow(previousMinor ?? 0, percent);
}

/** Fires when an offer's price drops by at least the rule's percentage. */
export function decideDrop(input: DecisionInput, percent: number): Decision {
  const { filter, facts } = input;
  const drops = matchingChanges(filter, facts.changes).map(toChange);
  return decideChange(input, {
    change: drops.find((change) => isDrop(change, percent)) ?? null,
    stillHolds: (deferred) => isDrop(deferred, percent),
  });
}

function isReturn({ before, after, isRelease = false }: OfferChange): boolean {
  if (after.availability !== availabilityCodes.in) return false;
  return isRelease || before.availability === availabilityCodes.out;
}

/** Fires when an offer is back in stock. */
export function decideStock(input: DecisionInput): Decision {
  const { filter, facts } = input;
  const back = matchingChanges(filter, facts.changes).find(isReturn);
  return decideChange(input, { change: back ? toChange(back) : null, stillHolds: () => true });
}

/**
 * Fires when an offer's price or availability changes. The memory is the time from which a snooze has deferred changes:
 * they are then found by comparison with the history.
 */
export function decideAnyChange(input: DecisionInput): Decision {
  const { filter, memory, facts } = input;
  const [changed] = matchingChanges(filter, facts.changes);
  if (facts.isSnoozed) {
    const sinceMs = changed === undefined ? null : facts.roundMs - 1;
    const deferred = sinceMs === null ? null : { atMs: sinceMs, priceMinor: null, retailer: null };
    return { memory: memory ?? deferred, firing: null };
  }
  const [missed] =
    memory === null || facts.foreignRetailer !== undefined ? [] : facts.changesSince(filter, memory.atMs);
  const change = changed ?? missed;
  return { memory: null, firing: change === undefined ? null : fire(input, toChange(change)) };
}
