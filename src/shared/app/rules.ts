import { z } from "zod";
import { condition } from "../contract/primitives.js";
import { actId, partOf } from "./acts.js";
import { productKey } from "./primitives.js";

/** The price to compare with: the previous one, the 30-day median, or the highest ever. */
export const priceBase = z.enum(["last", "median30", "highest"]);
export type PriceBase = z.infer<typeof priceBase>;

/** The condition that triggers a rule. Amounts are in the currency's main unit. */
export const ruleTrigger = z.discriminatedUnion("kind", [
  /** The best price is at or below the user's target. */
  z.object({
    kind: z.literal("target"),
    price: z.number(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, "has a currency that is not an ISO code such as USD")
      .default("USD"),
  }),
  /**
   * The best price falls, and that is worth knowing: `percent` below the product's last alert or its highest price of 30
   * days, or a new low.
   */
  z.object({ kind: z.literal("price_drop"), percent: z.number() }),
  /** Base `last` with 0 percent matches any price drop of any shop. */
  z.object({ kind: z.literal("percent_below"), base: priceBase, percent: z.number() }),
  /** The best price is the lowest in `days` days, or ever if `days` is null. */
  z.object({ kind: z.literal("new_low"), days: z.number().nullable() }),
  /** The price or the availability changed. */
  z.object({ kind: z.literal("any_change") }),
  z.object({ kind: z.literal("back_in_stock") }),
]);
export type RuleTrigger = z.infer<typeof ruleTrigger>;

/** A trigger for many products. `target_percent` sets each target that far below the current best price. */
export const bulkTrigger = z.discriminatedUnion("kind", [
  ...ruleTrigger.options,
  z.object({ kind: z.literal("target_percent"), percent: z.number() }),
]);
export type BulkTrigger = z.infer<typeof bulkTrigger>;

/** A rule for one product, or for every product; see `isAddition`. */
export const alertRule = z.object({
  id: z.int(),
  /** Null if the rule applies to all products. */
  product_key: z.string().nullable(),
  title: z.string().nullable(),
  trigger: ruleTrigger,
  /** Domain of the only retailer to consider, or null. */
  retailer: z.string().nullable(),
  condition: condition.nullable(),
  is_enabled: z.boolean(),
  /** Ids of the channels that its alerts are sent to; null for all, an empty list for none. */
  channels: z.array(z.int()).nullable(),
  created_at: z.iso.datetime(),
});
export type AlertRule = z.infer<typeof alertRule>;

export const productSnooze = z.object({
  product_key: z.string(),
  title: z.string(),
  until: z.iso.datetime(),
});
export type ProductSnooze = z.infer<typeof productSnooze>;

const ids = z.array(z.int()).min(1).max(1_000);

/** App operations for alert rules. */
export const ruleOperations = {
  /**
   * Lists the rules for all products first, then the others by product. With `product_key`, lists only the rules for
   * all products and its own. `snoozes` has the active ones.
   */
  "rules.list": {
    input: z.object({ product_key: productKey.optional() }),
    output: z.object({ rules: z.array(alertRule), snoozes: z.array(productSnooze) }),
  },
  /** Creates a rule, or replaces the one with `id`. */
  "rules.save": {
    input: z.object({
      id: z.int().optional(),
      product_key: productKey.nullable(),
      trigger: ruleTrigger,
      retailer: z.string().max(2_000).nullable().default(null),
      condition: condition.nullable().default(null),
      is_enabled: z.boolean().default(true),
      /** Left out, a rule keeps its channels, and a new one has all. */
      channels: z.array(z.int()).max(20).nullable().optional(),
      part_of: partOf,
    }),
    output: z.object({ rule: alertRule, act_id: actId }),
  },
  /** Creates a rule for each product. A target given as a percentage is rounded up to the currency's smallest unit. */
  "rules.save_many": {
    input: z.object({
      product_keys: z.array(productKey).min(1).max(1_000),
      trigger: bulkTrigger,
      retailer: z.string().max(2_000).nullable().default(null),
      condition: condition.nullable().default(null),
      /**
       * Whether a target given as a percentage replaces the product's own ones in its currency, and takes over the shop,
       * condition and channels of the first. Otherwise the product keeps its targets.
       */
      replaces_targets: z.boolean().default(false),
      part_of: partOf,
    }),
    output: z.object({
      made: z.int(),
      act_id: actId,
      skipped: z.array(
        z.object({
          product_key: z.string(),
          /** `no_price`: none of the matching offers is in stock, so there is no price to take a percentage of. */
          why: z.enum(["no_price", "exists", "too_many", "unknown"]),
        }),
      ),
    }),
  },
  /** Removes rules with what they remember. Returns the number removed. */
  "rules.remove": {
    input: z.object({ ids, part_of: partOf }),
    output: z.object({ changed: z.int(), act_id: actId }),
  },
  /** Suppresses a product's alerts until a time; null ends the snooze. */
  "rules.snooze": {
    input: z.object({ product_key: productKey, until: z.iso.datetime().nullable() }),
    output: z.object({ until: z.iso.datetime().nullable(), act_id: actId }),
  },
} as const;
