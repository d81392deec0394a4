import { z } from "zod";
import { availability } from "../contract/primitives.js";
import { alertOperations } from "./alerts.js";

/**
 * Operations that only the app's own window and the command line have: they concern this installation, not the
 * service's contract, cost nothing and are not counted.
 */

export const apiKeySummary = z.object({
  id: z.string(),
  name: z.string(),
  read_only: z.boolean(),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
});
export type ApiKeySummary = z.infer<typeof apiKeySummary>;

export const planStatus = z.enum(["active", "trialing", "past_due", "canceled", "none"]);
export type PlanStatus = z.infer<typeof planStatus>;

export const accountSummary = z.object({
  name: z.string(),
  status: planStatus,
  plan_credits: z.int(),
  bonus: z.int(),
  past_due_since: z.iso.datetime().nullable(),
  start: z.iso.date(),
  period: z.object({ start_date: z.iso.date(), end_date: z.iso.date() }),
  used: z.int(),
  remaining: z.int(),
  requests_made: z.int(),
  rate: z.object({
    limit: z.int(),
    remaining: z.int(),
    reset_seconds: z.int(),
  }),
});
export type AccountSummary = z.infer<typeof accountSummary>;

/** How a price compares with its own past; `null` where there is no data for a figure. */
export const priceStatistics = z.object({
  currency: z.string(),
  current: z
    .object({ price: z.number(), retailer: z.string(), availability: availability.nullable() })
    .nullable(),
  lowest: z.object({ price: z.number(), retailer: z.string(), timestamp: z.iso.datetime() }).nullable(),
  highest: z.object({ price: z.number(), retailer: z.string(), timestamp: z.iso.datetime() }).nullable(),
  median30: z.number().nullable(),
  median90: z.number().nullable(),
  median365: z.number().nullable(),
  /** Share of the last 365 days on which the best price was higher than it is now, 0 to 100. */
  percentile: z.number().nullable(),
  /** Calendar month, 1 to 12, with the lowest median best price; null under 365 days of data. */
  cheapest_month: z.int().min(1).max(12).nullable(),
  /** Days since the first point of any offer. */
  days_of_history: z.number(),
  points: z.int(),
  verdict: z.object({
    kind: z.enum(["good", "fair", "wait", "thin", "none"]),
    /** `A` to `F` with an optional suffix; null where the data is too thin to say. */
    grade: z.string().nullable(),
    /** One sentence with the figures. */
    reason: z.string(),
  }),
});
export type PriceStatistics = z.infer<typeof priceStatistics>;

export const engineInfo = z.object({
  base_url: z.string(),
  data_folder: z.string(),
  database_bytes: z.int(),
  products: z.int(),
  offers: z.int(),
  points: z.int(),
  has_sample: z.boolean(),
  version: z.string(),
  pid: z.int(),
});
export type EngineInfo = z.infer<typeof engineInfo>;

const nothing = z.object({});

export const appOperations = {
  "app.info": { input: nothing, output: engineInfo },
  "app.statistics": {
    input: z.object({ service: z.string().min(1).max(2_000) }),
    output: priceStatistics,
  },
  "account.show": { input: nothing, output: accountSummary },
  "keys.list": { input: nothing, output: z.array(apiKeySummary) },
  "keys.create": {
    input: z.object({ name: z.string().trim().max(100).default(""), read_only: z.boolean().default(false) }),
    /** The key is in this answer only; afterwards there is just its hash. */
    output: z.object({ id: z.string(), key: z.string() }),
  },
  "keys.revoke": {
    input: z.object({ id: z.string().min(1).max(100) }),
    output: z.object({ revoked: z.boolean() }),
  },
  "sample.load": { input: nothing, output: z.object({ products: z.int() }) },
  "sample.remove": { input: nothing, output: z.object({ products: z.int() }) },
  /** Fetches a shop's page and adds its product, or its shop to the product that it is. */
  "links.add": {
    input: z.object({ url: z.url({ protocol: /^https?$/ }).max(4_096) }),
    output: z.object({ service: z.string(), is_known_product: z.boolean() }),
  },
  ...alertOperations,
} as const;

export type AppOperation = keyof typeof appOperations;
export type AppInput<K extends AppOperation> = z.input<(typeof appOperations)[K]["input"]>;
export type AppRequest<K extends AppOperation> = z.output<(typeof appOperations)[K]["input"]>;
export type AppOutput<K extends AppOperation> = z.output<(typeof appOperations)[K]["output"]>;
