import { DAY_MS } from "../../../../shared/time.js";
import { weightedMedian } from "../step-series.js";
import { type AlertFacts, bestQuote, type OfferFilter, presentMs, type Quote } from "./facts.js";
import type { Decision, DecisionInput } from "./firing.js";
import { hasStayedAtOrBelow, highestPrice, lowestBefore } from "./past-prices.js";
import type { RuleMemory } from "./rule.js";

/** The highest price that satisfies a rule, and the reference price it derives from. */
interface Threshold {
  readonly priceMinor: number;
  readonly reference: number | null;
}

/** `percent` below `reference`, and at least one minor unit below it. */
export function priceBelow(reference: number, percent: number): number {
  return Math.min(reference - 1, Math.floor((reference * (100 - percent)) / 100 + 1e-6));
}

/** A level of the best price that fires a rule. */
interface Level {
  /** Without a price to compare with, one that no price reaches. */
  readonly threshold: (best: Quote, input: DecisionInput) => Threshold;
  /** Whether each price below the last notified one fires again. */
  readonly firesOnEachLow: boolean;
}

/** The user's target price. */
export function targetLevel(priceMinor: number): Level {
  return { threshold: () => ({ priceMinor, reference: priceMinor }), firesOnEachLow: false };
}

/** Below the lowest price in `days` days, or ever if `days` is null. */
export function newLowLevel(days: number | null): Level {
  return {
    threshold: (best, { filter, facts }) => {
      const endMs = presentMs(facts);
      const sinceMs = days === null ? 0 : endMs - days * DAY_MS;
      const low = lowestBefore(facts.bestSince(filter, sinceMs), best.priceMinor, endMs) ?? 0;
      return { priceMinor: low - 1, reference: low };
    },
    firesOnEachLow: true,
  };
}

/** `percent` below the highest price ever, or the 30-day median. */
export function percentLevel(base: "highest" | "median30", percent: number): Level {
  return {
    threshold: (_best, { filter, facts }) => {
      const reference =
        base === "highest"
          ? highestPrice(facts.bestSince(filter, 0))
          : (weightedMedian(facts.bestSince(filter, presentMs(facts) - 30 * DAY_MS)) ?? 0);
      return { priceMinor: priceBelow(reference, percent), reference };
    },
    firesOnEachLow: false,
  };
}

/** Another engine's event about a different shop does not reveal whether this shop's price still holds. */
function isAboutOtherShop(memory: RuleMemory | null, { event }: AlertFacts): boolean {
  return !event.isLocal && event.retailer !== null && event.retailer !== memory?.retailer;
}

/**
 * Whether the price rose above the notified level in between. The history decides, because events may get lost and
 * price rises have none. Another engine's history is not available, so its event's previous price decides.
 */
function hasLeftLevel(memory: RuleMemory, filter: OfferFilter, facts: AlertFacts): boolean {
  const { event, bestSince } = facts;
  const thresholdMinor = memory.priceMinor ?? 0;
  if (event.isLocal)
    return !hasStayedAtOrBelow(
      bestSince(filter, memory.atMs),
      thresholdMinor,
      presentMs(facts) - memory.atMs,
    );
  return event.retailer === memory.retailer && (event.previousMinor ?? 0) > thresholdMinor;
}

/** Fires when the best price reaches the level, and again only after the price has left it. */
export function decideLevel(input: DecisionInput, { threshold, firesOnEachLow }: Level): Decision {
  const { rule, filter, memory, facts } = input;
  const best = bestQuote(filter, facts.quotes);
  const limit = best && threshold(best, input);
  if (!(best && limit && best.priceMinor <= limit.priceMinor))
    return { memory: isAboutOtherShop(memory, facts) ? memory : null, firing: null };
  const isLower = firesOnEachLow && best.priceMinor < (memory?.priceMinor ?? 0);
  if (memory !== null && !isLower && !hasLeftLevel(memory, filter, facts)) return { memory, firing: null };
  // Leave the memory empty, so that the rule fires once the snooze ends.
  if (facts.isSnoozed) return { memory: null, firing: null };
  const notifiedMinor = firesOnEachLow ? best.priceMinor : limit.priceMinor;
  return {
    memory: { atMs: facts.nowMs, priceMinor: notifiedMinor, retailer: best.retailer },
    firing: { rule, quote: best, filter, previousMinor: null, reference: limit.reference },
  };
}
