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

interface KeyRow {
  id: string;
  account_id: number;
  name: string;
  hash: Buffer;
  is_read_only: number;
  is_owner: number;
  is_ephemeral: number;
  origin: string | null;
  created_at: number;
  revoked_at: number | null;
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    hash: row.hash,
    isReadOnly: row.is_read_only === 1,
    isOwner: row.is_owner === 1,
    isEphemeral: row.is_ephemeral === 1,
    origin: row.origin,
    createdMs: row.created_at,
    revokedMs: row.revoked_at,
  };
}

export function activeKeyByHash(db: ReadDb, hash: Buffer): ApiKey | undefined {
  const row = getRow<KeyRow>(db, "SELECT * FROM api_key WHERE hash = ? AND revoked_at IS NULL", hash);
  return row && toKey(row);
}

/** Keys created by a person; the engine's own ephemeral key is left out. */
export function keysOfAccount(db: ReadDb, accountId: number): ApiKey[] {
  return allRows<KeyRow>(
    db,
    "SELECT * FROM api_key WHERE account_id = ? AND is_ephemeral = 0 ORDER BY created_at, id",
    accountId,
  ).map(toKey);
}

/** Keys of the current engine run, or of one that was killed. */
export function ephemeralKeys(db: ReadDb): ApiKey[] {
  return allRows<KeyRow>(db, "SELECT * FROM api_key WHERE is_ephemeral = 1").map(toKey);
}

export function revokedKeys(db: ReadDb): ApiKey[] {
  return allRows<KeyRow>(db, "SELECT * FROM api_key WHERE revoked_at IS NOT NULL").map(toKey);
}

export function insertKey(tx: WriteDb, key: ApiKey): void {
  change(
    tx,
    `INSERT INTO api_key (id, account_id, name, hash, is_read_only, is_owner, is_ephemeral, origin, created_at, revoked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key.id,
    key.accountId,
    key.name,
    key.hash,
    Number(key.isReadOnly),
    Number(key.isOwner),
    Number(key.isEphemeral),
    key.origin,
    key.createdMs,
    key.revokedMs,
  );
}

/** Returns whether an active key of the account was revoked. */
export function revokeKey(tx: WriteDb, accountId: number, id: string, atMs: number): boolean {
  return (
    change(
      tx,
      "UPDATE api_key SET revoked_at = ? WHERE account_id = ? AND id = ? AND revoked_at IS NULL",
      atMs,
      accountId,
      id,
    ) === 1
  );
}

/** Revokes a key that another database has as revoked; returns whether this one has it, too. */
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
