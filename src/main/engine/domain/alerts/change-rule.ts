import { availabilityCodes } from "../price-point.js";
import { canBeBought, type Decision, type DecisionInput, matchesFilter, type OfferChange } from "./facts.js";
import { priceBelow } from "./level-rule.js";

/** Fires for the cheapest changed offer that matches; those in the product's currency come first. */
function decideChange(
  { rule, filter, facts }: DecisionInput,
  isReported: (change: OfferChange) => boolean,
): Decision {
  const isOther = ({ after }: OfferChange) => Number(after.currency !== filter.currency);
  const [change] = facts.changes
    .filter(({ after }) => matchesFilter({ ...filter, currency: after.currency }, after))
    .filter(isReported)
    .sort((a, b) => isOther(a) - isOther(b) || a.after.priceMinor - b.after.priceMinor);
  if (change === undefined) return { memory: null, firing: null };
  const { before, after } = change;
  const ownFilter = { ...filter, currency: after.currency };
  return {
    memory: null,
    firing: { rule, filter: ownFilter, quote: after, previousMinor: before.priceMinor, reference: null },
  };
}

/** Fires when an offer's price drops by at least the rule's percentage. */
export function decideDrop(input: DecisionInput, percent: number): Decision {
  return decideChange(
    input,
    ({ before, after }) => canBeBought(after) && after.priceMinor <= priceBelow(before.priceMinor, percent),
  );
}

/** Fires when an offer is back in stock, or in stock after it could only be ordered ahead. */
export function decideStock(input: DecisionInput): Decision {
  return decideChange(input, ({ before, after, isRelease = false }) =>
    isRelease
      ? canBeBought(after)
      : after.availability === availabilityCodes.in && before.availability === availabilityCodes.out,
  );
}

/** Fires when an offer's price or availability changes. */
export function decideAnyChange(input: DecisionInput): Decision {
  return decideChange(input, () => true);
}
