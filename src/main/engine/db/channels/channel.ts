import type { ChannelKind } from "../../../../shared/app/channels.js";
import type { QuietHours } from "../../../../shared/app/primitives.js";
import type { Language } from "../../../../shared/texts/language.js";
import { allRows, allValues, change, getRow, insert, type ReadDb, type WriteDb } from "../store.js";

export interface StoredChannel {
  readonly id: number;
  readonly name: string;
  readonly kind: ChannelKind;
  /** Sealed by the secret box. */
  readonly target: Buffer;
  /** The target without its secrets. */
  readonly description: string;
  readonly quietHours: QuietHours | null;
  /** When it sends alerts: `collectionPattern`. */
  readonly collect: string;
  readonly language: Language;
  readonly createdMs: number;
}

type ChannelRow = Omit<StoredChannel, "quietHours"> & { readonly [End in keyof QuietHours]: string | null };

const channelSql = `SELECT id, name, kind, target, description, quiet_from AS "from", quiet_to AS "to", collect, language,
  created_at AS createdMs FROM channel`;

function toChannel({ from, to, ...row }: ChannelRow): StoredChannel {
  return { ...row, quietHours: from === null || to === null ? null : { from, to } };
}

/** The values of the columns. */
function toRow({ quietHours, ...channel }: Omit<StoredChannel, "id">): object {
  return { from: null, to: null, ...quietHours, ...channel };
}

/** Oldest first. */
export function allChannels(db: ReadDb): StoredChannel[] {
  return allRows<ChannelRow>(db, `${channelSql} ORDER BY id`).map(toChannel);
}

export function allChannelIds(db: ReadDb): number[] {
  return allValues<number>(db, "SELECT id FROM channel ORDER BY id");
}

export function channelById(db: ReadDb, id: number): StoredChannel | undefined {
  const row = getRow<ChannelRow>(db, `${channelSql} WHERE id = ?`, id);
  return row && toChannel(row);
}

export function insertChannel(tx: WriteDb, channel: Omit<StoredChannel, "id">): number {
  const sql = `INSERT INTO channel (name, kind, target, description, quiet_from, quiet_to, collect, language, created_at)
    VALUES (:name, :kind, :target, :description, :from, :to, :collect, :language, :createdMs)`;
  return insert(tx, sql, toRow(channel));
}

export function updateChannel(tx: WriteDb, channel: StoredChannel): void {
  const sql = `UPDATE channel SET name = :name, kind = :kind, target = :target, description = :description,
      quiet_from = :from, quiet_to = :to, collect = :collect, language = :language WHERE id = :id`;
  change(tx, sql, toRow(channel));
}

/** Cascades to its messages and alerts. */
export function deleteChannel(tx: WriteDb, id: number): boolean {
  return change(tx, "DELETE FROM channel WHERE id = ?", id) === 1;
}
