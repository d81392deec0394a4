import type { AlertRule } from "../../shared/app/rules.js";
import type { Condition } from "../../shared/contract/primitives.js";
import { triggerText } from "./rule-kinds.js";
import { texts } from "./texts.js";

/** The conditions a thing can be sold in, by name. */
export function conditionNames(): Readonly<Record<Condition, string>> {
  return texts().rules.conditions;
}

type Worded = Pick<AlertRule, "trigger" | "retailer" | "condition">;

/** Which offers count, where not all do: `at shop.example, new only`; empty otherwise. */
export function filterText({ retailer, condition }: Omit<Worded, "trigger">): string {
  return [
    retailer === null ? "" : texts().rules.atShop(retailer),
    condition === null ? "" : texts().rules.onlyCondition[condition],
  ]
    .filter(Boolean)
    .join(", ");
}

/** A whole rule in words. */
export function ruleText(rule: Worded): string {
  return [triggerText(rule.trigger), filterText(rule)].filter(Boolean).join(" ");
}
