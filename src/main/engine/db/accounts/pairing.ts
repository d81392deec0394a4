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

interface PairingRow {
  id: string;
  origin: string;
  name: string;
  key_hash: Buffer;
  code: string;
  is_refused: number;
  created_at: number;
}

function toPairing(row: PairingRow): StoredPairing {
  return {
    id: row.id,
    origin: row.origin,
    name: row.name,
    keyHash: row.key_hash,
    code: row.code,
    isRefused: row.is_refused === 1,
    createdMs: row.created_at,
  };
}

/** Requests made since a time, oldest first. */
export function pairingsSince(db: ReadDb, sinceMs: number): StoredPairing[] {
  return allRows<PairingRow>(
    db,
    "SELECT * FROM pairing WHERE created_at > ? ORDER BY created_at, id",
    sinceMs,
  ).map(toPairing);
}

export function pairingByHash(db: ReadDb, keyHash: Buffer): StoredPairing | undefined {
  const row = getRow<PairingRow>(db, "SELECT * FROM pairing WHERE key_hash = ?", keyHash);
  return row && toPairing(row);
}

export function insertPairing(tx: WriteDb, pairing: StoredPairing): void {
  change(
    tx,
    `INSERT INTO pairing (id, origin, name, key_hash, code, is_refused, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    pairing.id,
    pairing.origin,
    pairing.name,
    pairing.keyHash,
    pairing.code,
    Number(pairing.isRefused),
    pairing.createdMs,
  );
}

export function refusePairing(tx: WriteDb, id: string): boolean {
  return change(tx, "UPDATE pairing SET is_refused = 1 WHERE id = ?", id) === 1;
}

export function deletePairing(tx: WriteDb, id: string): void {
  change(tx, "DELETE FROM pairing WHERE id = ?", id);
}

/** Deletes an extension's earlier request, and those made until a time. */
export function deletePairings(tx: WriteDb, origin: string, untilMs: number): void {
  change(tx, "DELETE FROM pairing WHERE origin = ? OR created_at <= ?", origin, untilMs);
}
