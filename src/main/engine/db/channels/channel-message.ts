import { allRows, change, getRow, insert, type ReadDb, type WriteDb } from "../store.js";

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

interface MessageRow {
  id: number;
  channel_id: number;
  public_id: string;
  status: MessageStatus;
  attempts: number;
  due_at: number;
  created_at: number;
  ended_at: number | null;
  error: string | null;
  action: string | null;
}

function toMessage(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    channelId: row.channel_id,
    publicId: row.public_id,
    status: row.status,
    attempts: row.attempts,
    dueMs: row.due_at,
    createdMs: row.created_at,
    endedMs: row.ended_at,
    error: row.error,
    action: row.action,
  };
}

/** Queues an alert for a channel, unless it was queued before. */
export function queueChannelAlert(tx: WriteDb, channelId: number, entryId: number, atMs: number): void {
  change(
    tx,
    `INSERT INTO channel_alert (channel_id, entry_id, queued_at) VALUES (?, ?, ?)
     ON CONFLICT (channel_id, entry_id) DO NOTHING`,
    channelId,
    entryId,
    atMs,
  );
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
  const id = insert(
    tx,
    `INSERT INTO channel_message (channel_id, public_id, status, attempts, due_at, created_at)
     VALUES (?, ?, 'due', 0, ?, ?)`,
    message.channelId,
    message.publicId,
    message.createdMs,
    message.createdMs,
  );
  change(
    tx,
    `UPDATE channel_alert SET message_id = ?
     WHERE channel_id = ? AND entry_id IN (SELECT value FROM json_each(?))`,
    id,
    message.channelId,
    JSON.stringify(entryIds),
  );
}

/** A channel's oldest message that has not ended, which is sent before any other. */
export function openMessage(db: ReadDb, channelId: number): StoredMessage | undefined {
  const sql = "SELECT * FROM channel_message WHERE channel_id = ? AND ended_at IS NULL ORDER BY id LIMIT 1";
  const row = getRow<MessageRow>(db, sql, channelId);
  return row && toMessage(row);
}

/** Saves a message's progress; returns whether it still existed. Includes the public id, because row ids are reused. */
export function updateMessage(tx: WriteDb, message: StoredMessage): boolean {
  return (
    change(
      tx,
      `UPDATE channel_message SET status = ?, attempts = ?, due_at = ?, ended_at = ?, error = ?, action = ?
       WHERE id = ? AND public_id = ?`,
      message.status,
      message.attempts,
      message.dueMs,
      message.endedMs,
      message.error,
      message.action,
      message.id,
      message.publicId,
    ) === 1
  );
}

/** The alerts of a message, by the id of their inbox entry. */
export function entryIdsOfMessage(db: ReadDb, messageId: number): number[] {
  return allRows<{ id: number }>(
    db,
    "SELECT entry_id AS id FROM channel_alert WHERE message_id = ? ORDER BY entry_id",
    messageId,
  ).map(({ id }) => id);
}

/** A message with the number of its alerts and the title of the first one's product. */
export interface LoggedMessage extends StoredMessage {
  readonly alerts: number;
  readonly product: string;
}

const loggedSql = `SELECT m.*,
    (SELECT count(*) FROM channel_alert a WHERE a.message_id = m.id) AS alerts,
    coalesce((SELECT json_extract(i.data, '$.product.title') FROM channel_alert a JOIN inbox i ON i.id = a.entry_id
       WHERE a.message_id = m.id ORDER BY a.entry_id LIMIT 1), '') AS product
  FROM channel_message m`;

type LoggedRow = MessageRow & Pick<LoggedMessage, "alerts" | "product">;

function toLogged({ alerts, product, ...row }: LoggedRow): LoggedMessage {
  return { ...toMessage(row), alerts, product };
}

/** The newest messages of all channels, newest first. */
export function newestMessages(db: ReadDb, limit: number): LoggedMessage[] {
  return allRows<LoggedRow>(db, `${loggedSql} ORDER BY m.id DESC LIMIT ?`, limit).map(toLogged);
}

export function newestMessagesOfChannel(db: ReadDb, channelId: number, limit: number): LoggedMessage[] {
  return allRows<LoggedRow>(
    db,
    `${loggedSql} WHERE m.channel_id = ? ORDER BY m.id DESC LIMIT ?`,
    channelId,
    limit,
  ).map(toLogged);
}

export function lastEndedMessage(db: ReadDb, channelId: number): LoggedMessage | undefined {
  const sql = `${loggedSql} WHERE m.channel_id = ? AND m.ended_at IS NOT NULL ORDER BY m.id DESC LIMIT 1`;
  const row = getRow<LoggedRow>(db, sql, channelId);
  return row && toLogged(row);
}

/** How many of a channel's alerts are still to be sent. */
export function countWaitingAlerts(db: ReadDb, channelId: number): number {
  const row = getRow<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM channel_alert a LEFT JOIN channel_message m ON m.id = a.message_id
     WHERE a.channel_id = ? AND m.ended_at IS NULL`,
    channelId,
  );
  return row?.n ?? 0;
}

/** Caps due times after the clock was set back, so that no message waits too long. */
export function capMessageDueTimes(tx: WriteDb, latestMs: number): void {
  change(
    tx,
    "UPDATE channel_message SET due_at = ? WHERE ended_at IS NULL AND due_at > ?",
    latestMs,
    latestMs,
  );
}

/** Cascades to their alerts. */
export function deleteMessagesEndedBefore(tx: WriteDb, beforeMs: number): void {
  change(tx, "DELETE FROM channel_message WHERE ended_at < ?", beforeMs);
}
