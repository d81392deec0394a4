import type { AlertRule } from "../../../shared/app/rules.js";

/** A rule whose trigger is a target price. */
export interface TargetRule {
  readonly rule: AlertRule;
  readonly price: number;
}

function targetsOf(rules: readonly AlertRule[], currency: string): TargetRule[] {
  return rules.flatMap((rule) => {
    const { product_key: productKey, trigger } = rule;
    const isOwn = productKey !== null && trigger.kind === "target" && trigger.currency === currency;
    return isOwn ? [{ rule, price: trigger.price }] : [];
  });
}

/** The product's target in a currency: one that is switched on, else any; of several, the first that a falling price reaches. */
export function targetRuleOf(rules: readonly AlertRule[], currency: string): TargetRule | null {
  const [first] = targetsOf(rules, currency).sort(
    (one, other) => Number(other.rule.is_enabled) - Number(one.rule.is_enabled) || other.price - one.price,
  );
  return first ?? null;
}

/** The target prices that are switched on. */
export function targetPrices(rules: readonly AlertRule[], currency: string): number[] {
  return targetsOf(rules, currency)
    .filter(({ rule }) => rule.is_enabled)
    .map(({ price }) => price);
}
