import type { AlertRule } from "../../shared/app/rules.js";
import type { CallError, OperationInput } from "../../shared/calls.js";
import { formatMoney, formatPlural } from "../lib/format.js";
import { ruleText } from "../lib/rule-text.js";
import { texts } from "../lib/texts.js";
import { expireAnswers, foreseeAnswers } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { createRemovalNotices, forgetUndo, notifyFailure, undoable } from "./notices.js";
import { refreshRows } from "./watch-list.js";

/** Creates a rule, or replaces the one with the given id. Null on success. */
export async function saveRule(change: OperationInput<"rules.save">): Promise<CallError | null> {
  const result = await callOnce("rules.save", change);
  forgetUndo();
  await showRulesOf([change.product_key]);
  return result.ok ? null : result.error;
}

/** Reports when a product is back in stock. Null on success. */
export function addReturnRule(productKey: string): Promise<CallError | null> {
  return saveRule({ product_key: productKey, trigger: { kind: "back_in_stock" } });
}

export async function switchRule(rule: AlertRule, isEnabled: boolean): Promise<void> {
  const { id, product_key, trigger, retailer, condition } = rule;
  foreseeRules((rules) => rules.map((each) => (each.id === id ? { ...each, is_enabled: isEnabled } : each)));
  const error = await saveRule({ id, product_key, trigger, retailer, condition, is_enabled: isEnabled });
  if (error) notifyFailure(error);
}

const announceRemoval = createRemovalNotices({
  topic: "rules removed",
  text: removedText,
  restore: restoreRemoved,
});

export function removeRule(rule: AlertRule): Promise<void> {
  return undoable(() => remove(rule));
}

async function remove(rule: AlertRule): Promise<void> {
  foreseeRules((rules) => rules.filter(({ id }) => id !== rule.id));
  const result = await callOnce("rules.remove", { ids: [rule.id] });
  await showRulesOf([rule.product_key]);
  if (!result.ok) return notifyFailure(result.error);
  announceRemoval([rule]);
}

/** To the shopper, a product's target is not a rule. */
function removedText(rules: readonly AlertRule[]): string {
  const [rule] = rules;
  if (rule === undefined || rules.length > 1)
    return texts().rules.removed(formatPlural("rule", rules.length));
  const { trigger, product_key: productKey } = rule;
  if (trigger.kind === "target" && productKey !== null)
    return texts().rules.removedTarget(formatMoney(trigger.price, trigger.currency));
  return texts().rules.removedOne(ruleText(rule));
}

async function restoreRemoved(rules: readonly AlertRule[]): Promise<void> {
  const result = await callOnce("rules.restore", { ids: rules.map(({ id }) => id) });
  await showRulesOf(rules.map((rule) => rule.product_key));
  if (!result.ok) notifyFailure(result.error);
}

/** Snoozes a product's alerts until then; null ends the snooze. */
export async function snooze(productKey: string, until: Date | null): Promise<void> {
  const untilIso = until === null ? null : until.toISOString();
  const result = await callOnce("rules.snooze", { product_key: productKey, until: untilIso });
  forgetUndo();
  await showRulesOf([productKey]);
  if (!result.ok) notifyFailure(result.error);
}

function foreseeRules(change: (rules: readonly AlertRule[]) => readonly AlertRule[]): void {
  foreseeAnswers("rules.list", (data) => ({ ...data, rules: [...change(data.rules)] }));
}

/**
 * Shows changed rules: a product's target is in its row of the watch list and in its verdict, too, and decides in which
 * currency the product is shown. Null stands for general rules.
 */
export async function showRulesOf(productKeys: readonly (string | null)[]): Promise<void> {
  expireAnswers("rules.list", "offers.foreign", "app.statistics", "products.figures");
  await refreshRows(productKeys.filter((productKey) => productKey !== null));
}
