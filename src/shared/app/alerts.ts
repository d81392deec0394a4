import { z } from "zod";
import { cadence } from "../contract/schedule.js";
import { eventData, eventType } from "../contract/webhook.js";
import { actId, partOf } from "./acts.js";
import { paidFields } from "./paying.js";
import { productKey } from "./primitives.js";
import { reasonClauses } from "./reasons.js";

/** The contract's events, and the app's own events about failing checks. */
export const inboxEntryType = z.enum([...eventType.options, "checks_failing", "checks_recovered"]);
export type InboxEntryType = z.infer<typeof inboxEntryType>;

/** An alert, a webhook's test event, or a notice about failing checks. */
export const inboxEntry = z.object({
  id: z.int(),
  event_id: z.string(),
  type: inboxEntryType,
  /** Sent by a webhook's test button, with a fictitious product. */
  is_test: z.boolean(),
  data: eventData,
  /**
   * The reason for the alert, as an English sentence without a full stop; null for tests and for entries older than
   * alert rules.
   */
  reason: z.string().nullable(),
  /** The structured reason; null without a reason, and for entries older than this field. */
  clauses: reasonClauses.nullable(),
  received_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable(),
});
export type InboxEntry = z.infer<typeof inboxEntry>;

const alertProblem = z.object({
  product_key: z.string(),
  title: z.string(),
  /** Null if the whole evaluation failed. */
  rule_id: z.int().nullable(),
  at: z.iso.datetime(),
  error: z.string(),
});
export type AlertProblem = z.infer<typeof alertProblem>;

export const inboxPage = z.object({
  entries: z.array(inboxEntry),
  /** Counts all entries, not only those on this page. */
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

/** The delivery of one event to one webhook, with its attempts so far. Stored for 30 days. */
export const delivery = z.object({
  id: z.int(),
  event_id: z.string(),
  event: eventType,
  product: z.string(),
  status: z.enum(["due", "delivered", "failed", "cancelled"]),
  /** Time of the next attempt; null if none is due. */
  due_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  attempts: z.array(deliveryAttempt),
});
export type Delivery = z.infer<typeof delivery>;

/** The app's own listener: the webhook that announces alerts. Without it, the engine announces them itself. */
export const listenerState = z.object({
  /** Null if it is not registered: programs can delete it until the next start, or have used up the account's webhooks. */
  webhook_id: z.string().nullable(),
  url: z.string().nullable(),
});
export type ListenerState = z.infer<typeof listenerState>;

export const scheduleOverview = z.object({
  product_key: z.string(),
  title: z.string(),
  category: z.string().nullable(),
  image: z.string().nullable(),
  /** The cheapest offer in stock, from the schedule's retailer if it has one. */
  best: z.object({ price: z.number(), currency: z.string(), retailer: z.string(), ...paidFields }).nullable(),
  schedule: cadence,
  retailer: z.string().nullable(),
  next_check_at: z.iso.datetime(),
  last_check_at: z.iso.datetime().nullable(),
  is_running: z.boolean(),
  /** Retailers at which a source can check the product. */
  checked_retailers: z.array(z.string()),
  /** The result of each offer's last check. */
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

const ids = z.array(z.int()).max(1_000);

/** App operations for schedules, webhooks and the inbox. */
export const alertOperations = {
  "inbox.list": {
    input: z.object({
      limit: z.int().min(1).max(200).default(50),
      /** Only entries older than this one; starts with the newest by default. */
      before: z.int().optional(),
    }),
    output: inboxPage,
  },
  /** The newest entries about one product. */
  "alerts.of_product": {
    input: z.object({ product_key: productKey, limit: z.int().min(1).max(200).default(50) }),
    output: z.object({ entries: z.array(inboxEntry) }),
  },
  /** Rules and events of other engines that could not be evaluated and were set aside, newest first: at most 100. */
  "alerts.problems": {
    input: z.object({}),
    output: z.object({ problems: z.array(alertProblem) }),
  },
  /** Marks entries as read or unread, by default all of them. Returns the number that changed. */
  "inbox.mark": {
    input: z.object({ ids: ids.optional(), is_read: z.boolean() }),
    output: z.object({ changed: z.int() }),
  },
  /** Removes entries from the inbox; repeated events do not bring them back. */
  "inbox.remove": {
    input: z.object({ ids, part_of: partOf }),
    output: z.object({ changed: z.int(), act_id: actId }),
  },
  "webhooks.deliveries": {
    input: z.object({ webhook_id: z.string().min(1).max(200), limit: z.int().min(1).max(200).default(50) }),
    output: z.object({ deliveries: z.array(delivery), due: z.int() }),
  },
  /** Sends an event whose delivery has ended once more. Returns the id of the new delivery. */
  "webhooks.resend": {
    input: z.object({ webhook_id: z.string().min(1).max(200), event_id: z.string().min(1).max(200) }),
    output: z.object({ id: z.int() }),
  },
  /** Replaces the signing secret. The one before is valid until `old_valid_until`, a day later. */
  "webhooks.rotate": {
    input: z.object({ webhook_id: z.string().min(1).max(200) }),
    output: z.object({ secret: z.string(), old_valid_until: z.iso.datetime() }),
  },
  "webhooks.listener": { input: z.object({}), output: listenerState },
  /** The account's schedules, soonest check first, or only that of `product_key`. */
  "schedules.overview": {
    input: z.object({ product_key: productKey.optional() }),
    output: z.object({
      schedules: z.array(scheduleOverview),
      /** The retailers at which a schedule could check `product_key`. Empty without it. */
      checkable_retailers: z.array(z.string()),
    }),
  },
  /** Checks all watched products now, or only `product_key`. */
  "schedules.check": {
    input: z.object({ product_key: productKey.optional() }),
    output: z.object({ products: z.int() }),
  },
} as const;
