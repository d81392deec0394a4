import { allRows, allValues, change, getRow, getValue, insert, type ReadDb, type WriteDb } from "../store.js";

/** `sending`: claimed by an engine, which has not recorded the outcome. */
export type MessageStatus = "due" | "sending" | "delivered" | "failed" | "unconfirmed";

/** A message to a channel: an alert, or a group of them. */
export interface StoredMessage {
  readonly id: number;
  readonly channelId: number;
  /** The id that receivers see. */
  readonly publicId: string;
  readonly status: MessageStatus;
  /** Attempts begun. */
  readonly attempts: number;
  readonly dueMs: number;
  readonly createdMs: number;
  readonly endedMs: number | null;
  readonly error: string | null;
  readonly action: string | null;
}

const messageColumns = `m.id, m.channel_id AS channelId, m.public_id AS publicId, m.status, m.attempts, m.due_at AS dueMs,
  m.created_at AS createdMs, m.ended_at AS endedMs, m.error, m.action`;

/** Queues an alert for a channel, unless it was queued before. */
export function queueChannelAlert(tx: WriteDb, channelId: number, entryId: number, atMs: number): void {
  const sql = `INSERT INTO channel_alert (channel_id, entry_id, queued_at) VALUES (?, ?, ?)
    ON CONFLICT (channel_id, entry_id) DO NOTHING`;
  change(tx, sql, channelId, entryId, atMs);
}

export interface QueuedAlert {
  readonly entryId: number;
  readonly queuedMs: number;
}

/** A channel's alerts that belong to no message yet, oldest first. */
export function queuedAlerts(db: ReadDb, channelId: number): QueuedAlert[] {
  return allRows<QueuedAlert>(
    db,
    `SELECT entry_id AS entryId, queued_at AS queuedMs FROM channel_alert
     WHERE channel_id = ? AND message_id IS NULL ORDER BY entry_id`,
    channelId,
  );
}

/** Creates a message that is due, and assigns the alerts to it. */
export function insertMessage(
  tx: WriteDb,
  message: Pick<StoredMessage, "channelId" | "publicId" | "createdMs">,
  entryIds: readonly number[],
): void {
  const insertSql = `INSERT INTO channel_message (channel_id, public_id, status, attempts, due_at, created_at)
    VALUES (:channelId, :publicId, 'due', 0, :createdMs, :createdMs)`;
  const id = insert(tx, insertSql, message);
  const assignSql = `UPDATE channel_alert SET message_id = ?
    WHERE channel_id = ? AND entry_id IN (SELECT value FROM json_each(?))`;
  change(tx, assignSql, id, message.channelId, entryIds);
}

/** A channel's oldest message that has not ended, which is sent before any other. */
export function openMessage(db: ReadDb, channelId: number): StoredMessage | undefined {
  const sql = `SELECT ${messageColumns} FROM channel_message m WHERE channel_id = ? AND ended_at IS NULL
    ORDER BY id LIMIT 1`;
  return getRow<StoredMessage>(db, sql, channelId);
}

/** Saves a message's progress; returns whether it still existed. Includes the public id, because row ids are reused. */
export function updateMessage(tx: WriteDb, message: StoredMessage): boolean {
  const sql = `UPDATE channel_message SET status = :status, attempts = :attempts, due_at = :dueMs, ended_at = :endedMs,
      error = :error, action = :action WHERE id = :id AND public_id = :publicId`;
  return change(tx, sql, message) === 1;
}

/** Ends the messages, and drops the alerts, that have waited since before a time. */
export function endWaiting(
  tx: WriteDb,
  beforeMs: number,
  ended: Pick<StoredMessage, "error" | "action"> & { readonly endedMs: number },
): void {
  const sql = `UPDATE channel_message SET status = 'failed', ended_at = :endedMs, error = :error, action = :action
    WHERE ended_at IS NULL AND created_at < :beforeMs`;
  change(tx, sql, { ...ended, beforeMs });
  change(tx, "DELETE FROM channel_alert WHERE message_id IS NULL AND queued_at < ?", beforeMs);
}

/** The alerts of a message, by the id of their inbox entry. */
export function entryIdsOfMessage(db: ReadDb, messageId: number): number[] {
  const sql = "SELECT entry_id AS id FROM channel_alert WHERE message_id = ? ORDER BY entry_id";
  return allValues<number>(db, sql, messageId);
}

/** A message with the number of its alerts and the title of the first one's product. */
export interface LoggedMessage extends StoredMessage {
  readonly alerts: number;
  readonly product: string;
}

const loggedSql = `SELECT ${messageColumns},
    (SELECT count(*) FROM channel_alert a WHERE a.message_id = m.id) AS alerts,
    coalesce((SELECT json_extract(i.data, '$.product.title') FROM channel_alert a JOIN inbox i ON i.id = a.entry_id
       WHERE a.message_id = m.id ORDER BY a.entry_id LIMIT 1), '') AS product
  FROM channel_message m`;

/** The newest messages of all channels, newest first. */
export function newestMessages(db: ReadDb, limit: number): LoggedMessage[] {
  return allRows(db, `${loggedSql} ORDER BY m.id DESC LIMIT ?`, limit);
}

export function newestMessagesOfChannel(db: ReadDb, channelId: number, limit: number): LoggedMessage[] {
  return allRows(db, `${loggedSql} WHERE m.channel_id = ? ORDER BY m.id DESC LIMIT ?`, channelId, limit);
}

export function lastEndedMessage(db: ReadDb, channelId: number): LoggedMessage | undefined {
  const sql = `${loggedSql} WHERE m.channel_id = ? AND m.ended_at IS NOT NULL ORDER BY m.id DESC LIMIT 1`;
  return getRow<LoggedMessage>(db, sql, channelId);
}

/** How many of a channel's alerts are still to be sent. */
export function countWaitingAlerts(db: ReadDb, channelId: number): number {
  const sql = `SELECT count(*) FROM channel_alert a LEFT JOIN channel_message m ON m.id = a.message_id
    WHERE a.channel_id = ? AND m.ended_at IS NULL`;
  return getValue<number>(db, sql, channelId) ?? 0;
}
