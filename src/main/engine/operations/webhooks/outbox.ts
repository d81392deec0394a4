import type { ReadDb } from "../../db/store.js";
import {
  dueDeliveries,
  nextDeliveryDueMs,
  type StoredDelivery,
  webhooksWithDueDeliveries,
} from "../../db/webhooks/delivery.js";
import { eventById } from "../../db/webhooks/event.js";
import { type OldSecret, type StoredWebhook, webhookById } from "../../db/webhooks/webhook.js";
import type { Effects, SignedPost } from "../request/effects.js";
import type { SecretBox } from "../request/secret-box.js";
import { serializeDelivery } from "./record-attempt.js";

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

/** The secrets that sign a post. */
type SigningSecrets = Pick<SignedPost, "secret" | "nextSecret">;

/** The secret before the last rotation, if it is still valid. */
export function validOldSecret(
  { oldSecret }: Pick<StoredWebhook, "oldSecret">,
  nowMs: number,
): OldSecret | null {
  return oldSecret !== null && nowMs < oldSecret.validUntilMs ? oldSecret : null;
}

/**
 * The old secret signs the contract's header as long as it is valid, so that no receiver has to change within that time.
 * Returns `null` if the secret was sealed by another installation.
 */
export function openSecrets(
  box: SecretBox,
  webhook: Pick<StoredWebhook, "secret" | "oldSecret">,
  nowMs: number,
): SigningSecrets | null {
  const newest = box.open(webhook.secret);
  if (newest === null) return null;
  const stored = validOldSecret(webhook, nowMs);
  const old = stored === null ? null : box.open(stored.secret);
  return old === null ? { secret: newest, nextSecret: null } : { secret: old, nextSecret: newest };
}
