import type { EventType } from "../../../../shared/contract/webhook.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

export interface OldSecret {
  /** Sealed by the secret box. */
  readonly secret: Buffer;
  readonly validUntilMs: number;
}

export interface StoredWebhook {
  readonly id: string;
  readonly accountId: number;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly isActive: boolean;
  /** Sealed by the secret box. */
  readonly secret: Buffer;
  /** The secret before the last rotation; `null` without one. */
  readonly oldSecret: OldSecret | null;
  /** Whether it is the app's own listener. */
  readonly isLocal: boolean;
  readonly createdMs: number;
  readonly lastTriggeredMs: number | null;
  readonly failureCount: number;
  readonly consecutiveFailures: number;
}

type WebhookRow = Omit<StoredWebhook, "oldSecret"> & {
  readonly old: Buffer | null;
  readonly validUntilMs: number;
};

const webhookSql = `SELECT id, account_id AS accountId, url, events AS "events:json", is_active AS isActive, secret,
  old_secret AS old, old_secret_until AS validUntilMs, is_local AS isLocal, created_at AS createdMs,
  last_triggered_at AS lastTriggeredMs, failure_count AS failureCount, consecutive_failures AS consecutiveFailures
  FROM webhook`;

export type NewWebhook = Omit<
  StoredWebhook,
  "oldSecret" | "lastTriggeredMs" | "failureCount" | "consecutiveFailures"
>;

function toWebhook({ old, validUntilMs, ...row }: WebhookRow): StoredWebhook {
  return { ...row, oldSecret: old && { secret: old, validUntilMs } };
}

export function webhookById(db: ReadDb, id: string): StoredWebhook | undefined {
  const row = getRow<WebhookRow>(db, `${webhookSql} WHERE id = ?`, id);
  return row && toWebhook(row);
}

/** Oldest first. */
export function webhooksOfAccount(db: ReadDb, accountId: number): StoredWebhook[] {
  const sql = `${webhookSql} WHERE account_id = ? ORDER BY created_at, rowid`;
  return allRows<WebhookRow>(db, sql, accountId).map(toWebhook);
}

export function allWebhooks(db: ReadDb): StoredWebhook[] {
  return allRows<WebhookRow>(db, webhookSql).map(toWebhook);
}

export function localWebhook(db: ReadDb, accountId: number): StoredWebhook | undefined {
  return webhooksOfAccount(db, accountId).find(({ isLocal }) => isLocal);
}

export function insertWebhook(tx: WriteDb, webhook: NewWebhook): void {
  const sql = `INSERT INTO webhook (id, account_id, url, events, is_active, secret, is_local, created_at)
    VALUES (:id, :accountId, :url, :events, :isActive, :secret, :isLocal, :createdMs)`;
  change(tx, sql, webhook);
}

/** Saves the editable fields and the consecutive failures, which re-enabling resets. */
export function updateWebhook(tx: WriteDb, webhook: StoredWebhook): void {
  const sql = `UPDATE webhook SET url = :url, events = :events, is_active = :isActive,
    consecutive_failures = :consecutiveFailures WHERE id = :id`;
  change(tx, sql, webhook);
}

export function saveWebhookSecret(tx: WriteDb, id: string, secret: Buffer): void {
  change(tx, "UPDATE webhook SET secret = ? WHERE id = ?", secret, id);
}

export function saveOldSecret(tx: WriteDb, id: string, old: OldSecret): void {
  const sql = "UPDATE webhook SET old_secret = :secret, old_secret_until = :validUntilMs WHERE id = :id";
  change(tx, sql, { ...old, id });
}

/** Cascades to its deliveries and their attempts. */
export function deleteWebhook(tx: WriteDb, id: string): void {
  change(tx, "DELETE FROM webhook WHERE id = ?", id);
}

/** Counts an event whose delivery failed for good; returns the number of consecutive failures. */
export function countWebhookFailure(tx: WriteDb, id: string): number {
  change(
    tx,
    `UPDATE webhook SET failure_count = failure_count + 1, consecutive_failures = consecutive_failures + 1
     WHERE id = ?`,
    id,
  );
  return webhookById(tx, id)?.consecutiveFailures ?? 0;
}

/** Saves when an attempt started; a delivery ends the consecutive failures. */
export function saveWebhookTriggered(
  tx: WriteDb,
  id: string,
  attempt: { readonly atMs: number; readonly isDelivered: boolean },
): void {
  const sql = `UPDATE webhook SET last_triggered_at = :atMs,
    consecutive_failures = iif(:isDelivered, 0, consecutive_failures) WHERE id = :id`;
  change(tx, sql, { id, ...attempt });
}

export function deactivateWebhook(tx: WriteDb, id: string): void {
  change(tx, "UPDATE webhook SET is_active = 0 WHERE id = ?", id);
}
