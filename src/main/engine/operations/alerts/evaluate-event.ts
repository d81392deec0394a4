import type { ReasonClauses } from "../../../../shared/app/reasons.js";
import { isAddition } from "../../../../shared/app/rule-scope.js";
import type { EventData } from "../../../../shared/contract/webhook.js";
import { memoriesByRule, saveMemory } from "../../db/alerts/alert-memory.js";
import { rulesOfProduct, type StoredRule } from "../../db/alerts/alert-rule.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import type { ReasonContext } from "../../domain/alerts/clauses.js";
import { type AlertDecision, canAffect, decideAlerts } from "../../domain/alerts/decide.js";
import { type AlertFacts, bestQuote, presentMs, type Quote } from "../../domain/alerts/facts.js";
import type { Firing } from "../../domain/alerts/firing.js";
import { bestPriceBefore } from "../../domain/alerts/past-prices.js";
import { buildReasonClauses, englishReason } from "../../domain/alerts/reason.js";
import type { RuleMemory } from "../../domain/alerts/rule.js";
import type { PriceSpan } from "../../domain/step-series.js";
import { alertFacts, type IncomingEvent } from "./alert-facts.js";

export interface Alert {
  /** In English. */
  readonly reason: string;
  readonly clauses: ReasonClauses;
  readonly ruleIds: readonly number[];
}

/**
 * A product's targets, and a wish to be told of its return, add to the rules for all products. Any other rule of its
 * own, even a disabled one, replaces them.
 */
function activeRules(db: ReadDb, productId: number | undefined): StoredRule[] {
  const own = productId === undefined ? [] : rulesOfProduct(db, productId);
  const general = own.every(({ trigger }) => isAddition(trigger.kind)) ? rulesOfProduct(db, null) : [];
  return [...own, ...general].filter(({ isEnabled }) => isEnabled);
}

interface Evaluation extends AlertDecision {
  /** The rules' memories before this event, by rule id. */
  readonly before: ReadonlyMap<number, RuleMemory>;
  readonly facts: AlertFacts;
}

/** Returns `null` if no rule can apply. */
function evaluateRules(db: ReadDb, event: IncomingEvent, nowMs: number): Evaluation | null {
  const { service: productKey } = event.data.product;
  const productId = productIdByKey(db, productKey);
  const rules = activeRules(db, productId);
  const before = memoriesByRule(db, productKey);
  const rulesWithMemory = rules.map((rule) => ({ rule, memory: before.get(rule.id) ?? null }));
  // An early exit, because 10,000 products checked hourly produce as many completions.
  if (!rulesWithMemory.some((each) => canAffect(each, event.type))) return null;
  const facts = alertFacts(db, event, productId, nowMs);
  return { before, facts, ...decideAlerts(rulesWithMemory, facts) };
}

/**
 * Evaluates the rules for an event and saves their memories in the same transaction. Returns the alert, or
 * `null`.
 */
export function evaluateEvent(tx: WriteDb, event: IncomingEvent, nowMs: number): Alert | null {
  const evaluation = evaluateRules(tx, event, nowMs);
  if (evaluation === null) return null;
  const { firings, memories, facts } = evaluation;
  const { service: productKey } = event.data.product;
  for (const { ruleId, memory } of memories) saveMemory(tx, productKey, ruleId, memory);
  const [first, ...others] = firings;
  return first === undefined ? null : buildAlert([first, ...others], facts, isRelease(event));
}

/** Whether a completed check would trigger a rule, or create or clear a rule's memory. */
export function isCompletionRelevant(db: ReadDb, data: EventData, nowMs: number): boolean {
  const evaluation = evaluateRules(db, { type: "schedule_completion", data, createdMs: nowMs }, nowMs);
  if (evaluation === null) return false;
  const { firings, memories, before } = evaluation;
  return (
    firings.length > 0 || memories.some(({ ruleId, memory }) => (memory !== null) !== before.has(ruleId))
  );
}

/** Only events about a release state no availability before: see `publishRelease`. */
function isRelease({ type, data, createdMs }: IncomingEvent): boolean {
  return type === "availability_change" && createdMs !== null && data.availability?.previous === null;
}

/** The best price before a firing; another engine's history is not available. */
function bestBefore(
  { filter, quote: { priceMinor, retailer } }: Firing,
  past: readonly PriceSpan[],
  elsewhere: Quote | null,
  facts: AlertFacts,
): NonNullable<ReasonContext["bestBefore"]> | null {
  const { event, bestSince, quotes } = facts;
  const endMs = presentMs(facts);
  const best = bestQuote(filter, quotes);
  // The dearer of a shop's two packs compares with its own price.
  if (best !== null && best.priceMinor < priceMinor) return null;
  const beforeMinor = event.isLocal
    ? bestPriceBefore(past, priceMinor, elsewhere?.priceMinor ?? null, endMs)
    : null;
  if (beforeMinor === null) return null;
  const ownBeforeMinor = bestPriceBefore(bestSince({ ...filter, retailer }, 0), priceMinor, null, endMs);
  return { priceMinor: beforeMinor, isElsewhere: beforeMinor !== ownBeforeMinor };
}

function buildAlert(firings: readonly [Firing, ...Firing[]], facts: AlertFacts, isRelease: boolean): Alert {
  const { event, bestSince, quotes } = facts;
  const nowMs = presentMs(facts);
  const { currentMinor, previousMinor } = event;
  const change =
    event.type === "schedule_completion" || currentMinor === null
      ? null
      : { quote: { ...event, priceMinor: currentMinor }, previousMinor };
  // Reading the whole history is affordable here: alerts are rare.
  const [first] = firings;
  const { filter, quote } = first;
  const past = bestSince(filter, 0);
  const others = quotes.filter(({ retailer }) => retailer !== quote.retailer);
  const elsewhere = bestQuote(filter, others);
  const context = {
    nowMs,
    past,
    change,
    isRelease,
    elsewhere,
    bestBefore: bestBefore(first, past, elsewhere, facts),
  };
  const clauses = buildReasonClauses(firings, context);
  return {
    reason: englishReason(clauses, nowMs),
    clauses,
    ruleIds: firings.map(({ rule }) => rule.id),
  };
}
