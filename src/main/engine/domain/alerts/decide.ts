import type { EventType } from "../../../../shared/contract/webhook.js";
import { decideAnyChange, decideDrop, decideStock } from "./change-rule.js";
import type { AlertFacts } from "./facts.js";
import type { Decision, Firing } from "./firing.js";
import { decideLevel } from "./level-rule.js";
import { isLevelRule, type Rule, type RuleMemory, ruleRank } from "./rule.js";

/** A rule with its memory of the product. */
export interface RuleInForce {
  readonly rule: Rule;
  readonly memory: RuleMemory | null;
}

export interface AlertDecision {
  /** Most relevant first; empty if the event is not worth an alert. */
  readonly firings: readonly Firing[];
  /** The memories that changed. */
  readonly memories: readonly { readonly ruleId: number; readonly memory: RuleMemory | null }[];
}

function decideOne({ rule, memory }: RuleInForce, facts: AlertFacts): Decision {
  const { trigger } = rule;
  if (isLevelRule(rule)) return decideLevel(rule, memory, facts);
  if (trigger.kind === "percent_below") return decideDrop(rule, trigger.percent, memory, facts);
  return trigger.kind === "back_in_stock"
    ? decideStock(rule, memory, facts)
    : decideAnyChange(rule, memory, facts);
}

/**
 * Whether an event of this type can affect the rule: a finished check affects a drop or stock rule only if a snooze
 * has deferred a change.
 */
export function canAffect({ rule, memory }: RuleInForce, type: EventType): boolean {
  if (type !== "schedule_completion" || memory !== null) return true;
  return isLevelRule(rule) || rule.trigger.kind === "any_change";
}

/** Evaluates the rules against an event. A rule fires only once while its condition holds. */
export function decideAlerts(rules: readonly RuleInForce[], facts: AlertFacts): AlertDecision {
  const decided = rules.map((inForce) => ({ inForce, decision: decideOne(inForce, facts) }));
  return {
    firings: decided
      .flatMap(({ decision }) => decision.firing ?? [])
      .sort((a, b) => ruleRank(a.rule) - ruleRank(b.rule)),
    memories: decided.flatMap(({ inForce, decision }) =>
      decision.memory === inForce.memory ? [] : [{ ruleId: inForce.rule.id, memory: decision.memory }],
    ),
  };
}
