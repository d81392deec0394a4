import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

/** A browser extension's request to be paired. */
export interface StoredPairing {
  readonly id: string;
  /** The extension's origin: `chrome-extension://…` or `moz-extension://…`. */
  readonly origin: string;
  readonly name: string;
  readonly keyHash: Buffer;
  readonly code: string;
  readonly isRefused: boolean;
  readonly createdMs: number;
}

const pairingSql = `SELECT id, origin, name, key_hash AS keyHash, code, is_refused AS isRefused, created_at AS createdMs
  FROM pairing`;

/** Requests made within `ms` of now, oldest first. Later ones come from a clock that has been set back since. */
export function recentPairings(db: ReadDb, nowMs: number, ms: number): StoredPairing[] {
  return allRows(db, `${pairingSql} WHERE abs(created_at - ?) < ? ORDER BY created_at, id`, nowMs, ms);
}

export function pairingByHash(db: ReadDb, keyHash: Buffer): StoredPairing | undefined {
  return getRow<StoredPairing>(db, `${pairingSql} WHERE key_hash = ?`, keyHash);
}

export function insertPairing(tx: WriteDb, pairing: StoredPairing): void {
  const sql = `INSERT INTO pairing (id, origin, name, key_hash, code, is_refused, created_at)
    VALUES (:id, :origin, :name, :keyHash, :code, :isRefused, :createdMs)`;
  change(tx, sql, pairing);
}

export function refusePairing(tx: WriteDb, id: string): boolean {
  return change(tx, "UPDATE pairing SET is_refused = 1 WHERE id = ?", id) === 1;
}

export function deletePairing(tx: WriteDb, id: string): void {
  change(tx, "DELETE FROM pairing WHERE id = ?", id);
}

/** Deletes an extension's earlier request, and those that are not of the last `ms`. */
export function deletePairings(tx: WriteDb, origin: string, nowMs: number, ms: number): void {
  change(tx, "DELETE FROM pairing WHERE origin = ? OR abs(created_at - ?) >= ?", origin, nowMs, ms);
}
