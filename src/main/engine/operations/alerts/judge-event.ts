import type { ReasonClauses } from "../../../../shared/app/reasons.js";
import type { EventData } from "../../../../shared/contract/webhook.js";
import { memoriesOf, saveMemory } from "../../db/alert-memory.js";
import { rulesOfProduct, type StoredRule } from "../../db/alert-rule.js";
import { productIdByService } from "../../db/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { type AlertDecision, canMatter, decideAlerts } from "../../domain/alerts/decide.js";
import type { AlertFacts } from "../../domain/alerts/facts.js";
import type { Firing } from "../../domain/alerts/firing.js";
import { clausesOf, englishReason } from "../../domain/alerts/reason.js";
import type { RuleMemory } from "../../domain/alerts/rule.js";
import { alertFacts, type JudgedEvent } from "./alert-facts.js";

export interface Alert {
  /** In English. */
  readonly reason: string;
  readonly clauses: ReasonClauses;
  readonly ruleIds: readonly number[];
}

/** A product with rules of its own, even disabled ones, ignores the rules for all products. */
function rulesFor(db: ReadDb, productId: number | undefined): StoredRule[] {
  const own = productId === undefined ? [] : rulesOfProduct(db, productId);
  const inForce = own.length > 0 ? own : rulesOfProduct(db, null);
  return inForce.filter(({ isEnabled }) => isEnabled);
}

interface Judgement extends AlertDecision {
  /** The rules' memories before this event, by rule id. */
  readonly before: ReadonlyMap<number, RuleMemory>;
  readonly facts: AlertFacts;
}

/** Returns `null` if no rule can apply. */
function judge(db: ReadDb, event: JudgedEvent, nowMs: number): Judgement | null {
  const { service } = event.data.product;
  const productId = productIdByService(db, service);
  const rules = rulesFor(db, productId);
  if (rules.length === 0) return null;
  const before = memoriesOf(db, service);
  const inForce = rules.map((rule) => ({ rule, memory: before.get(rule.id) ?? null }));
  // Worth an early exit: 10,000 products checked hourly produce as many completions.
  if (!inForce.some((each) => canMatter(each, event.type))) return null;
  const facts = alertFacts(db, event, productId, nowMs);
  return { before, facts, ...decideAlerts(inForce, facts) };
}

/**
 * Evaluates the rules for an event and saves their memories in the same transaction. Returns the alert, or
 * `null`.
 */
export function judgeEvent(tx: WriteDb, event: JudgedEvent, nowMs: number): Alert | null {
  const judgement = judge(tx, event, nowMs);
  if (judgement === null) return null;
  const { firings, memories, facts } = judgement;
  const { service } = event.data.product;
  for (const { ruleId, memory } of memories) saveMemory(tx, service, ruleId, memory);
  const [first, ...others] = firings;
  return first === undefined ? null : alertOf([first, ...others], facts);
}

/** Whether a completed check would trigger a rule, or create or clear a rule's memory. */
export function isCheckWorthTelling(db: ReadDb, data: EventData, nowMs: number): boolean {
  const judgement = judge(db, { type: "schedule_completion", data, madeMs: nowMs }, nowMs);
  if (judgement === null) return false;
  const { firings, memories, before } = judgement;
  return (
    firings.length > 0 || memories.some(({ ruleId, memory }) => (memory !== null) !== before.has(ruleId))
  );
}

function alertOf(firings: readonly [Firing, ...Firing[]], facts: AlertFacts): Alert {
  const { event, nowMs, bestSince } = facts;
  const { currentMinor, previousMinor } = event;
  const change =
    event.type === "schedule_completion" || currentMinor === null
      ? null
      : { quote: { ...event, priceMinor: currentMinor }, previousMinor };
  // Reading the whole history is affordable here: alerts are rare.
  const past = bestSince(firings[0].filter, 0);
  const clauses = clausesOf(firings, { nowMs, past, change });
  return {
    reason: englishReason(clauses, nowMs),
    clauses,
    ruleIds: firings.map(({ rule }) => rule.id),
  };
}
