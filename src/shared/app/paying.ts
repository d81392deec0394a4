import { z } from "zod";
import { actId } from "./acts.js";

/** Why some shoppers pay less. */
export const conditionKinds = ["coupon", "code", "member", "subscription", "trade_in"] as const;
export type ConditionKind = (typeof conditionKinds)[number];

/** What pages say beside their prices, as series: what some shoppers pay instead, and what delivery costs on top. */
export const termKinds = [...conditionKinds, "shipping"] as const;
export type TermKind = (typeof termKinds)[number];

/** What a page states beside its price. Delivery has no words. */
export interface StatedTerm {
  readonly kind: TermKind;
  readonly price: number;
  readonly words: string | null;
}

const since = z.iso.datetime();

/** A condition that the owner meets at a shop: its price counts for them from `since` on. */
const countedCondition = z.object({ retailer: z.string(), kind: z.enum(conditionKinds), since });

/** What the owner pays instead of the page's price. */
export const paidFields = {
  /** The condition whose price counts, because the owner meets it. */
  paid_with: z.enum(conditionKinds).optional(),
  /** Included in the price, because the owner counts it. */
  shipping: z.number().optional(),
};
export type PaidFields = z.infer<z.ZodObject<typeof paidFields>>;

/** App operations for what the owner really pays. Earlier prices stay as they were. */
export const payingOperations = {
  /** The conditions that the owner meets, by shop, and since when shipping counts; null if it does not. */
  "paying.read": {
    input: z.object({}),
    output: z.object({ conditions: z.array(countedCondition), shipping_since: since.nullable() }),
  },
  /**
   * From now on, counts a shop's prices of a kind, or the shipping of every shop; or stops counting them. Shipping that no
   * page states counts as 0.
   */
  "paying.count": {
    input: z.object({
      term: z.discriminatedUnion("kind", [
        z.object({ kind: z.enum(conditionKinds), retailer: z.string().min(1).max(2_000) }),
        z.object({ kind: z.literal("shipping") }),
      ]),
      counts: z.boolean(),
    }),
    output: z.object({ act_id: actId }),
  },
} as const;
