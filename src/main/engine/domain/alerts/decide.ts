import type { EventType } from "../../../../shared/contract/webhook.js";
import type { AlertFacts } from "./facts.js";
import type { Decision, Firing } from "./firing.js";
import { behaviourOf } from "./kinds.js";
import type { Rule, RuleMemory } from "./rule.js";

/** A rule with its memory of the product. */
export interface RuleWithMemory {
  readonly rule: Rule;
  readonly memory: RuleMemory | null;
}

export interface AlertDecision {
  /** Most relevant first; empty if the event is not worth an alert. */
  readonly firings: readonly Firing[];
  /** The memories that changed. */
  readonly memories: readonly { readonly ruleId: number; readonly memory: RuleMemory | null }[];
}

function decideOne({ rule, memory }: RuleWithMemory, facts: AlertFacts): Decision {
  const { retailer, condition, trigger } = rule;
  const { currency, decide } = behaviourOf(trigger);
  return decide({ rule, filter: { retailer, condition, currency: currency(facts) }, memory, facts });
}

/** Whether an event of this type can affect the rule. */
export function canAffect({ rule, memory }: RuleWithMemory, type: EventType): boolean {
  return memory !== null || behaviourOf(rule.trigger).isAffectedBy(type);
}

/** Evaluates the rules against an event. A rule fires only once while its condition holds. */
export function decideAlerts(rules: readonly RuleWithMemory[], facts: AlertFacts): AlertDecision {
  const decided = rules.map((input) => ({ input, decision: decideOne(input, facts) }));
  return {
    firings: decided
      .flatMap(({ decision }) => decision.firing ?? [])
      .sort((a, b) => behaviourOf(a.rule.trigger).rank - behaviourOf(b.rule.trigger).rank),
    memories: decided.flatMap(({ input, decision }) =>
      decision.memory === input.memory ? [] : [{ ruleId: input.rule.id, memory: decision.memory }],
    ),
  };
}
