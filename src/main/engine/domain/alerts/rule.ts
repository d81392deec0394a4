import type { RuleTrigger } from "../../../../shared/app/rules.js";
import type { Condition } from "../../../../shared/contract/primitives.js";

export type TriggerKind = RuleTrigger["kind"];

/** A kind's own fields, as a request states them. */
type FieldsOf<K extends TriggerKind> = Omit<Extract<RuleTrigger, { readonly kind: K }>, "kind">;

/** Replaces `price`, in main units, by `priceMinor`. */
type InMinorUnits<T> = { readonly [P in keyof T as P extends "price" ? "priceMinor" : P]: T[P] };

/** The trigger of a request, with amounts in main units. */
export type RequestedTrigger<K extends TriggerKind = TriggerKind> = {
  [P in K]: { readonly kind: P } & FieldsOf<P>;
}[K];

/** The condition that fires a rule, as stored; amounts in minor units. */
export type Trigger<K extends TriggerKind = TriggerKind> = {
  [P in K]: { readonly kind: P } & InMinorUnits<FieldsOf<P>>;
}[K];

export interface Rule {
  readonly id: number;
  readonly trigger: Trigger;
  /** Only this retailer's offers count; `null` for all. */
  readonly retailer: string | null;
  /** Only offers in this condition count; `null` for new ones, or for all where none is new. */
  readonly condition: Condition | null;
}

/**
 * A rule's state for one product and currency between rounds: of a level rule, time, retailer and highest matching price
 * of the last notification; of `price_drop`, the best price at the product's last alert. Other rules have none.
 */
export interface RuleMemory {
  readonly currency: string;
  readonly atMs: number;
  readonly priceMinor: number;
  readonly retailer: string | null;
}
