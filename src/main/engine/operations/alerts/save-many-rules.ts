import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { BulkTrigger } from "../../../../shared/app/rules.js";
import { insertRule, rulesOfProduct } from "../../db/alerts/alert-rule.js";
import { productIdByKey } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import { bestQuote } from "../../domain/alerts/facts.js";
import type { Rule, Trigger } from "../../domain/alerts/rule.js";
import { toMinor } from "../../domain/money.js";
import { decimalsOf } from "../../extract/amounts/currency.js";
import { primaryCurrency } from "../products/best-offer.js";
import type { RequestContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";
import { eligibleOffers } from "./alert-facts.js";
import { markForEvaluation } from "./round.js";
import { parseRetailer, parseTrigger } from "./rule-input.js";
import { findConflict } from "./save-rule.js";

type SkipReason = AppOutput<"rules.save_many">["skipped"][number]["why"];

/** Returns the trigger for a product; `null` if it depends on a price and none is known. */
type TriggerFor = (db: ReadDb, productId: number) => Trigger | null;
type Filter = Pick<Rule, "retailer" | "condition">;

/** A target price `percent` below the cheapest offer that the rule covers now. */
function relativeTarget(percent: number, filter: Filter): TriggerFor {
  return (db, productId) => {
    const offers = eligibleOffers(db, productId);
    const currency = primaryCurrency(offers) ?? "USD";
    const best = bestQuote({ ...filter, currency }, offers);
    return best && { kind: "target", priceMinor: targetBelow(best.priceMinor, percent, currency), currency };
  };
}

/** Whether a product has an enabled target of its own in the trigger's currency. */
function hasTarget(db: ReadDb, productId: number, trigger: Trigger): boolean {
  if (trigger.kind !== "target") return false;
  return rulesOfProduct(db, productId).some(
    (rule) => rule.isEnabled && rule.trigger.kind === "target" && rule.trigger.currency === trigger.currency,
  );
}

/** Throws `ERR_INVALID_PARAMS` with a message for the user. */
function triggerFor(trigger: BulkTrigger, filter: Filter): TriggerFor {
  if (trigger.kind !== "target_percent") {
    const parsed = parseTrigger(trigger);
    return () => parsed;
  }
  const { percent } = trigger;
  if (!(percent > 0 && percent <= 95))
    throw invalidParams("The percentage must be above 0 and at most 95.", "Enter a number such as 15.");
  return relativeTarget(percent, filter);
}

interface RuleTemplate {
  readonly filter: Filter;
  /** Whether a product that has a target keeps it. */
  readonly keepsTargets: boolean;
  readonly triggerFor: TriggerFor;
  readonly nowMs: number;
}

/** Returns the rule's id, or why the product cannot get it. */
export function createRule(
  tx: WriteDb,
  productKey: string,
  { filter, keepsTargets, triggerFor, nowMs }: RuleTemplate,
): number | SkipReason {
  const productId = productIdByKey(tx, productKey);
  if (productId === undefined) return "unknown";
  const trigger = triggerFor(tx, productId);
  if (trigger === null) return "no_price";
  if (keepsTargets && hasTarget(tx, productId, trigger)) return "exists";
  const definition = { productId, trigger, ...filter };
  const conflict = findConflict(tx, definition);
  if (conflict !== null) return conflict;
  const rule = { ...definition, isEnabled: true, createdMs: nowMs, channels: null };
  // The rule may be met already.
  markForEvaluation(tx, productId, nowMs);
  return insertRule(tx, rule);
}

/** Creates a rule for each of many products, in one transaction. Returns which were skipped, and why. */
export function saveManyRules(
  { db, clock, effects }: RequestContext,
  { product_keys: productKeys, trigger, retailer, condition }: AppRequest<"rules.save_many">,
): AppOutput<"rules.save_many"> {
  const filter = { retailer: parseRetailer(retailer), condition };
  const template = {
    filter,
    keepsTargets: trigger.kind === "target_percent",
    triggerFor: triggerFor(trigger, filter),
    nowMs: clock.now(),
  };
  const saved = writeDurably(db, (tx) => {
    const ids: number[] = [];
    const skipped: { product_key: string; why: SkipReason }[] = [];
    for (const productKey of new Set(productKeys)) {
      const created = createRule(tx, productKey, template);
      if (typeof created === "number") ids.push(created);
      else skipped.push({ product_key: productKey, why: created });
    }
    return { made: ids.length, ids, skipped };
  });
  effects.wakeWorker("alerts");
  return saved;
}

/** `percent` below `priceMinor`, to the currency's smallest unit: 10 % below 119.00 is 107.10. At least one unit. */
export function targetBelow(priceMinor: number, percent: number, currency: string): number {
  const exact = (priceMinor * (100 - percent)) / 100;
  const unit = toMinor(10 ** -Math.min(2, decimalsOf(currency)));
  // Rounded up, so that a price that falls by exactly this much reaches it.
  const above = Math.ceil(exact / unit - 1e-9) * unit;
  return above < priceMinor ? above : Math.max(unit, Math.floor(exact / unit + 1e-9) * unit);
}
