import type { EventType } from "../../../../shared/contract/webhook.js";
import { type WriteDb, writeDurably } from "../../db/store.js";
import { localWebhook, saveWebhookSecret, updateWebhook } from "../../db/webhooks/webhook.js";
import { newWebhookSecret } from "../../domain/random-text.js";
import type { RequestContext } from "../request/context.js";
import { addWebhook, canAddWebhook } from "./webhooks.js";

/** Of these types, alerts are announced: see `announceAlerts`. */
const inboxEvents: readonly EventType[] = ["price_drop", "availability_change", "schedule_completion"];

/**
 * Registers the app's own listener as a webhook of the account, if the limit allows. Each start repairs what programs
 * or failures have changed, because the window does not list this webhook.
 */
export function registerLocalWebhook(context: RequestContext, accountId: number, url: string): void {
  const { db, randomBytes, effects } = context;
  writeDurably(db, (tx) => {
    const existing = localWebhook(tx, accountId);
    if (existing === undefined) {
      addLocalWebhook(context, tx, accountId, url);
      return;
    }
    if (existing.url !== url || !existing.isActive)
      updateWebhook(tx, { ...existing, url, isActive: true, consecutiveFailures: 0 });
    // Sealed by another installation: Tidemark owns both ends, so nothing is lost.
    if (effects.secrets.open(existing.secret) === null)
      saveWebhookSecret(tx, existing.id, effects.secrets.seal(newWebhookSecret(randomBytes)));
  });
}

function addLocalWebhook(
  { clock, randomBytes, effects }: RequestContext,
  tx: WriteDb,
  accountId: number,
  url: string,
): void {
  if (!canAddWebhook(tx, accountId)) return;
  const secret = effects.secrets.seal(newWebhookSecret(randomBytes));
  const given = { accountId, url, events: inboxEvents, isLocal: true, secret, createdMs: clock.now() };
  addWebhook(tx, randomBytes, given);
}

/** The secret with which the app's own listener verifies signatures. */
export function openLocalSecret({ db, effects }: RequestContext, accountId: number): string | null {
  const existing = localWebhook(db, accountId);
  return existing === undefined ? null : effects.secrets.open(existing.secret);
}
