import type { AlertRule } from "../../../../shared/app/rules.js";
import { reportsReturn } from "../../../lib/rule-kinds.js";

function tellsOfReturn({ is_enabled, trigger }: AlertRule): boolean {
  return is_enabled && reportsReturn(trigger);
}

/** Whether the rules that hold for the product tell when it is back: its own, where it has any, else those for all. */
export function areTellingOfReturn(rules: readonly AlertRule[]): boolean {
  const own = rules.filter(({ product_key: productKey }) => productKey !== null);
  return (own.length > 0 ? own : rules).some(tellsOfReturn);
}
