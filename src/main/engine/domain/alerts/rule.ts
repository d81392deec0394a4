import type { PriceBase } from "../../../../shared/app/rules.js";
import type { Condition } from "../../../../shared/contract/primitives.js";

/** The condition that fires a rule; amounts in minor units. */
export type Trigger =
  | { readonly kind: "target"; readonly priceMinor: number; readonly currency: string }
  | { readonly kind: "percent_below"; readonly base: PriceBase; readonly percent: number }
  | { readonly kind: "new_low"; readonly days: number | null }
  | { readonly kind: "any_change" }
  | { readonly kind: "back_in_stock" };

export interface Rule {
  readonly id: number;
  readonly trigger: Trigger;
  /** Only this retailer's offers count; `null` for all. */
  readonly retailer: string | null;
  /** Only offers in this condition count; `null` for all. */
  readonly condition: Condition | null;
}

/**
 * A rule's state for one product between events:
 * - level rules: time, retailer and highest matching price of the last notification;
 * - change rules: the change deferred by a snooze, with the price before it;
 * - `any_change`: the time up to which changes were notified, and the retailer of the last one.
 */
export interface RuleMemory {
  readonly atMs: number;
  readonly priceMinor: number | null;
  readonly retailer: string | null;
}

/** Whether the rule watches the level of the best price rather than changes of single offers. */
export function isLevelRule({ trigger }: Rule): boolean {
  return (
    trigger.kind === "target" ||
    trigger.kind === "new_low" ||
    (trigger.kind === "percent_below" && trigger.base !== "last")
  );
}

/** Lower is more relevant: the user's own target first, a mere change last. */
export function ruleRank({ trigger }: Rule): number {
  switch (trigger.kind) {
    case "target":
      return 0;
    case "new_low":
      return trigger.days === null ? 1 : 2;
    case "percent_below":
      return trigger.base === "last" ? 5 : 3;
    case "back_in_stock":
      return 4;
    case "any_change":
      return 6;
  }
}
