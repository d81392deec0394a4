import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { DAY_MS } from "../../../../shared/time.js";
import { writeDurably } from "../../db/store.js";
import { saveOldSecret, saveWebhookSecret } from "../../db/webhooks/webhook.js";
import { newWebhookSecret } from "../../domain/random-text.js";
import type { RequestContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";
import { validOldSecret } from "./secrets.js";
import { requireWebhook } from "./webhooks.js";

/** How long the secret before a rotation stays valid. */
const overlapMs = DAY_MS;

/**
 * Replaces a webhook's secret. The one before stays valid for a day; a second rotation within that day replaces only
 * the new one. Throws `ContractError`.
 */
export function rotateSecret(
  { db, clock, randomBytes, accountId, effects }: RequestContext & { readonly accountId: number },
  { webhook_id }: AppRequest<"webhooks.rotate">,
): AppOutput<"webhooks.rotate"> {
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
}
