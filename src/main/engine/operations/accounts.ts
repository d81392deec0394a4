import type { AccountSummary, PlanStatus } from "../../../shared/app/operations.js";
import { limits } from "../../../shared/contract/requests.js";
import {
  type Account,
  accountById,
  accountByName,
  insertAccount,
  rateSlotAt,
  saveUsage,
  updatePlan,
  usageOfPeriod,
} from "../db/account.js";
import { type ReadDb, type WriteDb, write } from "../db/store.js";
import { billingPeriodAt, periodDays } from "../domain/billing-period.js";
import { DAY_MS, utcDay } from "../domain/clock.js";
import { emptyRing, readRateWindow } from "../domain/rate-window.js";
import { creditsLimit } from "../domain/subscription.js";

export const defaultAccountName = "default";

/**
 * A shopper's own machine has no bill to pay: the allowance is there so that scripts meet the contract's credits,
 * and wide enough that nobody who shops runs out of it.
 */
const defaultPlanCredits = 1_000_000;

function newAccount(name: string, nowMs: number): Omit<Account, "id"> {
  return {
    name,
    status: "active",
    planCredits: defaultPlanCredits,
    bonusCredits: 0,
    planStartedMs: Math.floor(nowMs / DAY_MS) * DAY_MS,
    pastDueSinceMs: null,
    ring: emptyRing,
    counted: { startMs: 0, creditsUsed: 0, requestsMade: 0 },
  };
}

function insertNew(tx: WriteDb, account: Omit<Account, "id">, nowMs: number): Account {
  return { ...account, id: insertAccount(tx, { ...account, createdMs: nowMs }) };
}

/** The default account, made when it is missing; `isNew` tells a fresh folder. */
export function ensureDefaultAccount(db: ReadDb, nowMs: number): { account: Account; isNew: boolean } {
  const known = accountByName(db, defaultAccountName);
  if (known !== undefined) return { account: known, isNew: false };
  return write(
    db,
    (tx) => {
      const raced = accountByName(tx, defaultAccountName);
      if (raced !== undefined) return { account: raced, isNew: false };
      return { account: insertNew(tx, newAccount(defaultAccountName, nowMs), nowMs), isNew: true };
    },
    { durable: true },
  );
}

/** What `account set` can change; what is absent stays as it is. */
export interface AccountChange {
  readonly planCredits?: number | undefined;
  readonly bonusCredits?: number | undefined;
  readonly status?: PlanStatus | undefined;
  readonly pastDueSinceMs?: number | undefined;
  readonly used?: number | undefined;
  readonly planStartedMs?: number | undefined;
}

/** `past_due` without a date counts its week of grace from now; other states have no such date. */
function pastDueSince(account: Omit<Account, "id">, change: AccountChange, nowMs: number): number | null {
  const status = change.status ?? account.status;
  if (change.pastDueSinceMs !== undefined) return change.pastDueSinceMs;
  return status === "past_due" ? (account.pastDueSinceMs ?? nowMs) : null;
}

/** Changes an account, made when it is new (command line, `account set`). */
export function setAccount(db: ReadDb, name: string, change: AccountChange, nowMs: number): AccountSummary {
  write(
    db,
    (tx) => {
      const account = accountByName(tx, name) ?? insertNew(tx, newAccount(name, nowMs), nowMs);
      const planStartedMs = change.planStartedMs ?? account.planStartedMs;
      updatePlan(tx, account.id, {
        status: change.status ?? account.status,
        planCredits: change.planCredits ?? account.planCredits,
        bonusCredits: change.bonusCredits ?? account.bonusCredits,
        pastDueSinceMs: pastDueSince(account, change, nowMs),
        planStartedMs,
      });
      if (change.used !== undefined) {
        const { startMs } = billingPeriodAt(planStartedMs, nowMs);
        saveUsage(tx, account, { ...usageOfPeriod(tx, account, startMs), creditsUsed: change.used });
      }
    },
    { durable: true },
  );
  const summary = showAccount(db, name, nowMs);
  if (summary === null) throw new Error("The account that was just written is gone.");
  return summary;
}

/** An account as the command line and the window show it; `null` where there is none of that name. */
export function showAccount(db: ReadDb, name: string, nowMs: number): AccountSummary | null {
  const account = accountByName(db, name);
  if (account === undefined) return null;
  const period = billingPeriodAt(account.planStartedMs, nowMs);
  const usage = usageOfPeriod(db, account, period.startMs);
  const window = readRateWindow(account.ring, limits.requestsPerHour, nowMs, (slot) =>
    rateSlotAt(db, account.id, slot),
  );
  return {
    name: account.name,
    status: account.status,
    plan_credits: account.planCredits,
    bonus: account.bonusCredits,
    past_due_since: account.pastDueSinceMs === null ? null : new Date(account.pastDueSinceMs).toISOString(),
    start: utcDay(account.planStartedMs),
    period: periodDays(period),
    used: usage.creditsUsed,
    remaining: Math.max(0, creditsLimit(account, nowMs) - usage.creditsUsed),
    requests_made: usage.requestsMade,
    rate: {
      limit: limits.requestsPerHour,
      remaining: limits.requestsPerHour - window.used,
      reset_seconds: window.resetSeconds,
    },
  };
}

/** Credits left in the account's present billing period. */
export function creditsRemaining(db: ReadDb, accountId: number, nowMs: number): number {
  const account = accountById(db, accountId);
  if (account === undefined) return 0;
  const { startMs } = billingPeriodAt(account.planStartedMs, nowMs);
  return Math.max(0, creditsLimit(account, nowMs) - usageOfPeriod(db, account, startMs).creditsUsed);
}
