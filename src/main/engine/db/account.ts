import type { PlanStatus } from "../../../shared/app/operations.js";
import type { RateRing } from "../domain/rate-window.js";
import type { Plan } from "../domain/subscription.js";
import { change, getRow, insert, type ReadDb, type WriteDb } from "./store.js";

export interface Account extends Plan {
  readonly id: number;
  readonly name: string;
  readonly planStartedMs: number;
  readonly ring: RateRing;
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

export type NewAccount = Omit<Account, "id" | "ring"> & { readonly createdMs: number };

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

/** Writes one counted request into the rolling hour. */
export function saveCountedRequest(
  tx: WriteDb,
  accountId: number,
  ring: RateRing,
  slot: number,
  atMs: number,
): void {
  change(
    tx,
    "INSERT OR REPLACE INTO rate_slot (account_id, slot, at) VALUES (?, ?, ?)",
    accountId,
    slot,
    atMs,
  );
  change(
    tx,
    "UPDATE account SET rate_head = ?, rate_tail = ?, rate_last_at = ? WHERE id = ?",
    ring.head,
    ring.tail,
    ring.lastAtMs,
    accountId,
  );
}
