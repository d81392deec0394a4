import type { AlertFacts, OfferFilter, Quote } from "./facts.js";
import type { Rule, RuleMemory } from "./rule.js";

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
