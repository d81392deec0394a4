import type { OfferFilter, Quote } from "./facts.js";
import type { Rule, RuleMemory } from "./rule.js";

/** A rule that has gone off, with the figures of its reason. */
export interface Firing {
  readonly rule: Rule;
  readonly filter: OfferFilter;
  /** The offer that did it, as it is now. */
  readonly quote: Quote;
  /** What it cost before, where the rule is about a change. */
  readonly previousMinor: number | null;
  /** What the price was compared with, where the rule is about a level. */
  readonly reference: number | null;
}

/** What becomes of one rule at one event. */
export interface Decision {
  readonly memory: RuleMemory | null;
  readonly firing: Firing | null;
}
