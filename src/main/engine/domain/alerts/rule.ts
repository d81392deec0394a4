import type { PriceBase } from "../../../../shared/app/rules.js";
import type { Condition } from "../../../../shared/contract/primitives.js";

/** What sets a rule off; amounts in minor units. */
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
 * What a rule remembers of one product between events. Of a rule about a level of price: that it was told, when, of
 * which retailer, and the highest price that was meant. Of one about a change: what happened while the product was
 * snoozed, with the price before. Of `any_change`: up to when changes were told.
 */
export interface RuleMemory {
  readonly atMs: number;
  readonly priceMinor: number | null;
  readonly retailer: string | null;
}

/** Whether a rule is about where the best price stands, and not about one offer's change. */
export function isAboutLevel({ trigger }: Rule): boolean {
  return (
    trigger.kind === "target" ||
    trigger.kind === "new_low" ||
    (trigger.kind === "percent_below" && trigger.base !== "last")
  );
}

/** Lower is more telling: the shopper's own figure first, what merely happened last. */
export function rankOf({ trigger }: Rule): number {
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
