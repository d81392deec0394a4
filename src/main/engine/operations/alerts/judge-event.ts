import { memoriesOf, saveMemory } from "../../db/alert-memory.js";
import { rulesOfProduct, type StoredRule } from "../../db/alert-rule.js";
import { productIdByService } from "../../db/product.js";
import type { WriteDb } from "../../db/store.js";
import { canMatter, decideAlerts } from "../../domain/alerts/decide.js";
import type { AlertFacts } from "../../domain/alerts/facts.js";
import type { Firing } from "../../domain/alerts/firing.js";
import { reasonOf } from "../../domain/alerts/reason.js";
import { alertFacts, type ReceivedEvent } from "./alert-facts.js";

export interface Alert {
  readonly reason: string;
  readonly ruleIds: readonly number[];
}

/** A product that has rules of its own, even if they are switched off, is judged by those only. */
function rulesFor(tx: WriteDb, productId: number | undefined): StoredRule[] {
  const own = productId === undefined ? [] : rulesOfProduct(tx, productId);
  const inForce = own.length > 0 ? own : rulesOfProduct(tx, null);
  return inForce.filter(({ isEnabled }) => isEnabled);
}

/** Whether an event is worth an alert, and why. Notes what the rules have told, in the same transaction. */
export function judgeEvent(tx: WriteDb, received: ReceivedEvent, nowMs: number): Alert | null {
  const { service } = received.data.product;
  const productId = productIdByService(tx, service);
  const rules = rulesFor(tx, productId);
  if (rules.length === 0) return null;
  const memories = memoriesOf(tx, service);
  const inForce = rules.map((rule) => ({ rule, memory: memories.get(rule.id) ?? null }));
  // Ten thousand products that are checked hourly tell of that as often.
  if (!inForce.some((each) => canMatter(each, received.type))) return null;
  const facts = alertFacts(tx, received, productId, nowMs);
  const { firings, memories: changed } = decideAlerts(inForce, facts);
  for (const { ruleId, memory } of changed) saveMemory(tx, service, ruleId, memory);
  const [first, ...others] = firings;
  return first === undefined ? null : alertOf([first, ...others], facts);
}

function alertOf(firings: readonly [Firing, ...Firing[]], facts: AlertFacts): Alert {
  const { event, nowMs, bestSince } = facts;
  const { currentMinor, previousMinor } = event;
  const change =
    event.type === "schedule_completion" || currentMinor === null
      ? null
      : { quote: { ...event, priceMinor: currentMinor }, previousMinor };
  // The whole history is read for what is told only, which is rare.
  const past = bestSince(firings[0].filter, 0);
  return {
    reason: reasonOf(firings, { nowMs, past, change }),
    ruleIds: firings.map(({ rule }) => rule.id),
  };
}
