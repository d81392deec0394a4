import { availabilityCodes } from "../price-point.js";
import { type AlertFacts, canBeBought, filterOf, type OfferFilter, passes, type Quote } from "./facts.js";
import type { Decision } from "./firing.js";
import type { Rule, RuleMemory } from "./rule.js";

/** An offer's current state and its previous price. */
interface Change {
  readonly quote: Quote;
  readonly previousMinor: number | null;
}

/** The change that an event reports; `null` if its offer does not pass the rule's filter. */
function changeOf(filter: OfferFilter, { event }: AlertFacts): Change | null {
  const { type, currentMinor, previousMinor, retailer, condition, currency, availability } = event;
  if (type === "schedule_completion" || currentMinor === null || !passes(filter, event)) return null;
  return { quote: { retailer, condition, currency, availability, priceMinor: currentMinor }, previousMinor };
}

/** The shop's cheapest offer that is not out of stock. */
function nowAt(retailer: string | null, filter: OfferFilter, { quotes }: AlertFacts): Quote | null {
  const there = quotes.filter((quote) => quote.retailer === retailer && passes(filter, quote));
  return there.filter(canBeBought).sort((a, b) => a.priceMinor - b.priceMinor)[0] ?? null;
}

/**
 * Each change has its own event, so the memory holds only a change deferred by a snooze. It fires after the snooze if
 * it still holds.
 */
function decideChange(
  rule: Rule,
  memory: RuleMemory | null,
  facts: AlertFacts,
  { news, holds }: { readonly news: Change | null; readonly holds: (putOff: Change) => boolean },
): Decision {
  const { event, isSnoozed, nowMs } = facts;
  const filter = filterOf(rule, facts);
  if (isSnoozed) {
    if (memory !== null || news === null) return { memory, firing: null };
    const { quote, previousMinor } = news;
    return { memory: { atMs: nowMs, priceMinor: previousMinor, retailer: quote.retailer }, firing: null };
  }
  if (news !== null) {
    const isSame = memory?.retailer === news.quote.retailer;
    return { memory: isSame ? null : memory, firing: { rule, filter, reference: null, ...news } };
  }
  // Another engine's event about a different shop neither confirms nor clears the deferred change.
  if (memory === null || (!event.isLocal && event.retailer !== memory.retailer))
    return { memory, firing: null };
  const quote = nowAt(memory.retailer, filter, facts);
  const putOff = quote && { quote, previousMinor: memory.priceMinor };
  if (putOff === null || !holds(putOff)) return { memory: null, firing: null };
  return { memory: null, firing: { rule, filter, reference: null, ...putOff } };
}

function isDrop({ quote, previousMinor }: Change, percent: number): boolean {
  return (
    previousMinor !== null &&
    quote.priceMinor < previousMinor &&
    quote.priceMinor <= (previousMinor * (100 - percent)) / 100 + 1e-6
  );
}

/** Fires when an offer's price drops by at least the rule's percentage. */
export function decideDrop(
  rule: Rule,
  percent: number,
  memory: RuleMemory | null,
  facts: AlertFacts,
): Decision {
  const { event } = facts;
  const filter = filterOf(rule, facts);
  const change = event.type === "price_drop" ? changeOf(filter, facts) : null;
  // The event may be hours old: skip a price that has risen again or sold out since.
  const now = change && canBeBought(change.quote) ? nowAt(change.quote.retailer, filter, facts) : null;
  const isNews = change !== null && now !== null && now.priceMinor <= change.quote.priceMinor;
  return decideChange(rule, memory, facts, {
    news: isNews && isDrop(change, percent) ? change : null,
    holds: (putOff) => isDrop(putOff, percent),
  });
}

/** Fires when an offer is back in stock. */
export function decideStock(rule: Rule, memory: RuleMemory | null, facts: AlertFacts): Decision {
  const { event } = facts;
  const filter = filterOf(rule, facts);
  const isBack = event.type === "availability_change" && event.availability === availabilityCodes.in;
  const change = isBack ? changeOf(filter, facts) : null;
  const isNews = change !== null && nowAt(change.quote.retailer, filter, facts) !== null;
  return decideChange(rule, memory, facts, { news: isNews ? change : null, holds: () => true });
}

/**
 * Fires when an offer's price or availability changes. A price rise has no event of its own, so this also compares the
 * offers with their state at the last notification. The first time, only the event counts.
 */
export function decideAnyChange(rule: Rule, memory: RuleMemory | null, facts: AlertFacts): Decision {
  const { event, isSnoozed, nowMs } = facts;
  const filter = filterOf(rule, facts);
  const own = changeOf(filter, facts);
  if (isSnoozed) {
    const sinceMs = own === null ? nowMs : event.atMs - 1;
    return { memory: memory ?? { atMs: sinceMs, priceMinor: null, retailer: null }, firing: null };
  }
  const isNew = memory === null || !event.isLocal || isAfter(event, memory);
  const told = isNew ? own : null;
  const news = told ?? changeSince(filter, memory, facts);
  return {
    memory: event.isLocal ? toldUntil(told, facts) : memory,
    firing: news && { rule, filter, reference: null, ...news },
  };
}

/** Two shops may change at the same instant; one shop's price and stock changing together are one change. */
function isAfter(event: AlertFacts["event"], memory: RuleMemory): boolean {
  return event.atMs > memory.atMs || (event.atMs === memory.atMs && event.retailer !== memory.retailer);
}

/** Other changes at an event's instant have events of their own; a comparison with the history covers them all. */
function toldUntil(told: Change | null, { event, nowMs }: AlertFacts): RuleMemory {
  return told === null
    ? { atMs: nowMs, priceMinor: null, retailer: null }
    : { atMs: event.atMs, priceMinor: null, retailer: event.retailer };
}

function changeSince(filter: OfferFilter, memory: RuleMemory | null, facts: AlertFacts): Change | null {
  if (memory === null || !facts.event.isLocal) return null;
  const [first] = facts.changesSince(filter, memory.atMs);
  return first === undefined ? null : { quote: first.after, previousMinor: first.before.priceMinor };
}
