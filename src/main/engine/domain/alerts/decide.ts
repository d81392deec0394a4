import type { EventType } from "../../../../shared/contract/webhook.js";
import { decideAnyChange, decideDrop, decideStock } from "./change-rule.js";
import type { AlertFacts } from "./facts.js";
import type { Decision, Firing } from "./firing.js";
import { decideLevel } from "./level-rule.js";
import { isAboutLevel, type Rule, type RuleMemory, rankOf } from "./rule.js";

/** A rule, and what it remembers of the product. */
export interface RuleInForce {
  readonly rule: Rule;
  readonly memory: RuleMemory | null;
}

export interface AlertDecision {
  /** The most telling first; empty where the event is not worth an alert. */
  readonly firings: readonly Firing[];
  /** What rules remember from now on; only where that is something else than before. */
  readonly memories: readonly { readonly ruleId: number; readonly memory: RuleMemory | null }[];
}

function decideOne({ rule, memory }: RuleInForce, facts: AlertFacts): Decision {
  const { trigger } = rule;
  if (isAboutLevel(rule)) return decideLevel(rule, memory, facts);
  if (trigger.kind === "percent_below") return decideDrop(rule, trigger.percent, memory, facts);
  return trigger.kind === "back_in_stock"
    ? decideStock(rule, memory, facts)
    : decideAnyChange(rule, memory, facts);
}

/**
 * Whether an event of a kind can say anything to a rule: a finished check does not, where the rule is about a drop or
 * about stock and has put nothing off.
 */
export function canMatter({ rule, memory }: RuleInForce, type: EventType): boolean {
  if (type !== "schedule_completion" || memory !== null) return true;
  return isAboutLevel(rule) || rule.trigger.kind === "any_change";
}

/** Which rules an event sets off, and what they remember then: never twice for one condition. */
export function decideAlerts(rules: readonly RuleInForce[], facts: AlertFacts): AlertDecision {
  const decided = rules.map((inForce) => ({ inForce, decision: decideOne(inForce, facts) }));
  return {
    firings: decided
      .flatMap(({ decision }) => decision.firing ?? [])
      .sort((a, b) => rankOf(a.rule) - rankOf(b.rule)),
    memories: decided.flatMap(({ inForce, decision }) =>
      decision.memory === inForce.memory ? [] : [{ ruleId: inForce.rule.id, memory: decision.memory }],
    ),
  };
}
