import type { AlertRule } from "../../shared/app/rules.js";
import type { CallError, OperationInput } from "../../shared/calls.js";
import { formatMoney, formatPlural } from "../lib/format.js";
import { ruleText } from "../lib/rule-text.js";
import { texts } from "../lib/texts.js";
import { createRemovalNotices, undoable } from "./acts.js";
import { expireAnswers, expirePrices, foreseeAnswers } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { notifyFailure } from "./notices.js";
import { refreshRows } from "./watch-list.js";

interface Saved {
  readonly actId: number | null;
  readonly error: CallError | null;
}

/** Creates a rule, or replaces the one with the given id. */
export async function saveRule(change: OperationInput<"rules.save">): Promise<Saved> {
  const result = await callOnce("rules.save", change);
  await showRulesOf([change.product_key]);
  return result.ok ? { actId: result.data.act_id, error: null } : { actId: null, error: result.error };
}

/** Reports when a product is back in stock. Null on success. */
export async function addReturnRule(productKey: string): Promise<CallError | null> {
  return (await saveRule({ product_key: productKey, trigger: { kind: "back_in_stock" } })).error;
}

export async function switchRule(rule: AlertRule, isEnabled: boolean): Promise<void> {
  const { id, product_key, trigger, retailer, condition } = rule;
  foreseeRules((rules) => rules.map((each) => (each.id === id ? { ...each, is_enabled: isEnabled } : each)));
  const rest = { id, product_key, trigger, retailer, condition };
  const { error } = await saveRule({ ...rest, is_enabled: isEnabled });
  if (error) notifyFailure(error);
}

const removalNotices = createRemovalNotices("rules removed", removedText);

export function removeRule(rule: AlertRule): Promise<void> {
  return undoable(() => remove(rule));
}

async function remove(rule: AlertRule): Promise<void> {
  foreseeRules((rules) => rules.filter(({ id }) => id !== rule.id));
  const result = await callOnce("rules.remove", { ids: [rule.id], ...removalNotices.partOf() });
  await showRulesOf([rule.product_key]);
  if (!result.ok) return notifyFailure(result.error);
  removalNotices.announce([rule], result.data.act_id);
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

/** Snoozes a product's alerts until then; null ends the snooze. */
export async function snooze(productKey: string, until: Date | null): Promise<void> {
  const untilIso = until === null ? null : until.toISOString();
  const result = await callOnce("rules.snooze", { product_key: productKey, until: untilIso });
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
  expireAnswers("rules.list");
  expirePrices();
  await refreshRows(productKeys.filter((productKey) => productKey !== null));
}
