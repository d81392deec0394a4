import { z } from "zod";

/** Other servers with the contract, from which this one fetches what it does not know. Their keys never come back. */

export const serviceSummary = z.object({
  id: z.string(),
  name: z.string(),
  base_url: z.string(),
  /** `refused`: the key is not accepted, so the service is not asked until it has another one. */
  state: z.enum(["ready", "paused", "failing", "disabled", "refused"]),
  /** A sentence: what is wrong and what comes next. Null where all is well. */
  note: z.string().nullable(),
  /** As the service told last; null where it did not. */
  credits_remaining: z.int().nullable(),
  credits_limit: z.int().nullable(),
  /** Last day of its billing period. */
  period_end: z.iso.date().nullable(),
  rate: z.object({ limit: z.int(), remaining: z.int(), reset_at: z.iso.datetime().nullable() }).nullable(),
  last_contact_at: z.iso.datetime().nullable(),
  added_at: z.iso.datetime(),
  /** What was fetched from it and is kept here. */
  cached: z.object({ products: z.int(), offers: z.int() }),
});
export type ServiceSummary = z.infer<typeof serviceSummary>;

const id = z.string().min(1).max(20);
const name = z.string().max(100);
const baseUrl = z.string().min(1).max(2_048);
const key = z.string().min(1).max(500);

export const serviceOperations = {
  "services.list": { input: z.object({}), output: z.object({ services: z.array(serviceSummary) }) },
  /** Connects a service if it answers. */
  "services.add": {
    input: z.object({ base_url: baseUrl, key, name: name.default("") }),
    output: serviceSummary,
  },
  "services.update": {
    /** Another address needs the key again: it is never sent where the user has not typed it for. */
    input: z.object({
      id,
      name: name.optional(),
      base_url: baseUrl.optional(),
      key: key.optional(),
      enabled: z.boolean().optional(),
    }),
    output: serviceSummary,
  },
  "services.remove": {
    input: z.object({ id }),
    output: z.object({ kept: serviceSummary.shape.cached }),
  },
  /** Asks the service for its usage, which costs nothing there; `problem` is a sentence, or null. */
  "services.test": {
    input: z.object({ id }),
    output: z.object({ problem: z.string().nullable(), service: serviceSummary }),
  },
} as const;
