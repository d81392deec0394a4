import { type ReadDb, write } from "../../db/store.js";
import { deleteOldSecrets, type OldSecret, type StoredWebhook } from "../../db/webhooks/webhook.js";
import type { Clock } from "../../domain/clock.js";
import type { SignedPost } from "../request/effects.js";
import type { SecretBox } from "../request/secret-box.js";

/** The secrets that sign a post. */
export type SigningSecrets = Pick<SignedPost, "secret" | "nextSecret">;

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

/** Deletes old secrets that are no longer valid. */
export function purgeOldSecrets({ db, clock }: { readonly db: ReadDb; readonly clock: Clock }): void {
  write(db, (tx) => deleteOldSecrets(tx, clock.now()));
}
