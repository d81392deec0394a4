import { z } from "zod";
import { actOperations } from "./acts.js";
import { alertOperations } from "./alerts.js";
import { archiveOperations } from "./archive.js";
import { channelOperations } from "./channels.js";
import { extensionOperations } from "./extension.js";
import { jobOperations } from "./jobs.js";
import { linkOperations } from "./links.js";
import { listOperations } from "./lists.js";
import { manualEditOperations } from "./manual-edits.js";
import { pageOperations } from "./pages.js";
import { payingOperations } from "./paying.js";
import { productKey } from "./primitives.js";
import { purchaseOperations } from "./purchases.js";
import { recipeOperations } from "./recipes.js";
import { ruleOperations } from "./rules.js";
import { searchOperations } from "./search.js";
import { shopSearchOperations } from "./shop-search.js";
import { priceStatistics } from "./statistics.js";
import { tagOperations } from "./tags.js";
import { upstreamOperations } from "./upstreams.js";
import { watchOperations } from "./watch.js";
import { webOperations } from "./web.js";

/**
 * App operations: available only to the owner, through the window, the command line and the owner API. They manage this
 * installation and are not part of the API's contract.
 */

export const apiKeySummary = z.object({
  id: z.string(),
  name: z.string(),
  read_only: z.boolean(),
  /** Whether it also opens the owner API. */
  owner: z.boolean(),
  /** Origin of the paired browser extension that the key belongs to; null for a key of a program. */
  extension: z.string().nullable(),
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

export const sampleCurrency = z.enum(["USD", "EUR"]);
export type SampleCurrency = z.infer<typeof sampleCurrency>;

const emptyInput = z.object({});

export const appOperations = {
  "app.info": { input: emptyInput, output: engineInfo },
  "app.statistics": {
    input: z.object({
      product_key: productKey,
      /** The price on a page that the shopper sees: the verdict is about it, not about the best price. */
      page: z.object({ price: z.number().positive(), currency: z.string().length(3) }).optional(),
    }),
    output: priceStatistics,
  },
  "account.show": { input: emptyInput, output: accountSummary },
  "keys.list": { input: emptyInput, output: z.object({ keys: z.array(apiKeySummary) }) },
  "keys.create": {
    input: z.object({
      name: z.string().trim().max(100).default(""),
      read_only: z.boolean().default(false),
      owner: z.boolean().default(false),
    }),
    /** The only response that contains the key; only its hash is stored. */
    output: z.object({ id: z.string(), key: z.string() }),
  },
  "keys.revoke": {
    input: z.object({ id: z.string().min(1).max(100) }),
    output: z.object({ revoked: z.boolean() }),
  },
  /** `currency` is what most shops of the sample sell in. A sample that is already loaded keeps its own. */
  "sample.load": {
    input: z.object({ currency: sampleCurrency.default("USD") }),
    output: z.object({ products: z.int() }),
  },
  /** Products of the sample to watch, the best first, and a target for the second, which its price has reached. */
  "sample.tour": {
    input: emptyInput,
    output: z.object({
      product_keys: z.array(z.string()),
      target: z.object({ price: z.number(), currency: z.string() }).nullable(),
    }),
  },
  "sample.remove": { input: emptyInput, output: z.object({ products: z.int() }) },
  ...actOperations,
  ...pageOperations,
  ...payingOperations,
  ...manualEditOperations,
  ...archiveOperations,
  ...recipeOperations,
  ...jobOperations,
  ...linkOperations,
  ...listOperations,
  ...alertOperations,
  ...channelOperations,
  ...ruleOperations,
  ...purchaseOperations,
  ...upstreamOperations,
  ...tagOperations,
  ...searchOperations,
  ...shopSearchOperations,
  ...extensionOperations,
  ...watchOperations,
  ...webOperations,
} as const;

export type AppOperation = keyof typeof appOperations;
export type AppInput<K extends AppOperation> = z.input<(typeof appOperations)[K]["input"]>;
export type AppRequest<K extends AppOperation> = z.output<(typeof appOperations)[K]["input"]>;
export type AppOutput<K extends AppOperation> = z.output<(typeof appOperations)[K]["output"]>;
