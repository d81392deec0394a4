import type { RateRing } from "../../domain/rate-window.js";
import type { Plan } from "../../domain/subscription.js";
import {
  change,
  getRow,
  getValue,
  insert,
  type ReadDb,
  type WriteDb,
  type WriteOptions,
  write,
} from "../store.js";

/** The owner's account. */
export const defaultAccountName = "default";

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

type AccountRow = Omit<Account, "ring" | "latestUsage"> & RateRing & PeriodUsage;

const accountSql = `SELECT id, name, status, plan_credits AS planCredits, bonus_credits AS bonusCredits,
  plan_started_at AS planStartedMs, past_due_since AS pastDueSinceMs, rate_head AS head, rate_tail AS tail,
  rate_last_at AS lastAtMs, period_started_at AS startMs, period_credits AS creditsUsed, period_requests AS requestsMade
  FROM account`;

function toAccount(row: AccountRow): Account {
  const { head, tail, lastAtMs, startMs, creditsUsed, requestsMade, ...account } = row;
  return { ...account, ring: { head, tail, lastAtMs }, latestUsage: { startMs, creditsUsed, requestsMade } };
}

export function accountById(db: ReadDb, id: number): Account | undefined {
  const row = getRow<AccountRow>(db, `${accountSql} WHERE id = ?`, id);
  return row && toAccount(row);
}

export function accountByName(db: ReadDb, name: string): Account | undefined {
  const row = getRow<AccountRow>(db, `${accountSql} WHERE name = ?`, name);
  return row && toAccount(row);
}

export type NewAccount = Omit<Account, "id" | "ring" | "latestUsage"> & { readonly createdMs: number };

export function insertAccount(tx: WriteDb, account: NewAccount): number {
  const sql = `INSERT INTO account (name, status, plan_credits, bonus_credits, plan_started_at, past_due_since, created_at)
    VALUES (:name, :status, :planCredits, :bonusCredits, :planStartedMs, :pastDueSinceMs, :createdMs)`;
  return insert(tx, sql, account);
}

export function updatePlan(tx: WriteDb, id: number, plan: Plan & { readonly planStartedMs: number }): void {
  const sql = `UPDATE account SET status = :status, plan_credits = :planCredits, bonus_credits = :bonusCredits,
      plan_started_at = :planStartedMs, past_due_since = :pastDueSinceMs WHERE id = :id`;
  change(tx, sql, { ...plan, id });
}

export function rateSlotAt(db: ReadDb, accountId: number, slot: number): number {
  const sql = "SELECT at FROM rate_slot WHERE account_id = ? AND slot = ?";
  return getValue<number>(db, sql, accountId, slot) ?? 0;
}

/** Shifts the times of the rolling hour after the clock was set back. */
export function shiftRateWindowBack(tx: WriteDb, accountId: number, byMs: number): void {
  change(tx, "UPDATE rate_slot SET at = at - ? WHERE account_id = ?", byMs, accountId);
  change(tx, "UPDATE account SET rate_last_at = rate_last_at - ? WHERE id = ?", byMs, accountId);
}

/** Usage of the period that starts at `startMs`; an earlier one if the clock was set back. */
export function usageOfPeriod(db: ReadDb, account: Account, startMs: number): PeriodUsage {
  if (account.latestUsage.startMs === startMs) return account.latestUsage;
  const sql = `SELECT started_at AS startMs, credits_used AS creditsUsed, requests_made AS requestsMade
    FROM usage_period WHERE account_id = ? AND started_at = ?`;
  return getRow<PeriodUsage>(db, sql, account.id, startMs) ?? { startMs, creditsUsed: 0, requestsMade: 0 };
}

/** Archives the latest period when another one takes its place. */
function archiveIfNewPeriod(tx: WriteDb, { id, latestUsage }: Account, nextStartMs: number): void {
  if (latestUsage.startMs === nextStartMs || latestUsage.startMs === 0) return;
  const sql = `INSERT OR REPLACE INTO usage_period (account_id, started_at, credits_used, requests_made)
    VALUES (:id, :startMs, :creditsUsed, :requestsMade)`;
  change(tx, sql, { id, ...latestUsage });
}

/** Saves a period's usage and makes it the latest one. */
export function saveUsage(tx: WriteDb, account: Account, usage: PeriodUsage): void {
  archiveIfNewPeriod(tx, account, usage.startMs);
  const sql = `UPDATE account SET period_started_at = :startMs, period_credits = :creditsUsed,
    period_requests = :requestsMade WHERE id = :id`;
  change(tx, sql, { ...usage, id: account.id });
}

/** A request to add to the rolling hour. */
export interface CountedRequest {
  readonly ring: RateRing;
  readonly slot: number;
  readonly atMs: number;
}

/**
 * The accounts of the requests that share a transaction. Each is read once, and saved once as its last request has left it.
 */
export class AccountLedger {
  readonly tx: WriteDb;
  readonly #accounts = new Map<number, Account>();
  readonly #counted = new Map<number, Account>();

  constructor(tx: WriteDb) {
    this.tx = tx;
  }

  account(id: number): Account | undefined {
    const account = this.#accounts.get(id) ?? accountById(this.tx, id);
    if (account !== undefined) this.#accounts.set(id, account);
    return account;
  }

  /** Counts a request in the rolling hour and the period's usage of an account that this ledger has read. */
  count(account: Account, { ring, slot, atMs }: CountedRequest, usage: PeriodUsage): void {
    archiveIfNewPeriod(this.tx, account, usage.startMs);
    const sql = "INSERT OR REPLACE INTO rate_slot (account_id, slot, at) VALUES (?, ?, ?)";
    change(this.tx, sql, account.id, slot, atMs);
    const counted = { ...account, ring, latestUsage: usage };
    this.#accounts.set(account.id, counted);
    this.#counted.set(account.id, counted);
  }

  /** Moves the rolling hour back after the clock was set back. */
  shiftBack(id: number, byMs: number): void {
    this.save();
    shiftRateWindowBack(this.tx, id, byMs);
    this.#accounts.delete(id);
  }

  save(): void {
    const sql = `UPDATE account SET rate_head = :head, rate_tail = :tail, rate_last_at = :lastAtMs,
      period_started_at = :startMs, period_credits = :creditsUsed, period_requests = :requestsMade WHERE id = :id`;
    for (const { id, ring, latestUsage } of this.#counted.values())
      change(this.tx, sql, { ...ring, ...latestUsage, id });
    this.#counted.clear();
  }
}

/** Runs requests in one transaction, at the end of which their accounts are saved. */
export function writeCounted<T>(
  db: ReadDb,
  callback: (ledger: AccountLedger) => T,
  options: WriteOptions,
): T {
  const work = (tx: WriteDb) => {
    const ledger = new AccountLedger(tx);
    const result = callback(ledger);
    ledger.save();
    return result;
  };
  return write(db, work, options);
}

/**
 * Refunds credits to the billing period in which they were charged: the latest one, or an archived one. A latest period
 * may have been archived before, too; that row is replaced before it is read again.
 */
export function refundCredits(tx: WriteDb, accountId: number, startMs: number, credits: number): void {
  for (const sql of [
    "UPDATE account SET period_credits = max(0, period_credits - ?) WHERE id = ? AND period_started_at = ?",
    "UPDATE usage_period SET credits_used = max(0, credits_used - ?) WHERE account_id = ? AND started_at = ?",
  ])
    change(tx, sql, credits, accountId, startMs);
}
