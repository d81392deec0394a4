import type { PlanStatus } from "../../../../shared/app/operations.js";
import type { RateRing } from "../../domain/rate-window.js";
import type { Plan } from "../../domain/subscription.js";
import { change, getRow, insert, type ReadDb, type WriteDb } from "../store.js";

/** Usage of one billing period so far. */
export interface PeriodUsage {
  readonly startMs: number;
  readonly creditsUsed: number;
  readonly requestsMade: number;
}

export interface Account extends Plan {
  readonly id: number;
  readonly name: string;
  readonly planStartedMs: number;
  readonly ring: RateRing;
  /** Usage of the latest period with a request, which need not be the current one. */
  readonly latestUsage: PeriodUsage;
}

interface AccountRow {
  id: number;
  name: string;
  status: PlanStatus;
  plan_credits: number;
  bonus_credits: number;
  plan_started_at: number;
  past_due_since: number | null;
  rate_head: number;
  rate_tail: number;
  rate_last_at: number;
  period_started_at: number;
  period_credits: number;
  period_requests: number;
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    planCredits: row.plan_credits,
    bonusCredits: row.bonus_credits,
    planStartedMs: row.plan_started_at,
    pastDueSinceMs: row.past_due_since,
    ring: { head: row.rate_head, tail: row.rate_tail, lastAtMs: row.rate_last_at },
    latestUsage: {
      startMs: row.period_started_at,
      creditsUsed: row.period_credits,
      requestsMade: row.period_requests,
    },
  };
}

export function accountById(db: ReadDb, id: number): Account | undefined {
  const row = getRow<AccountRow>(db, "SELECT * FROM account WHERE id = ?", id);
  return row && toAccount(row);
}

export function accountByName(db: ReadDb, name: string): Account | undefined {
  const row = getRow<AccountRow>(db, "SELECT * FROM account WHERE name = ?", name);
  return row && toAccount(row);
}

export type NewAccount = Omit<Account, "id" | "ring" | "latestUsage"> & { readonly createdMs: number };

export function insertAccount(tx: WriteDb, account: NewAccount): number {
  return insert(
    tx,
    `INSERT INTO account (name, status, plan_credits, bonus_credits, plan_started_at, past_due_since, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    account.name,
    account.status,
    account.planCredits,
    account.bonusCredits,
    account.planStartedMs,
    account.pastDueSinceMs,
    account.createdMs,
  );
}

export function updatePlan(tx: WriteDb, id: number, plan: Plan & { readonly planStartedMs: number }): void {
  change(
    tx,
    `UPDATE account SET status = ?, plan_credits = ?, bonus_credits = ?, plan_started_at = ?, past_due_since = ?
     WHERE id = ?`,
    plan.status,
    plan.planCredits,
    plan.bonusCredits,
    plan.planStartedMs,
    plan.pastDueSinceMs,
    id,
  );
}

export function rateSlotAt(db: ReadDb, accountId: number, slot: number): number {
  const row = getRow<{ at: number }>(
    db,
    "SELECT at FROM rate_slot WHERE account_id = ? AND slot = ?",
    accountId,
    slot,
  );
  return row?.at ?? 0;
}

/** Shifts the times of the rolling hour after the clock was set back. */
export function shiftRateWindowBack(tx: WriteDb, accountId: number, byMs: number): void {
  change(tx, "UPDATE rate_slot SET at = at - ? WHERE account_id = ?", byMs, accountId);
  change(tx, "UPDATE account SET rate_last_at = rate_last_at - ? WHERE id = ?", byMs, accountId);
}

/** Usage of the period that starts at `startMs`; an earlier one if the clock was set back. */
export function usageOfPeriod(db: ReadDb, account: Account, startMs: number): PeriodUsage {
  if (account.latestUsage.startMs === startMs) return account.latestUsage;
  const row = getRow<{ credits_used: number; requests_made: number }>(
    db,
    "SELECT credits_used, requests_made FROM usage_period WHERE account_id = ? AND started_at = ?",
    account.id,
    startMs,
  );
  return { startMs, creditsUsed: row?.credits_used ?? 0, requestsMade: row?.requests_made ?? 0 };
}

/** Archives the latest period when another one takes its place. */
function archiveIfNewPeriod(tx: WriteDb, { id, latestUsage }: Account, nextStartMs: number): void {
  if (latestUsage.startMs === nextStartMs || latestUsage.startMs === 0) return;
  change(
    tx,
    "INSERT OR REPLACE INTO usage_period (account_id, started_at, credits_used, requests_made) VALUES (?, ?, ?, ?)",
    id,
    latestUsage.startMs,
    latestUsage.creditsUsed,
    latestUsage.requestsMade,
  );
}

/** Saves a period's usage and makes it the latest one. */
export function saveUsage(tx: WriteDb, account: Account, usage: PeriodUsage): void {
  archiveIfNewPeriod(tx, account, usage.startMs);
  change(
    tx,
    "UPDATE account SET period_started_at = ?, period_credits = ?, period_requests = ? WHERE id = ?",
    usage.startMs,
    usage.creditsUsed,
    usage.requestsMade,
    account.id,
  );
}

/** A request to add to the rolling hour. */
export interface CountedRequest {
  readonly ring: RateRing;
  readonly slot: number;
  readonly atMs: number;
}

/** Saves a counted request and its period's usage. */
export function saveCountedRequest(
  tx: WriteDb,
  account: Account,
  request: CountedRequest,
  usage: PeriodUsage,
): void {
  archiveIfNewPeriod(tx, account, usage.startMs);
  change(
    tx,
    "INSERT OR REPLACE INTO rate_slot (account_id, slot, at) VALUES (?, ?, ?)",
    account.id,
    request.slot,
    request.atMs,
  );
  change(
    tx,
    `UPDATE account SET rate_head = ?, rate_tail = ?, rate_last_at = ?,
       period_started_at = ?, period_credits = ?, period_requests = ? WHERE id = ?`,
    request.ring.head,
    request.ring.tail,
    request.ring.lastAtMs,
    usage.startMs,
    usage.creditsUsed,
    usage.requestsMade,
    account.id,
  );
}

/**
 * Refunds credits to the billing period in which they were charged: the latest one, or an archived one. A latest period
 * may have been archived before, too; that row is replaced before it is read again.
 */
export function refundCredits(tx: WriteDb, accountId: number, startMs: number, credits: number): void {
  change(
    tx,
    "UPDATE account SET period_credits = max(0, period_credits - ?) WHERE id = ? AND period_started_at = ?",
    credits,
    accountId,
    startMs,
  );
  change(
    tx,
    "UPDATE usage_period SET credits_used = max(0, credits_used - ?) WHERE account_id = ? AND started_at = ?",
    credits,
    accountId,
    startMs,
  );
}
