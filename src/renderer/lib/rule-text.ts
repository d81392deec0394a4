import type { AlertRule, RuleTrigger } from "../../shared/app/rules.js";
import type { Condition } from "../../shared/contract/primitives.js";
import { formatMoney, formatPercent, formatPlural } from "./format.js";

/** What sets a rule off, in words: `Price at or below $249.99`. */
export function triggerText(trigger: RuleTrigger): string {
  switch (trigger.kind) {
    case "target":
      return `Price at or below ${formatMoney(trigger.price, trigger.currency)}`;
    case "percent_below":
      return percentText(trigger);
    case "new_low":
      return trigger.days === null
        ? "New lowest price ever"
        : `New lowest price in ${formatPlural("day", trigger.days)}`;
    case "any_change":
      return "Any change of price or stock";
    case "back_in_stock":
      return "Back in stock";
  }
}

function percentText({ base, percent }: Extract<RuleTrigger, { kind: "percent_below" }>): string {
  if (base === "last")
    return percent === 0 ? "Any price drop" : `Price drop of ${formatPercent(percent)} or more`;
  const what = base === "median30" ? "its 30-day median" : "its highest price";
  return percent === 0 ? `Price under ${what}` : `${formatPercent(percent)} or more under ${what}`;
}

export const conditionNames: Readonly<Record<Condition, string>> = {
  new: "New",
  used: "Used",
  refurbished: "Refurbished",
};

type Worded = Pick<AlertRule, "trigger" | "retailer" | "condition">;

/** Which offers count, where not all do: `at shop.example, new only`; empty otherwise. */
export function filterText({ retailer, condition }: Omit<Worded, "trigger">): string {
  return [
    retailer === null ? "" : `at ${retailer}`,
    condition === null ? "" : `${conditionNames[condition].toLowerCase()} only`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** A whole rule in words. */
export function ruleText(rule: Worded): string {
  return [triggerText(rule.trigger), filterText(rule)].filter(Boolean).join(" ");
}
