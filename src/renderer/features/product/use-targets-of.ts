import { useMemo } from "react";
import { useAnswer } from "../../stores/answers.js";
import { targetPrices } from "./target-rule.js";

/** The target prices of a product's own rules that are switched on, in one currency. */
export function useTargetsOf(productKey: string, currency: string): readonly number[] {
  const rules = useAnswer("rules.list", { product_key: productKey }).data?.rules;
  return useMemo(() => targetPrices(rules ?? [], currency), [rules, currency]);
}
