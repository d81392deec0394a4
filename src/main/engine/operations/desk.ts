import type { Meta } from "../../../shared/contract/meta.js";
import { limits } from "../../../shared/contract/requests.js";
import {
  type Account,
  accountById,
  type PeriodUsage,
  rateSlotAt,
  saveRequest,
  usageOfPeriod,
} from "../db/account.js";
import type { ReadDb, WriteDb } from "../db/store.js";
import { type BillingPeriod, billingPeriodAt } from "../domain/billing-period.js";
import { countRequest, type RateWindow, readRateWindow } from "../domain/rate-window.js";
import { creditsLimit, planState } from "../domain/subscription.js";
import { ContractError } from "./contract-error.js";

/** The values of the rate headers (contract, section 8). */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** An account's limits and usage at the start of a request. */
export interface Desk {
  readonly account: Account;
  readonly window: RateWindow;
  readonly period: BillingPeriod;
  readonly usage: PeriodUsage;
  readonly creditLimit: number;
}

export function openDesk(tx: ReadDb, accountId: number, nowMs: number): Desk {
  const account = accountById(tx, accountId);
  if (account === undefined) throw new Error(`Account ${accountId} does not exist.`);
  const period = billingPeriodAt(account.planStartedMs, nowMs);
  return {
    account,
    window: readRateWindow(account.ring, limits.requestsPerHour, nowMs, (slot) =>
      rateSlotAt(tx, accountId, slot),
    ),
    period,
    usage: usageOfPeriod(tx, account, period.startMs),
    creditLimit: creditsLimit(account, nowMs),
  };
}

/** Throws `ERR_RATE_LIMIT` if the rolling hour's requests are used up. */
export function checkRate({ window }: Desk): void {
  if (window.used < limits.requestsPerHour) return;
  const seconds = window.resetSeconds;
  throw new ContractError(
    "ERR_RATE_LIMIT",
    `All ${limits.requestsPerHour} requests of this rolling hour are used up; the next one is possible in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}

/** Throws the contract's 403 codes (section 5, rule 5). */
export function checkSubscription({ account }: Desk, nowMs: number): void {
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

function creditsLeft(desk: Desk): number {
  return Math.max(0, desk.creditLimit - desk.usage.creditsUsed);
}

/**
 * Throws `ERR_CREDITS_EXHAUSTED`, naming cost and balance, if the credits do not cover the request (decision
 * 19).
 */
export function checkCredits(desk: Desk, credits: number): void {
  const left = creditsLeft(desk);
  if (credits > left)
    throw new ContractError(
      "ERR_CREDITS_EXHAUSTED",
      `The request costs ${credits} ${credits === 1 ? "credit" : "credits"}, but ${left} are left in this billing period.`,
    );
}

/** Whether a request that costs credits could succeed now. */
export function canSpend(db: ReadDb, accountId: number, nowMs: number): boolean {
  const desk = openDesk(db, accountId, nowMs);
  return (
    desk.window.used < limits.requestsPerHour &&
    planState(desk.account, nowMs) === "usable" &&
    creditsLeft(desk) > 0
  );
}

/** Counts the request and its credits; returns the resulting rate. */
export function charge(tx: WriteDb, desk: Desk, credits: number): RateState {
  const limit = limits.requestsPerHour;
  const { ring, slot } = countRequest(desk.window, limit);
  saveRequest(
    tx,
    desk.account,
    { ring, slot, atMs: desk.window.atMs },
    {
      startMs: desk.period.startMs,
      creditsUsed: desk.usage.creditsUsed + credits,
      requestsMade: desk.usage.requestsMade + 1,
    },
  );
  return {
    limit,
    remaining: limit - desk.window.used - 1,
    resetSeconds: desk.window.used === 0 ? HOUR_SECONDS : desk.window.resetSeconds,
  };
}

const HOUR_SECONDS = 3_600;

/** The rate for a request answered with 429, which does not count (decisions 6 and 38). */
export function uncharged({ window }: Desk): RateState {
  const limit = limits.requestsPerHour;
  return { limit, remaining: Math.max(0, limit - window.used), resetSeconds: window.resetSeconds };
}

export function metaOf(requestId: string, desk: Desk, credits: number, rate: RateState): Meta {
  return {
    request_id: requestId,
    credits_used: credits,
    credits_remaining: Math.max(0, creditsLeft(desk) - credits),
    rate_limit_remaining: rate.remaining,
  };
}
