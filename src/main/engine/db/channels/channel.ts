import type { ChannelKind } from "../../../../shared/app/channels.js";
import type { QuietHours } from "../../../../shared/app/primitives.js";
import type { Language } from "../../../../shared/texts/language.js";
import { allRows, change, getRow, insert, type ReadDb, type WriteDb } from "../store.js";

export interface StoredChannel {
  readonly id: number;
  readonly name: string;
  readonly kind: ChannelKind;
  /** Sealed by the secret box. */
  readonly target: Buffer;
  /** The target without its secrets. */
  readonly description: string;
  readonly quietHours: QuietHours | null;
  readonly language: Language;
  readonly createdMs: number;
}

interface ChannelRow {
  id: number;
  name: string;
  kind: ChannelKind;
  target: Buffer;
  description: string;
  quiet_from: string | null;
  quiet_to: string | null;
  language: Language;
  created_at: number;
}

function toChannel(row: ChannelRow): StoredChannel {
  const { quiet_from: from, quiet_to: to } = row;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    target: row.target,
    description: row.description,
    quietHours: from === null || to === null ? null : { from, to },
    language: row.language,
    createdMs: row.created_at,
  };
}

/** Oldest first. */
export function allChannels(db: ReadDb): StoredChannel[] {
  return allRows<ChannelRow>(db, "SELECT * FROM channel ORDER BY id").map(toChannel);
}

export function allChannelIds(db: ReadDb): number[] {
  return allRows<{ id: number }>(db, "SELECT id FROM channel ORDER BY id").map(({ id }) => id);
}

export function channelById(db: ReadDb, id: number): StoredChannel | undefined {
  const row = getRow<ChannelRow>(db, "SELECT * FROM channel WHERE id = ?", id);
  return row && toChannel(row);
}

export function insertChannel(tx: WriteDb, channel: Omit<StoredChannel, "id">): number {
  return insert(
    tx,
    `INSERT INTO channel (name, kind, target, description, quiet_from, quiet_to, language, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    channel.name,
    channel.kind,
    channel.target,
    channel.description,
    channel.quietHours?.from ?? null,
    channel.quietHours?.to ?? null,
    channel.language,
    channel.createdMs,
  );
}

export function updateChannel(tx: WriteDb, channel: StoredChannel): void {
  change(
    tx,
    `UPDATE channel SET name = ?, kind = ?, target = ?, description = ?, quiet_from = ?, quiet_to = ?, language = ?
     WHERE id = ?`,
    channel.name,
    channel.kind,
    channel.target,
    channel.description,
    channel.quietHours?.from ?? null,
    channel.quietHours?.to ?? null,
    channel.language,
    channel.id,
  );
}

/** Cascades to its messages and alerts. */
export function deleteChannel(tx: WriteDb, id: number): boolean {
  return change(tx, "DELETE FROM channel WHERE id = ?", id) === 1;
}
