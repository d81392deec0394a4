import { newApiKey } from "../../../../shared/api-key.js";
import { deleteEphemeralKeys, insertKey, revokeKey } from "../../db/accounts/api-key.js";
import { type ReadDb, write, writeDurably } from "../../db/store.js";
import { newKeyId } from "../../domain/random-text.js";
import { hashKey } from "../request/authenticate.js";
import type { OperationContext } from "../request/context.js";

interface KeyOptions {
  readonly name: string;
  readonly isReadOnly?: boolean | undefined;
  /** Opens the owner API, too. */
  readonly isOwner?: boolean | undefined;
  /** Valid for one run of the engine. */
  readonly isEphemeral?: boolean;
}

/** The key is shown only now: just its hash is stored (decision 4). */
export function createKey(
  context: OperationContext,
  accountId: number,
  { name, isReadOnly = false, isOwner = false, isEphemeral = false }: KeyOptions,
) {
  const key = newApiKey(context.randomBytes);
  const id = newKeyId(context.randomBytes);
  const row = { id, accountId, name, hash: hashKey(key), isReadOnly, isOwner, isEphemeral };
  const createdMs = context.clock.now();
  // A power cut ends the run, and with it the key.
  write(context.db, (tx) => insertKey(tx, { ...row, origin: null, createdMs, revokedMs: null }), {
    durable: !isEphemeral,
  });
  return { id, key };
}

/** Returns `false` if the account has no active key of this id. */
export function revokeApiKey(context: OperationContext, accountId: number, id: string): boolean {
  return writeDurably(context.db, (tx) => revokeKey(tx, accountId, id, context.clock.now()));
}

/** Deletes the keys of earlier runs, however those ended. */
export function purgeEphemeralKeys(db: ReadDb): void {
  write(db, (tx) => deleteEphemeralKeys(tx));
}
