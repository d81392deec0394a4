import type { AlertRule, RuleTrigger } from "../../shared/app/rules.js";
import type { Condition } from "../../shared/contract/primitives.js";

/** The kinds of rule as a shopper chooses between them. */
export const ruleChoices = ["target", "drop", "median", "highest", "low", "stock", "any"] as const;
export type RuleChoice = (typeof ruleChoices)[number];

/** What stands in the fields of the form, as text. Fields that the choice does not need keep what they had. */
export interface RuleDraft {
  readonly choice: RuleChoice;
  readonly price: string;
  readonly currency: string;
  readonly percent: string;
  readonly isEver: boolean;
  readonly days: string;
  readonly retailer: string;
  readonly condition: Condition | "";
}

/** A target that is worth waiting for: a twentieth under the price of now, without odd cents where they do not matter. */
export function suggestTarget(price: number): number {
  const wish = price * 0.95;
  return wish >= 20 ? Math.floor(wish) : Math.max(0.01, Math.floor(wish * 100) / 100);
}

export function newDraft(price: number | null, currency: string, condition: Condition | ""): RuleDraft {
  return {
    choice: price === null ? "drop" : "target",
    price: price === null ? "" : String(suggestTarget(price)),
    currency,
    percent: "10",
    isEver: true,
    days: "90",
    retailer: "",
    condition,
  };
}

export function draftOf({ trigger, retailer, condition }: AlertRule): RuleDraft {
  const base = {
    ...newDraft(null, "USD", condition ?? ""),
    retailer: retailer ?? "",
    choice: choiceOf(trigger),
  };
  if (trigger.kind === "target") return { ...base, price: String(trigger.price), currency: trigger.currency };
  if (trigger.kind === "percent_below") return { ...base, percent: String(trigger.percent) };
  if (trigger.kind !== "new_low") return base;
  return trigger.days === null ? base : { ...base, isEver: false, days: String(trigger.days) };
}

function choiceOf(trigger: RuleTrigger): RuleChoice {
  switch (trigger.kind) {
    case "target":
      return "target";
    case "percent_below":
      return trigger.base === "last" ? "drop" : trigger.base === "median30" ? "median" : "highest";
    case "new_low":
      return "low";
    case "any_change":
      return "any";
    case "back_in_stock":
      return "stock";
  }
}

/** The engine judges whether the figures make sense; the fields let only numbers through. */
export function triggerOf(draft: RuleDraft): RuleTrigger {
  const percent = Number(draft.percent);
  switch (draft.choice) {
    case "target":
      return { kind: "target", price: Number(draft.price), currency: draft.currency };
    case "drop":
      return { kind: "percent_below", base: "last", percent };
    case "median":
      return { kind: "percent_below", base: "median30", percent };
    case "highest":
      return { kind: "percent_below", base: "highest", percent };
    case "low":
      return { kind: "new_low", days: draft.isEver ? null : Number(draft.days) };
    case "any":
      return { kind: "any_change" };
    case "stock":
      return { kind: "back_in_stock" };
  }
}
