import type { ApiKeySummary } from "../../../../shared/app/operations.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

export interface ApiKey {
  readonly id: string;
  readonly accountId: number;
  readonly name: string;
  readonly hash: Buffer;
  readonly isReadOnly: boolean;
  /** Whether it also opens the owner API. */
  readonly isOwner: boolean;
  readonly isEphemeral: boolean;
  /** The browser extension that the key belongs to; null for a key of a program. */
  readonly origin: string | null;
  readonly createdMs: number;
  readonly revokedMs: number | null;
}

const keySql = `SELECT id, account_id AS accountId, name, hash, is_read_only AS isReadOnly, is_owner AS isOwner,
  is_ephemeral AS isEphemeral, origin, created_at AS createdMs, revoked_at AS revokedMs FROM api_key`;

/** The owner and rights of a key. */
export type KeyAccess = Pick<
  ApiKey,
  "id" | "accountId" | "isReadOnly" | "isOwner" | "isEphemeral" | "origin"
>;

export function activeKeyByHash(db: ReadDb, hash: Buffer): KeyAccess | undefined {
  const sql = `SELECT id, account_id AS accountId, is_read_only AS isReadOnly, is_owner AS isOwner,
    is_ephemeral AS isEphemeral, origin FROM api_key WHERE hash = ? AND revoked_at IS NULL`;
  return getRow<KeyAccess>(db, sql, hash);
}

/** Keys created by a person; the engine's own ephemeral key is left out. */
export function keysOfAccount(db: ReadDb, accountId: number): ApiKeySummary[] {
  const sql = `SELECT id, name, is_read_only AS "read_only:bool", is_owner AS "owner:bool", origin AS extension,
      created_at AS "created_at:time", revoked_at AS "revoked_at:time"
    FROM api_key WHERE account_id = ? AND is_ephemeral = 0 ORDER BY created_at, id`;
  return allRows(db, sql, accountId);
}

/** Keys of the current engine run, or of one that was killed. */
export function ephemeralKeys(db: ReadDb): ApiKey[] {
  return allRows(db, `${keySql} WHERE is_ephemeral = 1`);
}

export function revokedKeys(db: ReadDb): ApiKey[] {
  return allRows(db, `${keySql} WHERE revoked_at IS NOT NULL`);
}

export function insertKey(tx: WriteDb, key: ApiKey): void {
  change(
    tx,
    `INSERT INTO api_key (id, account_id, name, hash, is_read_only, is_owner, is_ephemeral, origin, created_at, revoked_at)
     VALUES (:id, :accountId, :name, :hash, :isReadOnly, :isOwner, :isEphemeral, :origin, :createdMs, :revokedMs)`,
    key,
  );
}

/** Returns whether an active key of the account was revoked. */
export function revokeKey(tx: WriteDb, accountId: number, id: string, atMs: number): boolean {
  const sql = "UPDATE api_key SET revoked_at = ? WHERE account_id = ? AND id = ? AND revoked_at IS NULL";
  return change(tx, sql, atMs, accountId, id) === 1;
}

/** Revokes a key that is revoked in another database; returns `false` if this one lacks it. */
export function repeatRevocation(
  tx: WriteDb,
  { id, hash, revokedMs }: Pick<ApiKey, "id" | "hash" | "revokedMs">,
): boolean {
  const sql = "UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE hash = ? OR id = ?";
  return change(tx, sql, revokedMs, hash, id) > 0;
}

export function deleteKey(tx: WriteDb, id: string): void {
  change(tx, "DELETE FROM api_key WHERE id = ?", id);
}

export function deleteEphemeralKeys(tx: WriteDb): void {
  change(tx, "DELETE FROM api_key WHERE is_ephemeral = 1");
}
