import {
  dueDeliveries,
  nextDeliveryDue,
  pullForward,
  type StoredDelivery,
  webhooksWithDue,
} from "../db/delivery.js";
import { eventById } from "../db/event.js";
import { type ReadDb, write } from "../db/store.js";
import { type StoredWebhook, webhookById } from "../db/webhook.js";
import { longestWaitMs } from "../domain/delivery-times.js";
import { deliveryText } from "./deliver.js";
import type { Effects, Post } from "./effects.js";

/**
 * The webhooks with due deliveries, and when the next delivery becomes due, not counting those already due.
 */
export interface Agenda {
  readonly webhookIds: readonly string[];
  readonly nextMs: number | null;
}

export function agendaAt(db: ReadDb, nowMs: number): Agenda {
  return { webhookIds: webhooksWithDue(db, nowMs), nextMs: nextDeliveryDue(db, nowMs) };
}

/** After the clock was set back, caps every wait at the longest retry interval. */
export function followClockBackInOutbox(db: ReadDb, nowMs: number): void {
  write(db, (tx) => pullForward(tx, nowMs + longestWaitMs));
}

/** A due delivery and the request to send. */
export interface PreparedPost {
  readonly delivery: StoredDelivery;
  readonly post: Post;
}

export type DuePosts =
  | { readonly kind: "posts"; readonly posts: readonly PreparedPost[] }
  /** The webhook was deleted, or is the app's own listener, which is not running here. */
  | { readonly kind: "nobody" }
  /** The secret cannot be opened here; the deliveries stay due for an engine with the key. */
  | { readonly kind: "sealed" };

/** Prepares a webhook's due deliveries, oldest first. Deliveries in progress count towards `limit`. */
export function duePosts(
  db: ReadDb,
  webhookId: string,
  wish: {
    readonly nowMs: number;
    readonly limit: number;
    readonly secrets: Effects["secrets"];
    readonly hasListener: boolean;
    readonly isUnderWay: (delivery: StoredDelivery) => boolean;
  },
): DuePosts {
  const { nowMs, limit, secrets, isUnderWay } = wish;
  const webhook = webhookById(db, webhookId);
  if (webhook === undefined || (webhook.isLocal && !wish.hasListener)) return { kind: "nobody" };
  const secret = secrets.open(webhook.secret);
  if (secret === null) return { kind: "sealed" };
  const posts = dueDeliveries(db, webhook.id, nowMs, limit)
    .filter((delivery) => !isUnderWay(delivery))
    .flatMap((delivery) => preparePost(db, webhook, secret, delivery, nowMs));
  return { kind: "posts", posts };
}

function preparePost(
  db: ReadDb,
  webhook: StoredWebhook,
  secret: string,
  delivery: StoredDelivery,
  nowMs: number,
): PreparedPost[] {
  const event = eventById(db, delivery.eventId);
  if (event === undefined) return [];
  const attempt = delivery.attempts + 1;
  const post: Post = {
    lane: webhook.id,
    url: webhook.url,
    isLocal: webhook.isLocal,
    secret,
    eventId: event.id,
    attempt,
    body: deliveryText(event, attempt, nowMs),
    atMs: nowMs,
  };
  return [{ delivery, post }];
}
