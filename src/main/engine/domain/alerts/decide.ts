import { type AlertFacts, type Decision, type Firing, type OfferFilter, withCondition } from "./facts.js";
import { behaviourOf } from "./kinds.js";
import { rememberAlert } from "./level-rule.js";
import type { Rule, RuleMemory } from "./rule.js";

/** A rule with its memory of the product. */
export interface RuleWithMemory {
  readonly rule: Rule;
  readonly memory: RuleMemory | null;
}

export interface AlertDecision {
  /** Most relevant first; empty if the round is not worth an alert. */
  readonly firings: readonly Firing[];
  /** The memories that changed. */
  readonly memories: readonly { readonly ruleId: number; readonly memory: RuleMemory | null }[];
  readonly failures: readonly { readonly ruleId: number; readonly error: unknown }[];
}

function filterOf({ retailer, condition, trigger }: Rule, facts: AlertFacts): OfferFilter {
  const currency = behaviourOf(trigger).currency(facts);
  return withCondition({ retailer, condition, currency }, facts.quotes);
}

function decideOne({ rule, memory }: RuleWithMemory, facts: AlertFacts): Decision {
  return behaviourOf(rule.trigger).decide({ rule, filter: filterOf(rule, facts), memory, facts });
}

/** Whether a round can affect the rule. */
export function canAffect({ trigger }: Rule, hasChanges: boolean): boolean {
  return hasChanges || behaviourOf(trigger).canFireUnchanged;
}

/** Evaluates the rules after a round. A rule fires only once while its condition holds; one that throws is set aside. */
export function decideAlerts(rules: readonly RuleWithMemory[], facts: AlertFacts): AlertDecision {
  const failures: { ruleId: number; error: unknown }[] = [];
  const decided = rules.flatMap((input) => {
    try {
      return [{ input, decision: decideOne(input, facts) }];
    } catch (error) {
      failures.push({ ruleId: input.rule.id, error });
      return [];
    }
  });
  const firings = decided
    .flatMap(({ decision }) => decision.firing ?? [])
    .sort((a, b) => behaviourOf(a.rule.trigger).rank - behaviourOf(b.rule.trigger).rank);
  const memories = decided.flatMap(({ input, decision }) => {
    const memory =
      firings.length > 0 ? memoryAfterAlert(input.rule, decision.memory, facts) : decision.memory;
    return memory === input.memory ? [] : [{ ruleId: input.rule.id, memory }];
  });
  return { firings, memories, failures };
}

/** A price-drop rule compares with the product's last alert, whichever rule fired. */
function memoryAfterAlert(rule: Rule, memory: RuleMemory | null, facts: AlertFacts): RuleMemory | null {
  return rule.trigger.kind === "price_drop"
    ? (rememberAlert(filterOf(rule, facts), facts) ?? memory)
    : memory;
}
