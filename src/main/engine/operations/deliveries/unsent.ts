import { entriesByIds } from "../../db/alerts/inbox.js";
import { newestProblems } from "../../db/alerts/round.js";
import { allChannels, type StoredChannel } from "../../db/channels/channel.js";
import { queuedAlerts } from "../../db/channels/channel-message.js";
import type { ReadDb } from "../../db/store.js";
import { deliveryLog } from "../../db/webhooks/delivery.js";
import { deliveryAttempts } from "../../db/webhooks/delivery-attempt.js";
import { allWebhooks, type StoredWebhook } from "../../db/webhooks/webhook.js";
import { listChannelDeliveries, requireChannel } from "../channels/channels.js";
import { nextAttempt } from "../channels/outbox.js";
import type { StoreContext } from "../request/context.js";

/** What a channel or webhook has not received, or a rule that could not be evaluated. */
export interface UnsentDelivery {
  readonly kind: "channel" | "webhook" | "rule";
  /** Null for all rules of the product. */
  readonly id: number | string | null;
  /** The channel's name, the webhook's URL, or the inbox. */
  readonly to: string;
  readonly status: "waiting" | "failed" | "unconfirmed" | "set aside";
  /** The title of the first alert's product. */
  readonly product: string;
  readonly alerts: number;
  readonly attempts: number;
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  /** Why the last attempt failed, in sentences; null without one. */
  readonly reason: string | null;
}

/** Of each receiver's newest deliveries: more are seldom read, and there can be thousands. */
const limit = 200;

function ofChannel({ db, clock }: StoreContext, channel: StoredChannel): UnsentDelivery[] {
  const receiver = { kind: "channel", id: channel.id, to: channel.name } as const;
  const nextAt = nextAttempt(db, channel, clock.now())?.at ?? null;
  const { deliveries } = listChannelDeliveries({ db }, { id: channel.id, limit });
  const messages = deliveries.flatMap(({ status, product, alerts, attempts, created_at, error, action }) => {
    if (status === "delivered") return [];
    const next_attempt_at = status === "waiting" ? nextAt : null;
    const reason = error && [error, action].filter(Boolean).join(" ");
    return [{ ...receiver, status, product, alerts, attempts, created_at, next_attempt_at, reason }];
  });
  return [...queued(db, receiver, nextAt), ...messages];
}

/** A channel's alerts that belong to no message yet. */
function queued(
  db: ReadDb,
  receiver: Pick<UnsentDelivery, "kind" | "to"> & { readonly id: number },
  nextAt: string | null,
): UnsentDelivery[] {
  const alerts = queuedAlerts(db, receiver.id);
  const [first] = alerts;
  if (first === undefined) return [];
  const product = entriesByIds(db, [first.entryId])[0]?.data.product.title ?? "";
  const times = { created_at: new Date(first.queuedMs).toISOString(), next_attempt_at: nextAt };
  return [
    { ...receiver, status: "waiting", product, alerts: alerts.length, attempts: 0, ...times, reason: null },
  ];
}

function ofWebhook(db: ReadDb, { id, url }: StoredWebhook): UnsentDelivery[] {
  return deliveryLog(db, id, limit).flatMap(({ id: deliveryId, status, productTitle, createdMs, dueMs }) => {
    if (status !== "due" && status !== "failed") return [];
    const last = deliveryAttempts(db, deliveryId).at(-1);
    return [
      {
        kind: "webhook",
        id,
        to: url,
        status: status === "due" ? "waiting" : status,
        product: productTitle,
        alerts: 1,
        attempts: last?.attempt ?? 0,
        created_at: new Date(createdMs).toISOString(),
        next_attempt_at: status === "due" ? new Date(dueMs).toISOString() : null,
        reason: last?.error ?? null,
      },
    ];
  });
}

/** Rules, and events of other engines, that were set aside: an alert may be missing. */
function ofRules(db: ReadDb): UnsentDelivery[] {
  return newestProblems(db, limit).map(({ rule_id, title, at, error }) => ({
    kind: "rule",
    id: rule_id,
    to: "inbox",
    status: "set aside",
    product: title,
    alerts: 0,
    attempts: 1,
    created_at: at,
    next_attempt_at: null,
    reason: error,
  }));
}

/** What has not arrived, by receiver, newest first: at all of them, or at one channel. Throws `ERR_ENDPOINT_NOT_FOUND`. */
export function listUnsent(context: StoreContext, channelId: number | null): UnsentDelivery[] {
  const { db } = context;
  if (channelId !== null) return ofChannel(context, requireChannel(db, channelId));
  // The app's own listener is no receiver that the user has set up.
  const webhooks = allWebhooks(db).filter(({ isLocal }) => !isLocal);
  return [
    ...allChannels(db).flatMap((channel) => ofChannel(context, channel)),
    ...webhooks.flatMap((webhook) => ofWebhook(db, webhook)),
    ...ofRules(db),
  ];
}
