import { z } from "zod";
import { condition } from "../contract/primitives.js";

/** What a price is compared with: the one before, or the product's own past. */
export const priceBase = z.enum(["last", "median30", "highest"]);
export type PriceBase = z.infer<typeof priceBase>;

/** What sets a rule off. Amounts are in the main unit of their currency. */
export const ruleTrigger = z.discriminatedUnion("kind", [
  /** The best price is at or below one that the shopper named. */
  z.object({
    kind: z.literal("target"),
    price: z.number(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, "has a currency that is no ISO code such as USD")
      .default("USD"),
  }),
  /** `last` with 0 percent is any price drop. */
  z.object({ kind: z.literal("percent_below"), base: priceBase, percent: z.number() }),
  /** The best price is the lowest in so many days; ever, where `days` is null. */
  z.object({ kind: z.literal("new_low"), days: z.number().nullable() }),
  /** Price or availability. */
  z.object({ kind: z.literal("any_change") }),
  z.object({ kind: z.literal("back_in_stock") }),
]);
export type RuleTrigger = z.infer<typeof ruleTrigger>;

/** What sets the rules of many products off: `target_percent` becomes a target for each, below its best price now. */
export const bulkTrigger = z.discriminatedUnion("kind", [
  ...ruleTrigger.options,
  z.object({ kind: z.literal("target_percent"), percent: z.number() }),
]);
export type BulkTrigger = z.infer<typeof bulkTrigger>;

/** What is worth an alert, for one product or for all that have no rules of their own. */
export const alertRule = z.object({
  id: z.int(),
  /** Null for all products. */
  service: z.string().nullable(),
  title: z.string().nullable(),
  trigger: ruleTrigger,
  /** A domain, where only one retailer's offers count. */
  retailer: z.string().nullable(),
  condition: condition.nullable(),
  is_enabled: z.boolean(),
  created_at: z.iso.datetime(),
});
export type AlertRule = z.infer<typeof alertRule>;

export const productSnooze = z.object({
  service: z.string(),
  title: z.string(),
  until: z.iso.datetime(),
});
export type ProductSnooze = z.infer<typeof productSnooze>;

const service = z.string().min(1).max(2_000);
const ids = z.array(z.int()).min(1).max(1_000);

/** Operations of the app alone that concern alert rules. */
export const ruleOperations = {
  /**
   * Every rule, those for all products first, then by product; with `service` those for all and the product's own.
   * `snoozes` are those that last still.
   */
  "rules.list": {
    input: z.object({ service: service.optional() }),
    output: z.object({ rules: z.array(alertRule), snoozes: z.array(productSnooze) }),
  },
  /** Makes a rule, or replaces the one with `id`. */
  "rules.save": {
    input: z.object({
      id: z.int().optional(),
      service: service.nullable(),
      trigger: ruleTrigger,
      retailer: z.string().max(2_000).nullable().default(null),
      condition: condition.nullable().default(null),
      is_enabled: z.boolean().default(true),
    }),
    output: z.object({ rule: alertRule }),
  },
  /**
   * Makes a rule for each of many products. A target as a percentage is rounded down: to whole units from 100 on, to
   * tenths from 10 on. `rules.remove` with `ids` undoes it.
   */
  "rules.save_many": {
    input: z.object({
      services: z.array(service).min(1).max(1_000),
      trigger: bulkTrigger,
      retailer: z.string().max(2_000).nullable().default(null),
      condition: condition.nullable().default(null),
    }),
    output: z.object({
      made: z.int(),
      ids: z.array(z.int()),
      skipped: z.array(
        z.object({
          service: z.string(),
          /** `no_price`: nothing that the rule looks at can be bought, so that there is no percentage of it. */
          why: z.enum(["no_price", "exists", "too_many", "unknown"]),
        }),
      ),
    }),
  },
  /** Takes rules away; `rules.restore` undoes it, for 30 days. Returns how many changed. */
  "rules.remove": { input: z.object({ ids }), output: z.object({ changed: z.int() }) },
  "rules.restore": { input: z.object({ ids }), output: z.object({ changed: z.int() }) },
  /** No alerts of a product until a time; null ends it. */
  "rules.snooze": {
    input: z.object({ service, until: z.iso.datetime().nullable() }),
    output: z.object({ until: z.iso.datetime().nullable() }),
  },
} as const;
