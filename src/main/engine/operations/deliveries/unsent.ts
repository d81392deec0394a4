import { allChannels, type StoredChannel } from "../../db/channels/channel.js";
import { queuedSummary, unsentMessages } from "../../db/channels/channel-message.js";
import type { ReadDb } from "../../db/store.js";
import { unsentDeliveries } from "../../db/webhooks/delivery.js";
import { isoOrNull } from "../../domain/clock.js";
import { requireChannel } from "../channels/channels.js";
import { nextSendMs } from "../channels/outbox.js";
import type { OperationContext } from "../request/context.js";

/** What a channel or webhook has not received. */
export interface UnsentDelivery {
  readonly kind: "channel" | "webhook";
  readonly id: number | string;
  /** The channel's name, or the webhook's URL. */
  readonly to: string;
  readonly status: "waiting" | "failed" | "unconfirmed";
  /** The title of the first alert's product. */
  readonly product: string;
  readonly alerts: number;
  readonly attempts: number;
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  /** Why the last attempt failed, in sentences; null without one. */
  readonly reason: string | null;
}

/** More are seldom read, and a receiver that is down for long can leave thousands. */
const maxOfEach = 200;

function ofChannel(db: ReadDb, channel: StoredChannel, nowMs: number): UnsentDelivery[] {
  const receiver = { kind: "channel", id: channel.id, to: channel.name } as const;
  const nextAt = isoOrNull(nextSendMs(db, channel, nowMs));
  const queued = queuedSummary(db, channel.id);
  const messages = unsentMessages(db, channel.id, maxOfEach).map(
    ({ status, product, alerts, attempts, createdMs, error, action }): UnsentDelivery => {
      const isEnded = status === "failed" || status === "unconfirmed";
      return {
        ...receiver,
        status: isEnded ? status : "waiting",
        product,
        alerts,
        attempts,
        created_at: new Date(createdMs).toISOString(),
        next_attempt_at: isEnded ? null : nextAt,
        reason: error && [error, action].filter(Boolean).join(" "),
      };
    },
  );
  if (queued === null) return messages;
  const { product, alerts, queuedMs } = queued;
  const times = { created_at: new Date(queuedMs).toISOString(), next_attempt_at: nextAt };
  return [
    { ...receiver, status: "waiting", product, alerts, attempts: 0, ...times, reason: null },
    ...messages,
  ];
}

function ofWebhooks(db: ReadDb): UnsentDelivery[] {
  return unsentDeliveries(db, maxOfEach).map(
    ({ webhookId, url, status, product, attempts, createdMs, dueMs, error }) => ({
      kind: "webhook",
      id: webhookId,
      to: url,
      status: status === "due" ? "waiting" : "failed",
      product,
      alerts: 1,
      attempts,
      created_at: new Date(createdMs).toISOString(),
      next_attempt_at: status === "due" ? new Date(dueMs).toISOString() : null,
      reason: error,
    }),
  );
}

/** What has not arrived, by receiver, newest first: at all of them, or at one channel. Throws `ERR_ENDPOINT_NOT_FOUND`. */
export function listUnsent(
  { db, clock }: Pick<OperationContext, "db" | "clock">,
  channelId: number | null,
): UnsentDelivery[] {
  const channels = channelId === null ? allChannels(db) : [requireChannel(db, channelId)];
  const messages = channels.flatMap((channel) => ofChannel(db, channel, clock.now()));
  return channelId === null ? [...messages, ...ofWebhooks(db)] : messages;
}
