import { limits } from "../../../../shared/contract/limits.js";
import type { Meta } from "../../../../shared/contract/meta.js";
import {
  type Account,
  type AccountLedger,
  accountById,
  type PeriodUsage,
  rateSlotAt,
  usageOfPeriod,
} from "../../db/accounts/account.js";
import type { ReadDb } from "../../db/store.js";
import { countRequest, type RateWindow, readRateWindow } from "../../domain/rate-window.js";
import { type BillingPeriod, billingPeriodAt, creditsLimit, planState } from "../../domain/subscription.js";
import { ContractError } from "./contract-error.js";

/** The values of the rate headers (contract, section 8). */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** An account's limits and usage at the start of a request. */
export interface AccountState {
  readonly account: Account;
  readonly window: RateWindow;
  readonly period: BillingPeriod;
  readonly usage: PeriodUsage;
  /** 0 without a usable plan. */
  readonly creditLimit: number;
}

export function readAccountState(
  db: ReadDb,
  accountId: number,
  nowMs: number,
  account = accountById(db, accountId),
): AccountState {
  if (account === undefined) throw new Error(`Account ${accountId} does not exist.`);
  const period = billingPeriodAt(account.planStartedMs, nowMs);
  return {
    account,
    window: readRateWindow(account.ring, limits.requestsPerHour, nowMs, (slot) =>
      rateSlotAt(db, accountId, slot),
    ),
    period,
    usage: usageOfPeriod(db, account, period.startMs),
    creditLimit: creditsLimit(account, nowMs),
  };
}

/** Throws `ERR_RATE_LIMIT` if the rolling hour's requests are used up. */
export function checkRate({ window }: AccountState): void {
  if (window.used < limits.requestsPerHour) return;
  const seconds = window.resetSeconds;
  throw new ContractError(
    "ERR_RATE_LIMIT",
    `All ${limits.requestsPerHour} requests of this rolling hour are used up; the next one is possible in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}

/** Throws the contract's 403 codes (section 5, rule 5). */
export function checkSubscription({ account }: AccountState, nowMs: number): void {
  switch (planState(account, nowMs)) {
    case "usable":
      return;
    case "required":
      throw new ContractError("ERR_SUBSCRIPTION_REQUIRED", "The account has no plan.");
    case "inactive":
      throw new ContractError(
        "ERR_SUBSCRIPTION_INACTIVE",
        account.status === "canceled"
          ? "The account's plan is canceled."
          : "The account's plan has been unpaid for more than a week.",
      );
  }
}

export function creditsLeft(state: AccountState): number {
  return Math.max(0, state.creditLimit - state.usage.creditsUsed);
}

/**
 * Throws `ERR_CREDITS_EXHAUSTED`, naming cost and balance, if the credits do not cover the request (decision
 * 19).
 */
export function checkCredits(state: AccountState, credits: number): void {
  const left = creditsLeft(state);
  if (credits > left)
    throw new ContractError(
      "ERR_CREDITS_EXHAUSTED",
      `The request costs ${credits} ${credits === 1 ? "credit" : "credits"}, but ${left} are left in this billing period.`,
    );
}

/** Whether a request that costs credits could succeed now. */
export function canSpendCredits(db: ReadDb, accountId: number, nowMs: number): boolean {
  const state = readAccountState(db, accountId, nowMs);
  return state.window.used < limits.requestsPerHour && creditsLeft(state) > 0;
}

/** Counts the request and its credits; returns the resulting rate. */
export function chargeRequest(ledger: AccountLedger, state: AccountState, credits: number): RateState {
  const limit = limits.requestsPerHour;
  const { ring, slot } = countRequest(state.window, limit);
  ledger.count(
    state.account,
    { ring, slot, atMs: state.window.atMs },
    {
      startMs: state.period.startMs,
      creditsUsed: state.usage.creditsUsed + credits,
      requestsMade: state.usage.requestsMade + 1,
    },
  );
  return {
    limit,
    remaining: limit - state.window.used - 1,
    resetSeconds: state.window.used === 0 ? secondsPerHour : state.window.resetSeconds,
  };
}

const secondsPerHour = 3_600;

/** The rate for a request answered with 429, which does not count (decisions 6 and 38). */
export function currentRate({ window }: AccountState): RateState {
  const limit = limits.requestsPerHour;
  return { limit, remaining: Math.max(0, limit - window.used), resetSeconds: window.resetSeconds };
}

export function buildMeta(requestId: string, state: AccountState, credits: number, rate: RateState): Meta {
  return {
    request_id: requestId,
    credits_used: credits,
    credits_remaining: Math.max(0, creditsLeft(state) - credits),
    rate_limit_remaining: rate.remaining,
  };
}
