import type { EventType } from "../../../shared/contract/webhook.js";
import { type ReadDb, type WriteDb, write } from "../db/store.js";
import {
  allWebhooks,
  insertWebhook,
  localWebhook,
  type StoredWebhook,
  saveWebhookSecret,
  updateWebhook,
} from "../db/webhook.js";
import { newWebhookId, newWebhookSecret } from "../domain/random-text.js";
import type { RequestContext } from "./context.js";
import { hasRoomForWebhook } from "./webhooks.js";

/**
 * All of them: the rules decide what becomes an entry of the inbox. No other event than a finished check comes when a
 * price has risen, a snooze has ended, or a median has moved; those that set no rule off are not sent here.
 */
const inboxEvents: readonly EventType[] = ["price_drop", "availability_change", "schedule_completion"];

/** Puts the app's own listener into the account's list of webhooks, where there is room for it. */
export function registerLocalWebhook(context: RequestContext, accountId: number, url: string): void {
  write(
    context.db,
    (tx) => {
      const known = localWebhook(tx, accountId);
      if (known === undefined) {
        addLocalWebhook(context, tx, accountId, url);
        return;
      }
      if (known.url !== url) updateWebhook(tx, { ...known, url });
      renewSecretIfLost(context, tx, known);
    },
    { durable: true },
  );
}

function addLocalWebhook(
  { clock, randomBytes, effects }: RequestContext,
  tx: WriteDb,
  accountId: number,
  url: string,
): void {
  if (!hasRoomForWebhook(tx, accountId)) return;
  insertWebhook(tx, {
    id: newWebhookId(randomBytes),
    accountId,
    url,
    events: inboxEvents,
    isActive: true,
    secret: effects.secrets.seal(newWebhookSecret(randomBytes)),
    isLocal: true,
    createdMs: clock.now(),
    lastTriggeredMs: null,
    failureCount: 0,
    consecutiveFailures: 0,
  });
}

/** How the app's own webhook fares now: it can be changed, disabled and deleted like any other, and by failures. */
export function localWebhookState(
  db: ReadDb,
  accountId: number,
  listenerUrl: string,
): { readonly webhook_id: string | null; readonly problem: string | null } {
  const known = localWebhook(db, accountId);
  if (known !== undefined) return { webhook_id: known.id, problem: localProblem(known, listenerUrl) };
  const problem = hasRoomForWebhook(db, accountId)
    ? "The app's own webhook was deleted, so alerts cannot reach the inbox. Restart Tidemark to have it again."
    : "The account has five webhooks already, so the app has none for its own alerts. Delete one and restart Tidemark.";
  return { webhook_id: null, problem };
}

function localProblem({ isActive, url }: StoredWebhook, listenerUrl: string): string | null {
  if (!isActive)
    return "The app's own webhook is disabled, so alerts cannot reach the inbox. Enable it again.";
  return url === listenerUrl
    ? null
    : "The app's own webhook leads to another address, so alerts cannot reach the inbox. Restart Tidemark to set it right.";
}

/** Sealed by another installation: both ends of it are ours, so a new one loses nothing. */
function renewSecretIfLost(
  { effects, randomBytes }: RequestContext,
  tx: WriteDb,
  known: StoredWebhook,
): void {
  if (effects.secrets.open(known.secret) === null)
    saveWebhookSecret(tx, known.id, effects.secrets.seal(newWebhookSecret(randomBytes)));
}

/** The secret that the app's own listener verifies with. */
export function localSecret({ db, effects }: RequestContext, accountId: number): string | null {
  const known = localWebhook(db, accountId);
  return known === undefined ? null : effects.secrets.open(known.secret);
}

/** Seals secrets that were kept as text before there was a key for them. */
export function sealOldSecrets({ db, effects }: Pick<RequestContext, "db" | "effects">): number {
  const open = allWebhooks(db).filter(({ secret }) => effects.secrets.shouldReseal(secret));
  if (open.length === 0) return 0;
  write(
    db,
    (tx) => {
      for (const { id, secret } of open) {
        const text = effects.secrets.open(secret);
        if (text !== null) saveWebhookSecret(tx, id, effects.secrets.seal(text));
      }
    },
    { durable: true },
  );
  return open.length;
}
