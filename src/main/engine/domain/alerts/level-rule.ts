import { DAY_MS } from "../clock.js";
import { type AlertFacts, bestQuote, type OfferFilter, offerFilterFor, type Quote } from "./facts.js";
import type { Decision } from "./firing.js";
import { hasStayedAtOrBelow, highestPrice, lowestBefore, medianOfLast30Days } from "./past-prices.js";
import type { Rule, RuleMemory } from "./rule.js";

/** The highest price that satisfies a rule, and the reference price it derives from. */
interface Threshold {
  readonly priceMinor: number;
  readonly reference: number | null;
}

/** `percent` below `reference`, and at least one minor unit below it. */
function priceBelow(reference: number, percent: number): number {
  return Math.min(reference - 1, Math.floor((reference * (100 - percent)) / 100 + 1e-6));
}

function ruleThreshold(
  { trigger }: Rule,
  filter: OfferFilter,
  best: Quote,
  facts: AlertFacts,
): Threshold | null {
  const { nowMs, bestSince } = facts;
  if (trigger.kind === "target") return { priceMinor: trigger.priceMinor, reference: trigger.priceMinor };
  if (trigger.kind === "new_low") {
    const sinceMs = trigger.days === null ? 0 : nowMs - trigger.days * DAY_MS;
    const low = lowestBefore(bestSince(filter, sinceMs), best.priceMinor, trigger.days, nowMs);
    return low === null ? null : { priceMinor: low - 1, reference: low };
  }
  if (trigger.kind !== "percent_below") return null;
  const reference =
    trigger.base === "highest"
      ? highestPrice(bestSince(filter, 0))
      : medianOfLast30Days(bestSince(filter, nowMs - 30 * DAY_MS), nowMs);
  return reference === null ? null : { priceMinor: priceBelow(reference, trigger.percent), reference };
}

/** Another engine's event about a different shop does not reveal whether this shop's price still holds. */
function isAboutOtherShop(memory: RuleMemory | null, { event }: AlertFacts): boolean {
  return !event.isLocal && memory !== null && event.retailer !== null && event.retailer !== memory.retailer;
}

/**
 * Whether the price rose above the notified level in between. The history decides, because events may get lost and
 * price rises have none. Another engine's history is not available, so its event's previous price decides.
 */
function hasLeftLevel(memory: RuleMemory, filter: OfferFilter, facts: AlertFacts): boolean {
  const { event, nowMs, bestSince } = facts;
  const thresholdMinor = memory.priceMinor ?? 0;
  if (event.isLocal)
    return !hasStayedAtOrBelow(bestSince(filter, memory.atMs), thresholdMinor, memory.atMs, nowMs);
  if (event.retailer !== memory.retailer) return false;
  return event.previousMinor !== null && event.previousMinor > thresholdMinor;
}

/** Fires when the best price reaches the rule's level, and again only after the price has left that level. */
export function decideLevel(rule: Rule, memory: RuleMemory | null, facts: AlertFacts): Decision {
  const filter = offerFilterFor(rule, facts);
  const best = bestQuote(filter, facts.quotes);
  const threshold = best === null ? null : ruleThreshold(rule, filter, best, facts);
  if (best === null || threshold === null || best.priceMinor > threshold.priceMinor)
    return { memory: isAboutOtherShop(memory, facts) ? memory : null, firing: null };
  const isLower =
    rule.trigger.kind === "new_low" && memory !== null && best.priceMinor < (memory.priceMinor ?? 0);
  if (memory !== null && !isLower && !hasLeftLevel(memory, filter, facts)) return { memory, firing: null };
  // Leave the memory empty, so that the rule fires once the snooze ends.
  if (facts.isSnoozed) return { memory: null, firing: null };
  const notifiedMinor = rule.trigger.kind === "new_low" ? best.priceMinor : threshold.priceMinor;
  return {
    memory: { atMs: facts.nowMs, priceMinor: notifiedMinor, retailer: best.retailer },
    firing: { rule, quote: best, filter, previousMinor: null, reference: threshold.reference },
  };
}
