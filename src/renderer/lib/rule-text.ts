import type { AlertRule, RuleTrigger } from "../../shared/app/rules.js";
import type { Condition } from "../../shared/contract/primitives.js";
import { formatMoney, formatPercent, formatPlural } from "./format.js";
import { texts } from "./texts.js";

/** What sets a rule off, in words: `Price at or below $249.99`. */
export function triggerText(trigger: RuleTrigger): string {
  const { rules } = texts();
  switch (trigger.kind) {
    case "target":
      return rules.target(formatMoney(trigger.price, trigger.currency));
    case "percent_below":
      return percentText(trigger);
    case "new_low":
      return trigger.days === null ? rules.lowestEver : rules.lowestIn(formatPlural("day", trigger.days));
    case "any_change":
      return rules.anyChange;
    case "back_in_stock":
      return rules.backInStock;
  }
}

function percentText({ base, percent }: Extract<RuleTrigger, { kind: "percent_below" }>): string {
  const { rules } = texts();
  const shown = formatPercent(percent);
  if (base === "last") return percent === 0 ? rules.anyDrop : rules.drop(shown);
  if (base === "median30") return percent === 0 ? rules.underMedian : rules.percentUnderMedian(shown);
  return percent === 0 ? rules.underHighest : rules.percentUnderHighest(shown);
}

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
