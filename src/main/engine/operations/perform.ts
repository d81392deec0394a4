import type { Meta } from "../../../shared/contract/meta.js";
import {
  type ContractOperation,
  type ContractResult,
  contractOperations,
} from "../../../shared/contract/operations.js";
import { limits } from "../../../shared/contract/requests.js";
import { type Account, accountById, rateSlotAt, saveCountedRequest } from "../db/account.js";
import { describeDiskProblem } from "../db/storage-error.js";
import { attempt, type WriteDb, write } from "../db/store.js";
import { addUsage, type PeriodUsage, periodUsage } from "../db/usage.js";
import { type BillingPeriod, billingPeriodAt } from "../domain/billing-period.js";
import { newRequestId } from "../domain/random-text.js";
import { countRequest, type RateWindow, readRateWindow } from "../domain/rate-window.js";
import { creditsLimit, planState } from "../domain/subscription.js";
import type { OperationContext } from "./context.js";
import { ContractError } from "./contract-error.js";
import type { ContractOperationDefinition, Priced, Running } from "./contract-operation.js";
import { contractRegistry } from "./contract-registry.js";
import { parameterError } from "./parameter-errors.js";

/** What the rate headers of section 8 say. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export type Outcome<K extends ContractOperation> =
  | { readonly ok: true; readonly result: ContractResult<K>; readonly meta: Meta; readonly rate: RateState }
  | {
      readonly ok: false;
      readonly error: ContractError;
      readonly meta: Meta;
      /** Absent before authentication. */
      readonly rate: RateState | null;
    };

/**
 * What is asked for. `input` is called at its place in the order of checks (decision 2), after the subscription's;
 * it may throw a `ContractError` of its own.
 */
export interface Asked<K extends ContractOperation> {
  readonly operation: K;
  readonly input: () => unknown;
}

/** A route or method that does not exist still needs its place behind the rate limit. */
export interface Refused {
  readonly refusal: ContractError;
}

/** The state of an account as a request finds it. */
interface Desk {
  readonly account: Account;
  readonly window: RateWindow;
  readonly period: BillingPeriod;
  readonly usage: PeriodUsage;
  readonly creditLimit: number;
}

function openDesk(tx: WriteDb, accountId: number, nowMs: number): Desk {
  const account = accountById(tx, accountId);
  if (account === undefined) throw new Error(`Account ${accountId} is gone.`);
  const period = billingPeriodAt(account.planStartedMs, nowMs);
  return {
    account,
    window: readRateWindow(account.ring, limits.requestsPerHour, nowMs, (slot) =>
      rateSlotAt(tx, accountId, slot),
    ),
    period,
    usage: periodUsage(tx, accountId, period.startMs),
    creditLimit: creditsLimit(account, nowMs),
  };
}

function checkSubscription({ account }: Desk, nowMs: number): void {
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

function checkCredits(desk: Desk, credits: number): void {
  const left = Math.max(0, desk.creditLimit - desk.usage.creditsUsed);
  if (credits > left)
    throw new ContractError(
      "ERR_CREDITS_EXHAUSTED",
      `The request costs ${credits} ${credits === 1 ? "credit" : "credits"}, and ${left} are left in this billing period.`,
    );
}

/** Runs what was asked, in the order of decision 2 from the subscription on. */
function work<K extends ContractOperation>(
  tx: WriteDb,
  desk: Desk,
  nowMs: number,
  asked: Asked<K> | Refused,
): Priced<ContractResult<K>> {
  if ("refusal" in asked) throw asked.refusal;
  const definition: ContractOperationDefinition<K> = contractRegistry[asked.operation];
  if (definition.canCost) checkSubscription(desk, nowMs);
  const input = asked.input();
  const request = contractOperations[asked.operation].input.safeParse(input);
  if (!request.success) throw parameterError(request.error, input);
  const running: Running = {
    tx,
    nowMs,
    account: desk.account,
    period: desk.period,
    usage: desk.usage,
    limit: desk.creditLimit,
  };
  // The map ties the schema to the operation by its name; the compiler cannot see that through a type parameter.
  const priced = definition.run(running, request.data as Parameters<typeof definition.run>[1]);
  checkCredits(desk, priced.credits);
  return priced;
}

function asContractError(context: OperationContext, error: unknown, requestId: string): ContractError {
  if (error instanceof ContractError) return error;
  context.log.error("A request failed unexpectedly.", error, { requestId });
  const problem = describeDiskProblem(error, "its data folder");
  return problem === null
    ? new ContractError("ERR_INTERNAL", "Something unexpected went wrong; nothing was charged.", {
        cause: error,
      })
    : new ContractError("ERR_INTERNAL", problem.message, { action: problem.action, cause: error });
}

function metaOf(requestId: string, desk: Desk, credits: number, remaining: number): Meta {
  return {
    request_id: requestId,
    credits_used: credits,
    credits_remaining: Math.max(0, desk.creditLimit - desk.usage.creditsUsed - credits),
    rate_limit_remaining: remaining,
  };
}

/** Counts the request and its credits, unless it is answered 429 (decisions 6 and 38). */
function close(tx: WriteDb, desk: Desk, credits: number, counts: boolean): RateState {
  const limit = limits.requestsPerHour;
  if (!counts)
    return {
      limit,
      remaining: Math.max(0, limit - desk.window.used),
      resetSeconds: desk.window.resetSeconds,
    };
  const { ring, slot } = countRequest(desk.window, limit);
  saveCountedRequest(tx, desk.account.id, ring, slot, desk.window.atMs);
  addUsage(tx, desk.account.id, desk.period.startMs, credits);
  return {
    limit,
    remaining: limit - desk.window.used - 1,
    resetSeconds: desk.window.used === 0 ? 3_600 : desk.window.resetSeconds,
  };
}

const uncounted = new Set(["ERR_RATE_LIMIT", "ERR_CREDITS_EXHAUSTED"]);

function performWithin<K extends ContractOperation>(
  context: OperationContext,
  tx: WriteDb,
  accountId: number,
  asked: Asked<K> | Refused,
  requestId: string,
): Outcome<K> {
  const nowMs = context.clock.now();
  const desk = openDesk(tx, accountId, nowMs);
  const fail = (error: ContractError): Outcome<K> => {
    const rate = close(tx, desk, 0, !uncounted.has(error.code));
    return { ok: false, error, meta: metaOf(requestId, desk, 0, rate.remaining), rate };
  };
  if (desk.window.used >= limits.requestsPerHour) return fail(rateLimited(desk.window.resetSeconds));
  try {
    const { result, credits } = attempt(tx, () => work(tx, desk, nowMs, asked));
    const rate = close(tx, desk, credits, true);
    return { ok: true, result, meta: metaOf(requestId, desk, credits, rate.remaining), rate };
  } catch (error) {
    return fail(asContractError(context, error, requestId));
  }
}

function rateLimited(seconds: number): ContractError {
  return new ContractError(
    "ERR_RATE_LIMIT",
    `The ${limits.requestsPerHour} requests of this rolling hour are used up; the next is possible in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}

/**
 * Carries out one request of an account: rate limit, subscription, parameters, credits, work and charge, all in one
 * transaction (decisions 2 and 19). Never throws: a failure is an outcome.
 */
export function perform<K extends ContractOperation>(
  context: OperationContext,
  accountId: number,
  asked: Asked<K> | Refused,
): Outcome<K> {
  const requestId = newRequestId(context.randomBytes);
  try {
    return write(context.db, (tx) => performWithin(context, tx, accountId, asked, requestId));
  } catch (error) {
    return {
      ok: false,
      error: asContractError(context, error, requestId),
      meta: { request_id: requestId, credits_used: 0, credits_remaining: 0, rate_limit_remaining: 0 },
      rate: null,
    };
  }
}
