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

interface WebhookRow {
  id: string;
  account_id: number;
  url: string;
  events: string;
  is_active: number;
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: number | null;
  is_local: number;
  created_at: number;
  last_triggered_at: number | null;
  failure_count: number;
  consecutive_failures: number;
}

export type NewWebhook = Omit<StoredWebhook, "oldSecret">;

function toWebhook(row: WebhookRow): StoredWebhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    // Written only by this module, from validated requests.
    events: JSON.parse(row.events) as EventType[],
    isActive: row.is_active === 1,
    secret: row.secret,
    oldSecret:
      row.old_secret === null || row.old_secret_until === null
        ? null
        : { secret: row.old_secret, validUntilMs: row.old_secret_until },
    isLocal: row.is_local === 1,
    createdMs: row.created_at,
    lastTriggeredMs: row.last_triggered_at,
    failureCount: row.failure_count,
    consecutiveFailures: row.consecutive_failures,
  };
}

export function webhookById(db: ReadDb, id: string): StoredWebhook | undefined {
  const row = getRow<WebhookRow>(db, "SELECT * FROM webhook WHERE id = ?", id);
  return row && toWebhook(row);
}

/** Oldest first. */
export function webhooksOfAccount(db: ReadDb, accountId: number): StoredWebhook[] {
  const sql = "SELECT * FROM webhook WHERE account_id = ? ORDER BY created_at, rowid";
  return allRows<WebhookRow>(db, sql, accountId).map(toWebhook);
}

export function allWebhooks(db: ReadDb): StoredWebhook[] {
  return allRows<WebhookRow>(db, "SELECT * FROM webhook").map(toWebhook);
}

export function localWebhook(db: ReadDb, accountId: number): StoredWebhook | undefined {
  return webhooksOfAccount(db, accountId).find(({ isLocal }) => isLocal);
}

export function insertWebhook(tx: WriteDb, webhook: NewWebhook): void {
  change(
    tx,
    `INSERT INTO webhook (id, account_id, url, events, is_active, secret, is_local, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    webhook.id,
    webhook.accountId,
    webhook.url,
    JSON.stringify(webhook.events),
    Number(webhook.isActive),
    webhook.secret,
    Number(webhook.isLocal),
    webhook.createdMs,
  );
}

/** Saves the editable fields and the consecutive failures, which re-enabling resets. */
export function updateWebhook(tx: WriteDb, webhook: StoredWebhook): void {
  change(
    tx,
    "UPDATE webhook SET url = ?, events = ?, is_active = ?, consecutive_failures = ? WHERE id = ?",
    webhook.url,
    JSON.stringify(webhook.events),
    Number(webhook.isActive),
    webhook.consecutiveFailures,
    webhook.id,
  );
}

export function saveWebhookSecret(tx: WriteDb, id: string, secret: Buffer): void {
  change(tx, "UPDATE webhook SET secret = ? WHERE id = ?", secret, id);
}

export function saveOldSecret(tx: WriteDb, id: string, old: OldSecret): void {
  change(
    tx,
    "UPDATE webhook SET old_secret = ?, old_secret_until = ? WHERE id = ?",
    old.secret,
    old.validUntilMs,
    id,
  );
}

/** Deletes the old secrets that are valid until `nowMs` at the latest. */
export function deleteOldSecrets(tx: WriteDb, nowMs: number): void {
  change(
    tx,
    "UPDATE webhook SET old_secret = NULL, old_secret_until = NULL WHERE old_secret_until <= ?",
    nowMs,
  );
}

/** Cascades to its deliveries and their attempts. */
export function deleteWebhook(tx: WriteDb, id: string): void {
  change(tx, "DELETE FROM webhook WHERE id = ?", id);
}

export function resetWebhookFailures(tx: WriteDb, id: string): void {
  change(tx, "UPDATE webhook SET consecutive_failures = 0 WHERE id = ? AND consecutive_failures <> 0", id);
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

export function saveWebhookTriggered(tx: WriteDb, id: string, atMs: number): void {
  change(tx, "UPDATE webhook SET last_triggered_at = ? WHERE id = ?", atMs, id);
}

export function deactivateWebhook(tx: WriteDb, id: string): void {
  change(tx, "UPDATE webhook SET is_active = 0 WHERE id = ?", id);
}
