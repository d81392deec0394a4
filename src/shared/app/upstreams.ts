import { z } from "zod";
import { actId } from "./acts.js";

/** Other servers with the same API, which this one queries for unknown products. Their keys are never returned. */

export const upstreamSummary = z.object({
  id: z.string(),
  name: z.string(),
  base_url: z.string(),
  /** `refused`: the server rejected the key, so it is not queried again until the key changes. */
  state: z.enum(["ready", "paused", "failing", "disabled", "refused"]),
  /** A sentence about the error and the next step, or null. */
  note: z.string().nullable(),
  /** As last reported by the upstream; null if unknown. */
  credits_remaining: z.int().nullable(),
  credits_limit: z.int().nullable(),
  /** Last day of the billing period. */
  period_end: z.iso.date().nullable(),
  rate: z.object({ limit: z.int(), remaining: z.int(), reset_at: z.iso.datetime().nullable() }).nullable(),
  last_contact_at: z.iso.datetime().nullable(),
  added_at: z.iso.datetime(),
  /** Counts of cached data from this upstream. */
  cached: z.object({ products: z.int(), offers: z.int() }),
});
export type UpstreamSummary = z.infer<typeof upstreamSummary>;

const id = z.string().min(1).max(20);
const name = z.string().max(100);
const baseUrl = z.string().min(1).max(2_048);
const key = z.string().min(1).max(500);

export const upstreamOperations = {
  "upstreams.list": { input: z.object({}), output: z.object({ upstreams: z.array(upstreamSummary) }) },
  /** Connects an upstream if it responds. */
  "upstreams.add": {
    input: z.object({ base_url: baseUrl, key, name: name.default("") }),
    output: upstreamSummary,
  },
  "upstreams.update": {
    /** A new `base_url` requires `key`, because a key is only sent to the server that it was entered for. */
    input: z.object({
      id,
      name: name.optional(),
      base_url: baseUrl.optional(),
      key: key.optional(),
      enabled: z.boolean().optional(),
    }),
    output: upstreamSummary,
  },
  "upstreams.remove": {
    input: z.object({ id }),
    output: z.object({ kept: upstreamSummary.shape.cached }),
  },
  /** Requests the upstream's usage, which costs no credits. `problem` is a sentence, or null. */
  "upstreams.test": {
    input: z.object({ id }),
    output: z.object({ problem: z.string().nullable(), upstream: upstreamSummary }),
  },
  /**
   * Fetches the past year's history and the offers of a product from an upstream, or returns what that costs there at most.
   * `offer` is null once they were fetched, and if no upstream can be asked for the product.
   */
  "upstreams.history": {
    input: z.object({ product_key: z.string().min(1).max(2_000), fetch: z.boolean().default(false) }),
    output: z.object({
      offer: z
        .object({
          service: z.string(),
          credits: z.int(),
          credits_remaining: z.int().nullable(),
          /** The number by which it would be asked; null for a product that came from there. */
          asks: z.string().nullable(),
        })
        .nullable(),
      /** The upstream that was asked, and does not have the product. */
      unknown_to: z.string().nullable(),
      act_id: actId,
    }),
  },
} as const;
