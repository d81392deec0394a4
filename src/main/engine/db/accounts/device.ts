import type { WebDevice } from "../../../../shared/app/web.js";
import { allRows, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

/** A phone or computer that the owner has paired with the window's page. */
export interface Device {
  readonly id: number;
  readonly name: string;
  readonly kind: WebDevice["kind"];
  /** SHA-256 of the secret in its cookie. */
  readonly hash: Buffer;
  readonly createdMs: number;
  readonly lastSeenMs: number;
  readonly revokedMs: number | null;
}

const deviceSql = `SELECT id, name, kind, hash, created_at AS createdMs, last_seen_at AS lastSeenMs,
  revoked_at AS revokedMs FROM device`;

export function activeDevices(db: ReadDb): WebDevice[] {
  const sql = `SELECT id, name, kind, created_at AS "created_at:time", last_seen_at AS "last_seen_at:time"
    FROM device WHERE revoked_at IS NULL ORDER BY created_at, id`;
  return allRows(db, sql);
}

export function activeDeviceByHash(db: ReadDb, hash: Buffer): Device | undefined {
  return getRow<Device>(db, `${deviceSql} WHERE hash = ? AND revoked_at IS NULL`, hash);
}

export function isActiveDevice(db: ReadDb, id: number): boolean {
  return getValue(db, "SELECT 1 FROM device WHERE id = ? AND revoked_at IS NULL", id) !== undefined;
}

export function revokedDevices(db: ReadDb): Device[] {
  return allRows(db, `${deviceSql} WHERE revoked_at IS NOT NULL`);
}

/** If it is known, it is revoked with this one. */
export function insertDevice(tx: WriteDb, device: Omit<Device, "id">): void {
  change(
    tx,
    `INSERT INTO device (name, kind, hash, created_at, last_seen_at, revoked_at)
     VALUES (:name, :kind, :hash, :createdMs, :lastSeenMs, :revokedMs)
     ON CONFLICT (hash) DO UPDATE SET revoked_at = coalesce(revoked_at, excluded.revoked_at)`,
    device,
  );
}

/** Returns whether an active device was revoked. */
export function revokeDevice(tx: WriteDb, id: number, atMs: number): boolean {
  return change(tx, "UPDATE device SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", atMs, id) === 1;
}

export function touchDevice(tx: WriteDb, id: number, atMs: number): void {
  change(tx, "UPDATE device SET last_seen_at = ? WHERE id = ?", atMs, id);
}
