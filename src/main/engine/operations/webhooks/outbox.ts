import { type ReadDb, write } from "../../db/store.js";
import {
  capDeliveryDueTimes,
  dueDeliveries,
  nextDeliveryDueMs,
  type StoredDelivery,
  webhooksWithDueDeliveries,
} from "../../db/webhooks/delivery.js";
import { eventById } from "../../db/webhooks/event.js";
import { type StoredWebhook, webhookById } from "../../db/webhooks/webhook.js";
import { maxRetryDelayMs } from "../../domain/delivery-retries.js";
import type { Effects, SignedPost } from "../request/effects.js";
import { serializeDelivery } from "./record-attempt.js";
import { openSecrets, type SigningSecrets } from "./secrets.js";

/**
 * The webhooks with due deliveries, and when the next delivery becomes due, not counting those already due.
 */
export interface OutboxAgenda {
  readonly webhookIds: readonly string[];
  readonly nextMs: number | null;
}

export function readAgenda(db: ReadDb, nowMs: number): OutboxAgenda {
  return { webhookIds: webhooksWithDueDeliveries(db, nowMs), nextMs: nextDeliveryDueMs(db, nowMs) };
}

/** After the clock was set back, caps every wait at the longest retry interval. */
export function capDeliveryWaits(db: ReadDb, nowMs: number): void {
  write(db, (tx) => capDeliveryDueTimes(tx, nowMs + maxRetryDelayMs));
}

/** A due delivery and the request to send. */
export interface PreparedPost {
  readonly delivery: StoredDelivery;
  readonly post: SignedPost;
}

export type DuePosts =
  | { readonly kind: "posts"; readonly posts: readonly PreparedPost[] }
  /** The webhook was deleted, or is the app's own listener, which is not running here. */
  | { readonly kind: "no-receiver" }
  /** The secret cannot be opened here; the deliveries stay due for an engine with the key. */
  | { readonly kind: "sealed" };

/** Prepares a webhook's due deliveries, oldest first. Deliveries in progress count towards `limit`. */
export function prepareDuePosts(
  db: ReadDb,
  webhookId: string,
  options: {
    readonly nowMs: number;
    readonly limit: number;
    readonly secrets: Effects["secrets"];
    readonly hasListener: boolean;
    readonly isInProgress: (delivery: StoredDelivery) => boolean;
  },
): DuePosts {
  const { nowMs, limit, secrets, isInProgress } = options;
  const webhook = webhookById(db, webhookId);
  if (webhook === undefined || (webhook.isLocal && !options.hasListener)) return { kind: "no-receiver" };
  const opened = openSecrets(secrets, webhook, nowMs);
  if (opened === null) return { kind: "sealed" };
  const posts = dueDeliveries(db, webhook.id, nowMs, limit)
    .filter((delivery) => !isInProgress(delivery))
    .flatMap((delivery) => preparePost(db, webhook, opened, delivery, nowMs));
  return { kind: "posts", posts };
}

function preparePost(
  db: ReadDb,
  webhook: StoredWebhook,
  secrets: SigningSecrets,
  delivery: StoredDelivery,
  nowMs: number,
): PreparedPost[] {
  const event = eventById(db, delivery.eventId);
  if (event === undefined) return [];
  const attempt = delivery.attempts + 1;
  const post: SignedPost = {
    poolKey: webhook.id,
    url: webhook.url,
    isLocal: webhook.isLocal,
    ...secrets,
    eventId: event.id,
    attempt,
    body: serializeDelivery(event, attempt, nowMs),
    atMs: nowMs,
  };
  return [{ delivery, post }];
}
