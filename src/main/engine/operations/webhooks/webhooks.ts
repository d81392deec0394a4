import { limits } from "../../../../shared/contract/limits.js";
import type { ContractResult } from "../../../../shared/contract/operations.js";
import type { EventEnvelope, ListedWebhook, Webhook } from "../../../../shared/contract/webhook.js";
import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { DAY_MS } from "../../../../shared/time.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import { cancelDeliveries, insertDelivery, latestDelivery } from "../../db/webhooks/delivery.js";
import {
  deleteWebhook,
  insertWebhook,
  type NewWebhook,
  type StoredWebhook,
  saveOldSecret,
  saveWebhookSecret,
  updateWebhook,
  webhookById,
  webhooksOfAccount,
} from "../../db/webhooks/webhook.js";
import { isoOrNull } from "../../domain/clock.js";
import { newTestEventId, newWebhookId, newWebhookSecret } from "../../domain/random-text.js";
import type { Operation, OwnerContext, RandomBytes } from "../request/context.js";
import { invalidParams, notFound, refuse } from "../request/contract-error.js";
import {
  type ContractContext,
  type ContractRead,
  type ContractWrite,
  withoutCharge,
} from "../request/contract-operation.js";
import type { PostOutcome } from "../request/effects.js";
import { openSecrets, validOldSecret } from "./outbox.js";
import { serializeEnvelope } from "./record-attempt.js";

function toWebhook({ id, url, events, isActive, createdMs }: NewWebhook): Webhook {
  return {
    id,
    url,
    events: [...events],
    is_active: isActive,
    created_at: new Date(createdMs).toISOString(),
  };
}

function toListedWebhook(webhook: StoredWebhook): ListedWebhook {
  const { lastTriggeredMs, failureCount, consecutiveFailures } = webhook;
  return {
    ...toWebhook(webhook),
    last_triggered_at: isoOrNull(lastTriggeredMs),
    failure_count: failureCount,
    consecutive_failures: consecutiveFailures,
  };
}

export const listWebhooks: ContractRead<"webhooks.list"> = ({ tx, account }) => {
  return withoutCharge({ webhooks: webhooksOfAccount(tx, account.id).map(toListedWebhook) });
};

/**
 * Throws `ERR_ENDPOINT_NOT_FOUND` if the webhook does not exist or belongs to another account (contract,
 * section 7).
 */
export function requireWebhook(db: ReadDb, accountId: number, id: string): StoredWebhook {
  const webhook = webhookById(db, id);
  if (webhook === undefined || webhook.accountId !== accountId)
    throw notFound(
      `The account has no webhook '${id.slice(0, 80)}'.`,
      "List the account's webhooks with GET /webhooks.",
    );
  return webhook;
}

export function canAddWebhook(db: ReadDb, accountId: number): boolean {
  return webhooksOfAccount(db, accountId).length < limits.webhooksPerAccount;
}

/** Adds an active webhook; its secret is sealed. */
export function addWebhook(
  tx: WriteDb,
  randomBytes: RandomBytes,
  given: Omit<NewWebhook, "id" | "isActive">,
): NewWebhook {
  const webhook = { ...given, id: newWebhookId(randomBytes), isActive: true };
  insertWebhook(tx, webhook);
  return webhook;
}

function requirePublic(url: string, { effects }: Pick<ContractContext, "effects">): void {
  if (effects.canPostTo(url)) return;
  throw refuse("webhookNotPublic");
}

export const createWebhook: ContractWrite<"webhooks.create"> = (context, { url, events }) => {
  const { tx, account, nowMs, randomBytes, effects } = context;
  requirePublic(url, context);
  if (!canAddWebhook(tx, account.id)) throw refuse("tooManyWebhooks", limits.webhooksPerAccount);
  const secret = newWebhookSecret(randomBytes);
  const sealed = effects.secrets.seal(secret);
  const given = { accountId: account.id, url, events, isLocal: false, secret: sealed, createdMs: nowMs };
  const webhook = addWebhook(tx, randomBytes, given);
  return withoutCharge({ webhook: { ...toWebhook(webhook), secret } });
};

/**
 * Enabling resets the consecutive failures (contract, section 3, Webhook); disabling cancels pending
 * deliveries (decision 31).
 */
export const changeWebhook: ContractWrite<"webhooks.update"> = (context, { id, url, events, is_active }) => {
  const { tx, account, nowMs } = context;
  const before = requireWebhook(tx, account.id, id);
  if (url !== undefined) requirePublic(url, context);
  const after: StoredWebhook = {
    ...before,
    url: url ?? before.url,
    events: events ?? before.events,
    isActive: is_active ?? before.isActive,
    consecutiveFailures: is_active === true && !before.isActive ? 0 : before.consecutiveFailures,
  };
  updateWebhook(tx, after);
  if (before.isActive && !after.isActive) cancelDeliveries(tx, id, nowMs);
  return withoutCharge({ webhook: toWebhook(after) });
};

export const removeWebhook: ContractWrite<"webhooks.delete"> = ({ tx, account }, { id }) => {
  deleteWebhook(tx, requireWebhook(tx, account.id, id).id);
  return withoutCharge({ deleted: true });
};

/** A made-up product, so that a test cannot be mistaken for a real event (decision 32). */
const testData: EventEnvelope["data"] = {
  product: { service: "product/test-event/0000000000", title: "Test event: a made-up product" },
  retailer: "shop.example",
  price: { current: 79.99, previous: 99.99, currency: "USD" },
  availability: { current: "in", previous: "in" },
};

function testEnvelope(webhook: StoredWebhook, id: string, nowMs: number): EventEnvelope {
  const event = webhook.events[0];
  if (event === undefined) throw new Error("A webhook must subscribe to at least one event.");
  return { id, event, attempt: 1, timestamp: new Date(nowMs).toISOString(), data: testData };
}

function testResult({ responseCode, error }: PostOutcome): ContractResult<"webhooks.test"> {
  return { test_result: { delivered: error === null, response_code: responseCode, error } };
}

/**
 * Sends after the request is counted. Touches no counter of the webhook, and works while it is inactive
 * (decision 32).
 */
export const testWebhook: ContractRead<"webhooks.test"> = (
  { tx, account, nowMs, randomBytes, effects },
  { id },
) => {
  const webhook = requireWebhook(tx, account.id, id);
  const secrets = openSecrets(effects.secrets, webhook, nowMs);
  if (secrets === null)
    return withoutCharge(
      testResult({
        responseCode: null,
        error: said.secretSealed,
        durationMs: 0,
      }),
    );
  const eventId = newTestEventId(randomBytes);
  const post = {
    // Connections of its own: a test must not wait for deliveries or other tests.
    poolKey: eventId,
    url: webhook.url,
    isLocal: webhook.isLocal,
    ...secrets,
    eventId,
    attempt: 1,
    body: serializeEnvelope(testEnvelope(webhook, eventId, nowMs)),
    atMs: nowMs,
  };
  return {
    result: testResult({ responseCode: null, error: "Not sent yet.", durationMs: 0 }),
    credits: 0,
    deferred: async () => testResult(await effects.post(post)),
  };
};

/** How long the secret before a rotation stays valid. */
const overlapMs = DAY_MS;

/**
 * Replaces a webhook's secret. The one before stays valid for a day; a second rotation within that day replaces only
 * the new one. Throws `ContractError`.
 */
export const rotateSecret: Operation<"webhooks.rotate", OwnerContext> = (
  { db, clock, randomBytes, accountId, effects },
  { webhook_id },
) => {
  const nowMs = clock.now();
  const secret = newWebhookSecret(randomBytes);
  return writeDurably(db, (tx) => {
    const webhook = requireWebhook(tx, accountId, webhook_id);
    if (webhook.isLocal)
      throw invalidParams(
        "This is the app's own webhook, whose secret no other program knows.",
        "Name another webhook.",
      );
    const old = validOldSecret(webhook, nowMs) ?? {
      secret: webhook.secret,
      validUntilMs: nowMs + overlapMs,
    };
    saveOldSecret(tx, webhook.id, old);
    saveWebhookSecret(tx, webhook.id, effects.secrets.seal(secret));
    return { secret, old_valid_until: new Date(old.validUntilMs).toISOString() };
  });
};

/**
 * Sends a stored event to a webhook again, with the same id and new attempts. The delivery before stays in the log.
 * Throws `ContractError`.
 */
export const resendEvent: Operation<"webhooks.resend", OwnerContext> = (
  { db, clock, accountId, effects },
  { webhook_id, event_id },
) => {
  const id = writeDurably(db, (tx) => {
    const webhook = requireWebhook(tx, accountId, webhook_id);
    if (!webhook.isActive) throw refuse("webhookDisabled");
    const last = latestDelivery(tx, webhook.id, event_id);
    if (last === undefined)
      throw notFound(
        `No event '${event_id.slice(0, 80)}' of this webhook is stored.`,
        "Use the event_id of a delivery in the list; it names those of the last 30 days.",
      );
    if (last.status === "due") throw refuse("eventOnItsWay");
    return insertDelivery(tx, webhook.id, event_id, clock.now());
  });
  effects.wakeWorker("deliveries");
  return { id };
};
