import { z } from "zod";
import { amount, availability, dateTime, openEnum } from "./primitives.js";

export const eventType = z.enum(["price_drop", "availability_change", "schedule_completion"]);
export type EventType = z.infer<typeof eventType>;

const webhookFields = {
  id: z.string(),
  url: z.string().meta({ description: "HTTPS URL." }),
  events: z.array(openEnum(eventType.options)),
  is_active: z.boolean(),
  created_at: dateTime,
};

/** Contract §2, Webhook. Only lists include the counters. */
export const webhook = z.object(webhookFields).meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

export const newWebhook = z
  .object({
    ...webhookFields,
    secret: z.string().meta({ description: "Signing secret; returned this once." }),
  })
  .meta({ id: "NewWebhook" });
export type NewWebhook = z.infer<typeof newWebhook>;

export const listedWebhook = z
  .object({
    ...webhookFields,
    last_triggered_at: dateTime.nullable(),
    failure_count: z.int(),
    consecutive_failures: z.int(),
  })
  .meta({ id: "ListedWebhook" });
export type ListedWebhook = z.infer<typeof listedWebhook>;

export const webhookTestResult = z
  .object({
    delivered: z.boolean(),
    response_code: z.int().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "WebhookTestResult" });
export type WebhookTestResult = z.infer<typeof webhookTestResult>;

/** The payload of an event (decision 29). */
export const eventData = z.object({
  product: z.object({
    service: z.string(),
    title: z.string(),
    image: z.string().optional(),
    url: z.string().optional(),
  }),
  /** Domain; null unless the event concerns a single offer. */
  retailer: z.string().nullable(),
  price: z
    .object({ current: amount.nullable(), previous: amount.nullable(), currency: z.string() })
    .nullable(),
  availability: z.object({ current: availability.nullable(), previous: availability.nullable() }).nullable(),
});
export type EventData = z.infer<typeof eventData>;

/** Used to detect duplicates. SQLite cannot store lone surrogates, so ids that differ only in them would be equal. */
const eventId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Surrogate}*$/u, "contains half of a character");

/** The body of a delivery (contract §6). */
export const eventEnvelope = z.object({
  id: eventId,
  event: eventType,
  attempt: z.int().min(1),
  timestamp: z.iso.datetime(),
  data: eventData,
});
export type EventEnvelope = z.infer<typeof eventEnvelope>;
