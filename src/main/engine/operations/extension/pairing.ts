import type { z } from "zod";
import type { PairingState, pairingRequest } from "../../../../shared/app/extension.js";
import { maxPairings, pairingMs } from "../../../../shared/app/limits.js";
import type { AppOutput } from "../../../../shared/app/operations.js";
import { activeKeyByHash, insertKey, keysOfAccount, revokeKey } from "../../db/accounts/api-key.js";
import {
  deletePairing,
  deletePairings,
  insertPairing,
  pairingByHash,
  recentPairings,
  refusePairing,
  type StoredPairing,
} from "../../db/accounts/pairing.js";
import { type ReadDb, write, writeDurably } from "../../db/store.js";
import { newKeyId, newPairingCode } from "../../domain/random-text.js";
import { describeRefusal } from "../../domain/refusal.js";
import type { Operation, OperationContext } from "../request/context.js";
import { refuse, refused } from "../request/contract-error.js";

function waitingPairings(db: ReadDb, nowMs: number): StoredPairing[] {
  return recentPairings(db, nowMs, pairingMs).filter(({ isRefused }) => !isRefused);
}

function waiting(code: string, leftMs: number): PairingState {
  return { state: "waiting", code, seconds_left: Math.ceil(leftMs / 1_000) };
}

/** Min time between two requests of an extension with different keys. */
const repeatMs = 5_000;

/** The state of an extension's request with this key; null without one. */
function knownState({ db, clock }: OperationContext, origin: string, keyHash: Buffer): PairingState | null {
  if (activeKeyByHash(db, keyHash)?.origin === origin) return { state: "paired" };
  const known = pairingByHash(db, keyHash);
  const ageMs = Math.abs(clock.now() - (known?.createdMs ?? 0));
  if (known?.origin !== origin || ageMs >= pairingMs) return null;
  return known.isRefused ? { state: "refused" } : waiting(known.code, pairingMs - ageMs);
}

/**
 * Records an extension's request, or returns the state of its earlier one. A new request replaces the oldest one if too many
 * wait, and calls `onNew`.
 */
export function requestPairing(
  context: OperationContext,
  origin: string,
  { name, key_hash: hash, is_new: isNew }: z.output<typeof pairingRequest>,
  onNew: () => void,
): PairingState {
  const { db, clock, randomBytes } = context;
  const nowMs = clock.now();
  const keyHash = Buffer.from(hash, "hex");
  const known = knownState(context, origin, keyHash);
  if (known !== null) return known;
  if (!isNew) return { state: "unknown" };
  const recent = recentPairings(db, nowMs, pairingMs);
  if (recentPairings(db, nowMs, repeatMs).some((each) => each.origin === origin))
    throw refused(describeRefusal("pairedTooSoon"), "ERR_RATE_LIMIT", {
      retryAfterSeconds: repeatMs / 1_000,
    });
  const others = recent.filter((each) => each.origin !== origin && !each.isRefused);
  // Refusing instead would let any program that takes all places keep the shopper's extension out.
  const evicted = others.slice(0, Math.max(0, others.length - maxPairings + 1));
  const code = newPairingCode(randomBytes);
  write(db, (tx) => {
    deletePairings(tx, origin, nowMs, pairingMs);
    for (const { id } of evicted) deletePairing(tx, id);
    insertPairing(tx, {
      id: newKeyId(randomBytes),
      origin,
      name,
      keyHash,
      code,
      isRefused: false,
      createdMs: nowMs,
    });
  });
  onNew();
  return waiting(code, pairingMs);
}

export function listPairings({ db, clock }: OperationContext): AppOutput<"pairings.list"> {
  const pairings = waitingPairings(db, clock.now()).map(({ id, name, origin, code, createdMs }) => ({
    id,
    name,
    origin,
    code,
    expires_at: new Date(createdMs + pairingMs).toISOString(),
  }));
  return { pairings };
}

function findWaiting({ db, clock }: OperationContext, wanted: string): StoredPairing {
  const plain = wanted.replace(/\s/g, "");
  const pairing = waitingPairings(db, clock.now()).find(
    ({ id, code }) => id === wanted || code.replace(" ", "") === plain,
  );
  if (pairing === undefined) throw refuse("noBrowserWaits");
  return pairing;
}

/** Makes the key of a waiting extension valid, and revokes its earlier ones. */
export const confirmPairing: Operation<
  "pairings.confirm",
  OperationContext & { readonly accountId: number }
> = (context, { pairing: wanted }) => {
  const { db, clock, accountId } = context;
  const { id, name, origin, keyHash } = findWaiting(context, wanted);
  const nowMs = clock.now();
  writeDurably(db, (tx) => {
    for (const key of keysOfAccount(tx, accountId))
      if (key.extension === origin) revokeKey(tx, accountId, key.id, nowMs);
    insertKey(tx, {
      id,
      accountId,
      name,
      hash: keyHash,
      isReadOnly: false,
      isOwner: true,
      isEphemeral: false,
      origin,
      createdMs: nowMs,
      revokedMs: null,
    });
    deletePairing(tx, id);
  });
  return { key_id: id, name };
};

export const refuseWaiting: Operation<"pairings.refuse", OperationContext> = (
  context,
  { pairing: wanted },
) => {
  const { id } = findWaiting(context, wanted);
  write(context.db, (tx) => refusePairing(tx, id));
  return {};
};
