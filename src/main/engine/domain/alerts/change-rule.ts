import { availabilityCodes } from "../price-point.js";
import { type AlertFacts, canBeBought, filterOf, type OfferFilter, passes, type Quote } from "./facts.js";
import type { Decision } from "./firing.js";
import type { Rule, RuleMemory } from "./rule.js";

/** An offer as it is, and what it cost before. */
interface Change {
  readonly quote: Quote;
  readonly previousMinor: number | null;
}

/** What an event says of its offer; `null` where it is not of one that the rule looks at. */
function changeOf(filter: OfferFilter, { event }: AlertFacts): Change | null {
  const { type, currentMinor, previousMinor, retailer, condition, currency, availability } = event;
  if (type === "schedule_completion" || currentMinor === null || !passes(filter, event)) return null;
  return { quote: { retailer, condition, currency, availability, priceMinor: currentMinor }, previousMinor };
}

/** The cheapest that a shop has of it now. */
function nowAt(retailer: string | null, filter: OfferFilter, { quotes }: AlertFacts): Quote | null {
  const there = quotes.filter((quote) => quote.retailer === retailer && passes(filter, quote));
  return there.filter(canBeBought).sort((a, b) => a.priceMinor - b.priceMinor)[0] ?? null;
}

/**
 * A rule about one offer's change: each change has its own event, so that there is nothing to remember but what was
 * put off while the product was snoozed. It is told afterwards if it still holds.
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
  // Another engine's event of another shop does not say what became of this one.
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

/** An offer costs less than it did, by so much. */
export function decideDrop(
  rule: Rule,
  percent: number,
  memory: RuleMemory | null,
  facts: AlertFacts,
): Decision {
  const { event } = facts;
  const filter = filterOf(rule, facts);
  const change = event.type === "price_drop" ? changeOf(filter, facts) : null;
  // An event may have waited for hours: nobody is called for a price that has gone up again, or is sold out.
  const now = change && canBeBought(change.quote) ? nowAt(change.quote.retailer, filter, facts) : null;
  const isNews = change !== null && now !== null && now.priceMinor <= change.quote.priceMinor;
  return decideChange(rule, memory, facts, {
    news: isNews && isDrop(change, percent) ? change : null,
    holds: (putOff) => isDrop(putOff, percent),
  });
}

/** An offer can be bought again. */
export function decideStock(rule: Rule, memory: RuleMemory | null, facts: AlertFacts): Decision {
  const { event } = facts;
  const filter = filterOf(rule, facts);
  const isBack = event.type === "availability_change" && event.availability === availabilityCodes.in;
  const change = isBack ? changeOf(filter, facts) : null;
  const isNews = change !== null && nowAt(change.quote.retailer, filter, facts) !== null;
  return decideChange(rule, memory, facts, { news: isNews ? change : null, holds: () => true });
}

/**
 * Price or availability of an offer are not what they were. A rise has no event of its own, so the history is compared
 * with what it was when changes were last told; the first time, only the event itself counts.
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

/** Two shops may change at the same time; one shop's price and stock that do are one change. */
function isAfter(event: AlertFacts["event"], memory: RuleMemory): boolean {
  return event.atMs > memory.atMs || (event.atMs === memory.atMs && event.retailer !== memory.retailer);
}

/** An event's own change leaves others of that moment to be told by theirs; the history has told of all up to now. */
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
