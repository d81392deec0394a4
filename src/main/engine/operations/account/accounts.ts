import type { AccountSummary, PlanStatus } from "../../../../shared/app/operations.js";
import type { ContractResult } from "../../../../shared/contract/operations.js";
import { DAY_MS, utcDay } from "../../../../shared/time.js";
import {
  type Account,
  accountByName,
  defaultAccountName,
  insertAccount,
  saveUsage,
  updatePlan,
  usageOfPeriod,
} from "../../db/accounts/account.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import { isoOrNull } from "../../domain/clock.js";
import { emptyRing } from "../../domain/rate-window.js";
import { billingPeriodAt, periodDays, planState } from "../../domain/subscription.js";
import { creditsLeft, currentRate, readAccountState } from "../request/account-state.js";
import { isMetered } from "../request/caller.js";
import type { PricedResult, ReadContext } from "../request/contract-operation.js";

/**
 * A local engine sends no bill: the allowance lets scripts exercise the contract's credits, and is too large
 * for one person to use up.
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
    latestUsage: { startMs: 0, creditsUsed: 0, requestsMade: 0 },
  };
}

function insertNewAccount(tx: WriteDb, account: Omit<Account, "id">, nowMs: number): Account {
  return { ...account, id: insertAccount(tx, { ...account, createdMs: nowMs }) };
}

/** Returns the default account, creating it if missing. `isNew` marks a fresh data folder. */
export function ensureDefaultAccount(db: ReadDb, nowMs: number): { account: Account; isNew: boolean } {
  const known = accountByName(db, defaultAccountName);
  if (known !== undefined) return { account: known, isNew: false };
  return writeDurably(db, (tx) => {
    const concurrentlyCreated = accountByName(tx, defaultAccountName);
    if (concurrentlyCreated !== undefined) return { account: concurrentlyCreated, isNew: false };
    return { account: insertNewAccount(tx, newAccount(defaultAccountName, nowMs), nowMs), isNew: true };
  });
}

/** The options of `account set`; absent fields stay unchanged. */
export interface AccountChange {
  readonly planCredits?: number | undefined;
  readonly bonusCredits?: number | undefined;
  readonly status?: PlanStatus | undefined;
  readonly pastDueSinceMs?: number | undefined;
  readonly creditsUsed?: number | undefined;
  readonly planStartedMs?: number | undefined;
}

/** The grace week of `past_due` starts now unless a date is given; other states have no such date. */
function pastDueSince(account: Omit<Account, "id">, change: AccountChange, nowMs: number): number | null {
  const status = change.status ?? account.status;
  if (change.pastDueSinceMs !== undefined) return change.pastDueSinceMs;
  return status === "past_due" ? (account.pastDueSinceMs ?? nowMs) : null;
}

/** Updates an account, creating it if needed (command line, `account set`). */
export function setAccount(db: ReadDb, name: string, change: AccountChange, nowMs: number): AccountSummary {
  writeDurably(db, (tx) => {
    const account = accountByName(tx, name) ?? insertNewAccount(tx, newAccount(name, nowMs), nowMs);
    const planStartedMs = change.planStartedMs ?? account.planStartedMs;
    updatePlan(tx, account.id, {
      status: change.status ?? account.status,
      planCredits: change.planCredits ?? account.planCredits,
      bonusCredits: change.bonusCredits ?? account.bonusCredits,
      pastDueSinceMs: pastDueSince(account, change, nowMs),
      planStartedMs,
    });
    if (change.creditsUsed !== undefined) {
      const { startMs } = billingPeriodAt(planStartedMs, nowMs);
      saveUsage(tx, account, { ...usageOfPeriod(tx, account, startMs), creditsUsed: change.creditsUsed });
    }
  });
  const summary = accountSummary(db, name, nowMs);
  if (summary === null) throw new Error("The account just saved cannot be found.");
  return summary;
}

/** The account summary for the command line and the window, or `null` for an unknown name. */
export function accountSummary(db: ReadDb, name: string, nowMs: number): AccountSummary | null {
  const account = accountByName(db, name);
  if (account === undefined) return null;
  const state = readAccountState(db, account.id, nowMs);
  const { limit, remaining, resetSeconds } = currentRate(state);
  return {
    name: account.name,
    status: account.status,
    plan_credits: account.planCredits,
    bonus: account.bonusCredits,
    past_due_since: isoOrNull(account.pastDueSinceMs),
    start: utcDay(account.planStartedMs),
    period: periodDays(state.period),
    used: state.usage.creditsUsed,
    remaining: creditsLeft(state),
    requests_made: state.usage.requestsMade,
    rate: { limit, remaining, reset_seconds: resetSeconds },
  };
}

function percentage(used: number, limit: number): number {
  return limit === 0 ? 0 : Math.round((used / limit) * 10_000) / 100;
}

/** Decisions 34 and 39. The figures include this request, if it counts. */
export function getUsage({
  caller,
  account,
  period,
  usage,
  creditLimit,
  nowMs,
}: ReadContext): PricedResult<ContractResult<"usage.get">> {
  const isUsable = planState(account, nowMs) === "usable";
  return {
    result: {
      data: {
        current_period: {
          ...periodDays(period),
          credits_used: usage.creditsUsed,
          credits_limit: creditLimit,
          credits_remaining: Math.max(0, creditLimit - usage.creditsUsed),
          requests_made: usage.requestsMade + (isMetered(caller) ? 1 : 0),
        },
        usage_percentage: percentage(usage.creditsUsed, creditLimit),
        subscription_required: !isUsable,
        subscription_status:
          account.status === "canceled" || account.status === "none" ? null : account.status,
      },
    },
    credits: 0,
  };
}
