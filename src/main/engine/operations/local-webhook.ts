import type { EventType } from "../../../shared/contract/webhook.js";
import { type WriteDb, write } from "../db/store.js";
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

/** What is worth an entry in the inbox. That a check went well is not; who wants to know can add it. */
const inboxEvents: readonly EventType[] = ["price_drop", "availability_change"];

/** The app's own listener in the account's list of webhooks; `null` where there was no room for it. */
export function registerLocalWebhook(
  context: RequestContext,
  accountId: number,
  url: string,
): { readonly id: string } | null {
  return write(
    context.db,
    (tx) => {
      const known = localWebhook(tx, accountId);
      if (known === undefined) return addLocalWebhook(context, tx, accountId, url);
      if (known.url !== url) updateWebhook(tx, { ...known, url });
      renewSecretIfLost(context, tx, known);
      return { id: known.id };
    },
    { durable: true },
  );
}

function addLocalWebhook(
  { clock, randomBytes, effects }: RequestContext,
  tx: WriteDb,
  accountId: number,
  url: string,
): { readonly id: string } | null {
  if (!hasRoomForWebhook(tx, accountId)) return null;
  const id = newWebhookId(randomBytes);
  insertWebhook(tx, {
    id,
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
  return { id };
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
