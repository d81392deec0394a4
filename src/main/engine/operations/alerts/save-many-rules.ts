import type { AppOutput } from "../../../../shared/app/operations.js";
import type { BulkTrigger } from "../../../../shared/app/rules.js";
import { deleteRules, insertRule, rulesOfProduct, type StoredRule } from "../../db/alerts/alert-rule.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { bestQuote, withCondition } from "../../domain/alerts/facts.js";
import type { Rule, Trigger } from "../../domain/alerts/rule.js";
import { toMinor } from "../../domain/money.js";
import { decimalsOf } from "../../extract/amounts/currency.js";
import { aboutProducts, act } from "../acts/perform-act.js";
import { refuse } from "../request/contract-error.js";
import { currencyOfRule, eligibleOffers } from "./alert-facts.js";
import { markForEvaluation } from "./round.js";
import { findConflict, parseRetailer, parseTrigger } from "./rules.js";

type SkipReason = AppOutput<"rules.save_many">["skipped"][number]["why"];

type Filter = Pick<Rule, "retailer" | "condition">;
/** Returns the trigger for a product; `null` if it depends on a price and none is known. */
type TriggerFor = (db: ReadDb, productId: number, filter: Filter) => Trigger | null;

/** A target price `percent` below the cheapest offer that the rule covers now, in the currency of the list's price. */
function relativeTarget(percent: number): TriggerFor {
  return (db, productId, { retailer, condition }) => {
    const offers = eligibleOffers(db, productId);
    const currency = currencyOfRule(db, productId, offers)({ retailer, condition }) ?? "USD";
    const best = bestQuote(withCondition({ retailer, condition, currency }, offers), offers);
    return best && { kind: "target", priceMinor: targetBelow(best.priceMinor, percent, currency), currency };
  };
}

/** A product's own targets in the trigger's currency, the one that views show first. */
function ownTargets(db: ReadDb, productId: number, trigger: Trigger): StoredRule[] {
  if (trigger.kind !== "target") return [];
  const price = (rule: StoredRule) => (rule.trigger.kind === "target" ? rule.trigger.priceMinor : 0);
  return rulesOfProduct(db, productId)
    .filter((rule) => rule.trigger.kind === "target" && rule.trigger.currency === trigger.currency)
    .sort((one, other) => Number(other.isEnabled) - Number(one.isEnabled) || price(other) - price(one));
}

/** Throws `ERR_INVALID_PARAMS` with a message for the user. */
function triggerFor(trigger: BulkTrigger): TriggerFor {
  if (trigger.kind !== "target_percent") {
    const parsed = parseTrigger(trigger);
    return () => parsed;
  }
  const { percent } = trigger;
  if (!(percent > 0 && percent <= 95)) throw refuse("percentAbove0");
  return relativeTarget(percent);
}

interface RuleTemplate {
  readonly filter: Filter;
  /** What happens to the product's targets in the same currency. `keep` creates no rule if one is enabled. */
  readonly onTargets: "add" | "keep" | "replace";
  readonly triggerFor: TriggerFor;
  readonly nowMs: number;
}

/** Returns the rule's id, or why the product cannot get it. */
export function createRule(
  tx: WriteDb,
  productKey: string,
  { filter, onTargets, triggerFor, nowMs }: RuleTemplate,
): number | SkipReason {
  const productId = productIdByKey(tx, productKey);
  if (productId === undefined) return "unknown";
  const wanted = triggerFor(tx, productId, filter);
  if (wanted === null) return "no_price";
  const targets = ownTargets(tx, productId, wanted);
  if (onTargets === "keep" && targets.some(({ isEnabled }) => isEnabled)) return "exists";
  const replaced = onTargets === "replace" ? targets : [];
  const { retailer, condition, channels } = replaced[0] ?? { ...filter, channels: null };
  // The target's own shop may have no price now.
  const trigger = triggerFor(tx, productId, { retailer, condition }) ?? wanted;
  const definition = { productId, trigger, retailer, condition };
  deleteRules(
    tx,
    replaced.map(({ id }) => id),
  );
  // A rule that replaces others adds none, so no limit applies.
  const conflict = replaced.length > 0 ? null : findConflict(tx, definition);
  if (conflict !== null) return conflict;
  // The rule may be met already.
  markForEvaluation(tx, productId, nowMs);
  return insertRule(tx, { ...definition, isEnabled: true, createdMs: nowMs, channels });
}

/** Creates a rule for each of many products, in one transaction. Returns which were skipped, and why. */
export const saveManyRules = act("rules.save_many", aboutProducts, (tx, { nowMs }, request) => {
  const { trigger, retailer, condition, replaces_targets: isReplacing } = request;
  const onTargets = trigger.kind !== "target_percent" ? "add" : isReplacing ? "replace" : "keep";
  const filter = { retailer: parseRetailer(retailer), condition };
  const template = { filter, onTargets, triggerFor: triggerFor(trigger), nowMs } as const;
  const keys = [...new Set(request.product_keys)];
  const skipped = keys.flatMap((product_key) => {
    const why = createRule(tx, product_key, template);
    return typeof why === "number" ? [] : [{ product_key, why }];
  });
  return { made: keys.length - skipped.length, skipped };
});

/** `percent` below `priceMinor`, to the currency's smallest unit: 10 % below 119.00 is 107.10. At least one unit. */
export function targetBelow(priceMinor: number, percent: number, currency: string): number {
  const exact = (priceMinor * (100 - percent)) / 100;
  const unit = toMinor(10 ** -Math.min(2, decimalsOf(currency)));
  // Rounded up, so that a price that falls by exactly this much reaches it.
  const above = Math.ceil(exact / unit - 1e-9) * unit;
  return above < priceMinor ? above : Math.max(unit, Math.floor(exact / unit + 1e-9) * unit);
}
