import {
  type AlertFacts,
  type DecisionInput,
  type Firing,
  type OfferFilter,
  withCondition,
} from "./facts.js";
import { behaviourOf } from "./kinds.js";
import { rememberAlert } from "./level-rule.js";
import type { Rule, RuleMemory } from "./rule.js";

/** A rule with its memories of the product, one for each currency. */
export interface RuleWithMemories {
  readonly rule: Rule;
  readonly memories: readonly RuleMemory[];
}

export interface AlertDecision {
  /** Most relevant first; empty if the round is not worth an alert. */
  readonly firings: readonly Firing[];
  /** The memories that changed. */
  readonly memories: readonly {
    readonly ruleId: number;
    readonly currency: string;
    readonly memory: RuleMemory | null;
  }[];
  readonly failures: readonly { readonly ruleId: number; readonly error: unknown }[];
}

function filterOf({ retailer, condition, trigger }: Rule, facts: AlertFacts): OfferFilter {
  const currency = behaviourOf(trigger).currency ?? facts.currencyOf({ retailer, condition });
  return withCondition({ retailer, condition, currency }, facts.quotes);
}

function toInput({ rule, memories }: RuleWithMemories, facts: AlertFacts): DecisionInput {
  const filter = filterOf(rule, facts);
  const memory = memories.find(({ currency }) => currency === filter.currency) ?? null;
  return { rule, filter, memory, facts };
}

/** Whether a round can affect the rule. */
export function canAffect({ trigger }: Rule, hasChanges: boolean): boolean {
  return hasChanges || behaviourOf(trigger).canFireUnchanged;
}

/** Evaluates the rules after a round. A rule fires only once while its condition holds; one that throws is set aside. */
export function decideAlerts(rules: readonly RuleWithMemories[], facts: AlertFacts): AlertDecision {
  const failures: { ruleId: number; error: unknown }[] = [];
  const decided = rules.flatMap((rule) => {
    try {
      const input = toInput(rule, facts);
      return [{ input, decision: behaviourOf(rule.rule.trigger).decide(input) }];
    } catch (error) {
      failures.push({ ruleId: rule.rule.id, error });
      return [];
    }
  });
  const firings = decided
    .flatMap(({ decision }) => decision.firing ?? [])
    .sort((a, b) => behaviourOf(a.rule.trigger).rank - behaviourOf(b.rule.trigger).rank);
  const memories = decided.flatMap(({ input, decision }) => {
    const memory = firings.length > 0 ? memoryAfterAlert(input, decision.memory) : decision.memory;
    const { rule, filter } = input;
    return memory === input.memory ? [] : [{ ruleId: rule.id, currency: filter.currency, memory }];
  });
  return { firings, memories, failures };
}

/** A price-drop rule compares with the product's last alert, whichever rule fired. */
function memoryAfterAlert(
  { rule, filter, facts }: DecisionInput,
  memory: RuleMemory | null,
): RuleMemory | null {
  return rule.trigger.kind === "price_drop" ? (rememberAlert(filter, facts) ?? memory) : memory;
}
