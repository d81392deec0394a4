import { z } from "zod";
import { collectionPattern } from "../collection.js";
import { languages } from "../texts/language.js";
import { quietHours } from "./primitives.js";

/** Services to which alerts are sent. Their addresses and tokens are never returned. */

export const channelKind = z.enum([
  "ntfy",
  "gotify",
  "pushover",
  "telegram",
  "discord",
  "slack",
  "email",
  "matrix",
  "homeassistant",
  "apprise",
  "json",
]);
export type ChannelKind = z.infer<typeof channelKind>;

const collection = z
  .string()
  .regex(collectionPattern, "is not at-once, hourly, or a time such as daily@18 or weekly@mon@18");

/**
 * `waiting`: due now, after a pause, or after the quiet hours. `unconfirmed`: it may not have arrived, and is not sent
 * again because the receiver could not recognise a repetition.
 */
export const channelDeliveryStatus = z.enum(["waiting", "delivered", "failed", "unconfirmed"]);

/** One message to a channel: an alert, or a group of them. Stored for 30 days. */
export const channelDelivery = z.object({
  id: z.int(),
  channel_id: z.int(),
  status: channelDeliveryStatus,
  /** How many alerts it has, and the title of the first one's product. */
  alerts: z.int(),
  product: z.string(),
  attempts: z.int(),
  created_at: z.iso.datetime(),
  /** Time of the next attempt; null if none is due. */
  due_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** The last error and its next step, in sentences; null without one. */
  error: z.string().nullable(),
  action: z.string().nullable(),
});
export type ChannelDelivery = z.infer<typeof channelDelivery>;

export const channelSummary = z.object({
  id: z.int(),
  name: z.string(),
  kind: channelKind,
  /** The address without its secrets, such as `ntfy.sh/tid…`. */
  description: z.string(),
  quiet_hours: quietHours.nullable(),
  /** When alerts are sent: `collectionPattern`. */
  collect: z.string(),
  language: z.enum(languages),
  created_at: z.iso.datetime(),
  /** Alerts that are still to be sent. */
  waiting: z.int(),
  /** When the first of these are sent, and the error of the attempt before; null if none wait. */
  next_attempt: z
    .object({ at: z.iso.datetime(), error: z.string().nullable(), action: z.string().nullable() })
    .nullable(),
  /** The last message whose outcome is known. */
  last_delivery: channelDelivery.nullable(),
  /** A sentence with the next step if nothing can be sent, or null. */
  problem: z.string().nullable(),
});
export type ChannelSummary = z.infer<typeof channelSummary>;

const id = z.int();
const name = z.string().trim().max(100);

export const channelOperations = {
  "channels.list": {
    input: z.object({}),
    output: z.object({ channels: z.array(channelSummary) }),
  },
  /**
   * Adds a channel, or changes the one with `id`. `address` is a URL or token in the form of the service or of Apprise;
   * `kind` says whose it is where the address does not. Left out, a field keeps its value.
   */
  "channels.save": {
    input: z.object({
      id: id.optional(),
      name: name.optional(),
      address: z.string().min(1).max(2_000).optional(),
      kind: channelKind.optional(),
      quiet_hours: quietHours.nullable().optional(),
      collect: collection.optional(),
      language: z.enum(languages).optional(),
    }),
    output: z.object({ channel: channelSummary }),
  },
  /** Removes a channel with its deliveries, and takes it out of the rules. */
  "channels.remove": { input: z.object({ id }), output: z.object({ removed: z.boolean() }) },
  /**
   * Sends a test alert now, also during the quiet hours: to the channel with `id`, or to an `address` that is not saved.
   * `error` and `action` are sentences, or null.
   */
  "channels.test": {
    input: z.object({
      id: id.optional(),
      address: z.string().min(1).max(2_000).optional(),
      kind: channelKind.optional(),
      language: z.enum(languages).optional(),
    }),
    output: z.object({
      delivered: z.boolean(),
      error: z.string().nullable(),
      action: z.string().nullable(),
    }),
  },
  /** The newest deliveries, of all channels or of one. */
  "channels.deliveries": {
    input: z.object({ id: id.optional(), limit: z.int().min(1).max(200).default(50) }),
    output: z.object({ deliveries: z.array(channelDelivery) }),
  },
} as const;
