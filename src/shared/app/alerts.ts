import { z } from "zod";
import { batchStatus } from "../contract/batch.js";
import { cadence } from "../contract/schedule.js";
import { eventData, eventType } from "../contract/webhook.js";
import { reasonClauses } from "./reasons.js";

/** Events of the contract, and what the app tells of its own checks. */
export const inboxType = z.enum([...eventType.options, "checks_failing", "checks_recovered"]);
export type InboxType = z.infer<typeof inboxType>;

/** An event that the app's own listener has accepted, or a word on how checks go. */
export const inboxEntry = z.object({
  id: z.int(),
  event_id: z.string(),
  type: inboxType,
  /** Sent by a webhook's test button: its product is made up. */
  is_test: z.boolean(),
  data: eventData,
  /**
   * Why it is here, in one English sentence without a full stop; null for tests and for entries from before there were
   * rules.
   */
  reason: z.string().nullable(),
  /** What the reason says; null where there is none, and for entries from before it was kept. */
  clauses: reasonClauses.nullable(),
  received_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable(),
});
export type InboxEntry = z.infer<typeof inboxEntry>;

export const inboxPage = z.object({
  entries: z.array(inboxEntry),
  /** Of all entries, not of this page. */
  unread: z.int(),
  total: z.int(),
});
export type InboxPage = z.infer<typeof inboxPage>;

export const deliveryAttempt = z.object({
  attempt: z.int(),
  started_at: z.iso.datetime(),
  duration_ms: z.int(),
  response_code: z.int().nullable(),
  error: z.string().nullable(),
});

/** One event on its way to one webhook, with the attempts made so far; kept for 30 days. */
export const delivery = z.object({
  id: z.int(),
  event_id: z.string(),
  event: eventType,
  product: z.string(),
  status: z.enum(["due", "delivered", "failed", "cancelled"]),
  /** When the next attempt is due; null where none is. */
  due_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  attempts: z.array(deliveryAttempt),
});
export type Delivery = z.infer<typeof delivery>;

/** The app's own listener: the webhook that feeds the inbox. */
export const listenerState = z.object({
  /** Null where it is not registered; `problem` then says why. */
  webhook_id: z.string().nullable(),
  url: z.string().nullable(),
  certificate_expires_at: z.iso.datetime().nullable(),
  /** A sentence with the next step, or null where all is well. */
  problem: z.string().nullable(),
});
export type ListenerState = z.infer<typeof listenerState>;

export const scheduleOverview = z.object({
  service: z.string(),
  title: z.string(),
  category: z.string().nullable(),
  image: z.string().nullable(),
  /** The cheapest offer in stock, of the schedule's retailer where it has one. */
  best: z.object({ price: z.number(), currency: z.string(), retailer: z.string() }).nullable(),
  schedule: cadence,
  retailer: z.string().nullable(),
  next_check_at: z.iso.datetime(),
  last_check_at: z.iso.datetime().nullable(),
  is_running: z.boolean(),
  /** Retailers at which a source can check the product; empty where none can. */
  checked_retailers: z.array(z.string()),
  /** How the last check of each of its offers went. */
  checks: z.array(
    z.object({
      retailer: z.string(),
      outcome: z.string(),
      detail: z.string().nullable(),
      checked_at: z.iso.datetime(),
      last_good_at: z.iso.datetime().nullable(),
      failures: z.int(),
    }),
  ),
});
export type ScheduleOverview = z.infer<typeof scheduleOverview>;

/** What a batch look-up would cost now. */
export const batchQuote = z.object({
  total: z.int(),
  found: z.int(),
  not_found: z.int(),
  credits: z.int(),
  credits_remaining: z.int(),
});
export type BatchQuote = z.infer<typeof batchQuote>;

export const batchJobSummary = z.object({
  id: z.string(),
  status: batchStatus,
  total: z.int(),
  processed: z.int(),
  created_at: z.iso.datetime(),
  error: z.string().nullable(),
});
export type BatchJobSummary = z.infer<typeof batchJobSummary>;

const ids = z.array(z.int()).max(1_000);

/** Operations of the app alone that concern batches, schedules, webhooks and the inbox. */
export const alertOperations = {
  "inbox.list": {
    input: z.object({
      limit: z.int().min(1).max(200).default(50),
      /** Entries older than this one; from the newest on where it is left out. */
      before: z.int().optional(),
    }),
    output: inboxPage,
  },
  /** Marks entries as read or unread; all of them where `ids` is left out. Returns how many changed. */
  "inbox.mark": {
    input: z.object({ ids: ids.optional(), is_read: z.boolean() }),
    output: z.object({ changed: z.int() }),
  },
  /** Takes entries out of the inbox; `inbox.restore` undoes it. */
  "inbox.remove": { input: z.object({ ids }), output: z.object({ changed: z.int() }) },
  "inbox.restore": { input: z.object({ ids }), output: z.object({ changed: z.int() }) },
  "webhooks.deliveries": {
    input: z.object({ webhook_id: z.string().min(1).max(200), limit: z.int().min(1).max(200).default(50) }),
    output: z.object({ deliveries: z.array(delivery), due: z.int() }),
  },
  "webhooks.listener": { input: z.object({}), output: listenerState },
  /** Every schedule of the account, soonest check first; only the one of `service` where it is given. */
  "schedules.overview": {
    input: z.object({ service: z.string().min(1).max(2_000).optional() }),
    output: z.object({
      schedules: z.array(scheduleOverview),
      /** For `service`: retailers at which a schedule could check it. Empty without `service`. */
      checkable_retailers: z.array(z.string()),
    }),
  },
  /** Checks now instead of at the next turn: every watched product, or the one of `service`. Costs nothing. */
  "schedules.check": {
    input: z.object({ service: z.string().min(1).max(2_000).optional() }),
    output: z.object({ products: z.int() }),
  },
  "batch.quote": {
    input: z.object({
      identifiers: z.array(z.string()).min(1).max(1_000),
      include: z
        .array(z.enum(["offers", "reviews"]))
        .max(2)
        .default([]),
    }),
    output: batchQuote,
  },
  "batch.jobs": { input: z.object({}), output: z.object({ jobs: z.array(batchJobSummary) }) },
} as const;
