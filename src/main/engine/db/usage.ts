import { change, getRow, type ReadDb, type WriteDb } from "./store.js";

export interface PeriodUsage {
  readonly creditsUsed: number;
  readonly requestsMade: number;
}

export function periodUsage(db: ReadDb, accountId: number, periodStartMs: number): PeriodUsage {
  const row = getRow<{ credits_used: number; requests_made: number }>(
    db,
    "SELECT credits_used, requests_made FROM usage_period WHERE account_id = ? AND started_at = ?",
    accountId,
    periodStartMs,
  );
  return { creditsUsed: row?.credits_used ?? 0, requestsMade: row?.requests_made ?? 0 };
}

/** Adds a counted request and what it cost to the period. */
export function addUsage(tx: WriteDb, accountId: number, periodStartMs: number, credits: number): void {
  change(
    tx,
    `INSERT INTO usage_period (account_id, started_at, credits_used, requests_made) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET credits_used = credits_used + excluded.credits_used,
                               requests_made = requests_made + 1`,
    accountId,
    periodStartMs,
    credits,
  );
}

export function setCreditsUsed(tx: WriteDb, accountId: number, periodStartMs: number, credits: number): void {
  change(
    tx,
    `INSERT INTO usage_period (account_id, started_at, credits_used) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET credits_used = excluded.credits_used`,
    accountId,
    periodStartMs,
    credits,
  );
}
