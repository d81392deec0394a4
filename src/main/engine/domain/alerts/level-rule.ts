import { minOf } from "../../../../shared/arrays.js";
import { DAY_MS } from "../../../../shared/time.js";
import { type AlertFacts, bestQuote, type Decision, type DecisionInput, type Quote } from "./facts.js";
import type { PastPrices } from "./past-prices.js";
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
  readonly threshold: (past: () => PastPrices, best: Quote) => Threshold;
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
    threshold: (past) => {
      const low = past().lowest(days) ?? 0;
      return { priceMinor: low - 1, reference: low };
    },
    firesOnEachLow: true,
  };
}

/** `percent` below the highest price ever, or the 30-day median. */
export function percentLevel(base: "highest" | "median30", percent: number): Level {
  return {
    threshold: (past, { priceMinor }) => {
      const reference =
        base === "highest" ? Math.max(past().highest(null) ?? 0, priceMinor) : (past().median30() ?? 0);
      return { priceMinor: priceBelow(reference, percent), reference };
    },
    firesOnEachLow: false,
  };
}

/** Another engine's event about a different shop does not reveal whether this shop's price still holds. */
function isAboutOtherShop(memory: RuleMemory | null, { foreignRetailer }: AlertFacts): boolean {
  return foreignRetailer != null && foreignRetailer !== memory?.retailer;
}

/**
 * Whether the price was above the notified level in between, or above `limitMinor` if the level has moved down. Another
 * engine's history is not available, so its event's previous price decides.
 */
function hasLeftLevel(memory: RuleMemory, limitMinor: number, { filter, facts }: DecisionInput): boolean {
  const notifiedMinor = memory.priceMinor;
  if (facts.foreignRetailer === undefined)
    return facts.past(filter).hasExceededSince(Math.min(notifiedMinor, limitMinor), memory.atMs);
  const [change] = facts.changes;
  return facts.foreignRetailer === memory.retailer && (change?.before.priceMinor ?? 0) > notifiedMinor;
}

function remember({ currency, retailer }: Quote, priceMinor: number, { nowMs }: AlertFacts): RuleMemory {
  return { atMs: nowMs, currency, priceMinor, retailer };
}

/**
 * Fires when the best price reaches the level, and again only after it was above. While all shops are sold out, it is not
 * above: their return has a rule of its own.
 */
export function decideLevel(input: DecisionInput, { threshold, firesOnEachLow }: Level): Decision {
  const { rule, filter, memory, facts } = input;
  const best = bestQuote(filter, facts.quotes);
  if (best === null) return { memory, firing: null };
  const limit = threshold(() => facts.past(filter), best);
  const knownMinor = memory?.priceMinor ?? 0;
  if (best.priceMinor > limit.priceMinor) {
    // Not every price above the level is a rise: time moves levels, too, and a clock that is set back moves them again.
    const isRemembered = firesOnEachLow || best.priceMinor <= knownMinor || isAboutOtherShop(memory, facts);
    return { memory: isRemembered ? memory : null, firing: null };
  }
  const isLower = firesOnEachLow && best.priceMinor < knownMinor;
  if (memory !== null && !isLower && !hasLeftLevel(memory, limit.priceMinor, input))
    return { memory, firing: null };
  const notifiedMinor = firesOnEachLow ? best.priceMinor : limit.priceMinor;
  return {
    memory: remember(best, notifiedMinor, facts),
    firing: { rule, quote: best, filter, previousMinor: null, reference: limit.reference },
  };
}

/** A price that swings alerts once in this time. */
export const swingMs = 30 * DAY_MS;
/** Within a day of the last alert, only a price this much lower alerts again. */
const sameDayPercent = 5;
const newLowPercent = 1;

/** Whether a best price that has just fallen from `fromMinor` is worth an alert. */
function isWorthKnowing(
  priceMinor: number,
  fromMinor: number,
  percent: number,
  { memory: last, filter, facts: { past: pastOf, nowMs } }: DecisionInput,
): boolean {
  const past = pastOf(filter);
  const lastMinor = last?.priceMinor ?? null;
  const sinceMs = nowMs - (last?.atMs ?? 0);
  if (lastMinor !== null && Math.abs(sinceMs) < DAY_MS)
    return priceMinor <= priceBelow(lastMinor, sameDayPercent);
  // The history leaves out the prices of a clock that ran ahead.
  const isAhead = lastMinor !== null && sinceMs < 0;
  const lowest = minOf([past.lowest(null), isAhead ? lastMinor : null].filter((price) => price !== null));
  if (lowest !== null && priceMinor <= priceBelow(lowest, newLowPercent)) return true;
  const reference =
    lastMinor !== null && sinceMs < swingMs ? lastMinor : Math.max(past.highest(30) ?? 0, fromMinor);
  return priceMinor <= priceBelow(reference, percent);
}

/**
 * Fires when the best price falls and that is worth knowing. A shop that stays dearer than the best price is not. The
 * memory is the best price at the product's last alert, whichever rule fired: see `rememberAlert`.
 */
export function decidePriceDrop(input: DecisionInput, percent: number): Decision {
  const { rule, filter, memory, facts } = input;
  const best = bestQuote(filter, facts.quotes);
  const before = facts.changes.length === 0 ? null : bestQuote(filter, facts.quotesBefore);
  if (best === null || before === null || best.priceMinor >= before.priceMinor)
    return { memory, firing: null };
  if (!isWorthKnowing(best.priceMinor, before.priceMinor, percent, input)) return { memory, firing: null };
  return { memory, firing: { rule, filter, quote: best, previousMinor: before.priceMinor, reference: null } };
}

/** The memory of a price-drop rule after an alert of the product. */
export function rememberAlert(filter: DecisionInput["filter"], facts: AlertFacts): RuleMemory | null {
  const best = bestQuote(filter, facts.quotes);
  return best && remember(best, best.priceMinor, facts);
}
