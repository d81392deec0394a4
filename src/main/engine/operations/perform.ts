import type { Meta } from "../../../shared/contract/meta.js";
import {
  type ContractOperation,
  type ContractResult,
  contractOperations,
} from "../../../shared/contract/operations.js";
import { shiftRateWindowBack } from "../db/account.js";
import { describeDiskError } from "../db/storage-error.js";
import { type WriteDb, withSavepoint, write } from "../db/store.js";
import type { IsKnown } from "../domain/identifier-list.js";
import { newRequestId } from "../domain/random-text.js";
import { contractRegistry } from "./contract-registry.js";
import { isExactIdentifier } from "./products/resolve-identifiers.js";
import {
  type AccountState,
  buildMeta,
  chargeRequest,
  checkCredits,
  checkRate,
  checkSubscription,
  currentRate,
  type RateState,
  readAccountState,
} from "./request/account-state.js";
import { type Caller, isMetered } from "./request/caller.js";
import type { OperationContext, RequestContext } from "./request/context.js";
import { ContractError, parameterError } from "./request/contract-error.js";
import type {
  ContractContext,
  ContractOperationDefinition,
  PricedResult,
} from "./request/contract-operation.js";

export type Outcome<K extends ContractOperation> =
  | {
      readonly ok: true;
      readonly result: ContractResult<K>;
      readonly meta: Meta;
      readonly rate: RateState;
      /** Present if the result needs the network; its value replaces `result`. */
      readonly deferred?: (() => Promise<ContractResult<K>>) | undefined;
    }
  | {
      readonly ok: false;
      readonly error: ContractError;
      readonly meta: Meta;
      /** `null` before authentication. */
      readonly rate: RateState | null;
    };

/**
 * An operation and its input, which is read only after the subscription check (decision 2) and may throw a
 * `ContractError` of its own.
 */
export interface RequestedOperation<K extends ContractOperation> {
  readonly operation: K;
  readonly input: (isKnown: IsKnown) => unknown;
  /**
   * Present if another engine may have sent the request: the engines that it has passed through,
   * comma-separated.
   */
  readonly via?: () => string | undefined;
}

/** A request for an unknown route or method, which still counts against the rate limit. */
export interface RefusedRequest {
  readonly refusal: ContractError;
}

export interface CallerRequest<K extends ContractOperation> {
  readonly caller: Caller;
  readonly call: RequestedOperation<K> | RefusedRequest;
}

/** Runs the operation, in the order of decision 2 from the subscription check on. */
function runOperation<K extends ContractOperation>(
  { randomBytes, effects }: RequestContext,
  tx: WriteDb,
  state: AccountState,
  nowMs: number,
  { operation, input: readInput }: RequestedOperation<K>,
  definition: ContractOperationDefinition<K>,
  caller: Caller,
): PricedResult<ContractResult<K>> {
  if (isMetered(caller) && definition.canCostCredits) checkSubscription(state, nowMs);
  const input = readInput((identifier) => isExactIdentifier(tx, identifier));
  const request = contractOperations[operation].input.safeParse(input);
  if (!request.success) throw parameterError(request.error, input);
  const { account, period, usage, creditLimit } = state;
  const operationContext: ContractContext = {
    tx,
    nowMs,
    caller,
    account,
    period,
    usage,
    creditLimit,
    randomBytes,
    effects,
  };
  // The map ties the schema to the operation by its name; the compiler cannot see that through a type parameter.
  const priced = definition.run(operationContext, request.data as Parameters<typeof definition.run>[1]);
  if (isMetered(caller)) checkCredits(state, priced.credits);
  return priced;
}

function authorizeAndRun<K extends ContractOperation>(
  context: RequestContext,
  tx: WriteDb,
  state: AccountState,
  nowMs: number,
  { caller, call }: CallerRequest<K>,
): PricedResult<ContractResult<K>> {
  if (isMetered(caller)) checkRate(state);
  if ("refusal" in call) throw call.refusal;
  const definition: ContractOperationDefinition<K> = contractRegistry[call.operation];
  const task = () => runOperation(context, tx, state, nowMs, call, definition, caller);
  return definition.isWrite ? withSavepoint(tx, task) : task();
}

function toContractError(context: OperationContext, error: unknown, requestId: string): ContractError {
  if (error instanceof ContractError) return error;
  context.log.error("A request failed unexpectedly.", error, { requestId });
  const diskProblem = describeDiskError(error, "its data folder");
  return diskProblem === null
    ? new ContractError("ERR_INTERNAL", "Something unexpected went wrong; nothing was charged.", {
        cause: error,
      })
    : new ContractError("ERR_INTERNAL", diskProblem.message, { action: diskProblem.action, cause: error });
}

const uncountedCodes = new Set(["ERR_RATE_LIMIT", "ERR_CREDITS_EXHAUSTED"]);

/**
 * Runs one request within a transaction: rate limit, subscription, parameters, credits, work and charge
 * (decisions 2 and 19); only parameters and work for the owner, whose usage never changes. A failed operation
 * is an outcome. Only errors that invalidate the transaction are thrown.
 */
export function execute<K extends ContractOperation>(
  context: RequestContext,
  tx: WriteDb,
  request: CallerRequest<K>,
): Outcome<K> {
  const { caller } = request;
  const requestId = newRequestId(context.randomBytes);
  const nowMs = context.clock.now();
  const state = readAccountState(tx, caller.accountId, nowMs);
  // Even for a refused request: otherwise, after the clock is set back, the hour would stand still until the
  // clock catches up.
  if (isMetered(caller) && state.window.setBackMs > 0)
    shiftRateWindowBack(tx, caller.accountId, state.window.setBackMs);
  const settle = (credits: number) =>
    isMetered(caller) ? chargeRequest(tx, state, credits) : currentRate(state);
  let priced: PricedResult<ContractResult<K>>;
  try {
    priced = authorizeAndRun(context, tx, state, nowMs, request);
  } catch (thrown) {
    const error = toContractError(context, thrown, requestId);
    const rate = uncountedCodes.has(error.code) ? currentRate(state) : settle(0);
    return { ok: false, error, meta: buildMeta(requestId, state, 0, rate), rate };
  }
  const rate = settle(priced.credits);
  const meta = buildMeta(requestId, state, isMetered(caller) ? priced.credits : 0, rate);
  return { ok: true, result: priced.result, meta, rate, deferred: priced.deferred };
}

/** Replaces the result with the deferred one, if the operation needs the network. */
export async function resolveDeferred<K extends ContractOperation>(
  context: OperationContext,
  outcome: Outcome<K>,
): Promise<Outcome<K>> {
  if (!outcome.ok || outcome.deferred === undefined) return outcome;
  try {
    return { ...outcome, result: await outcome.deferred() };
  } catch (error) {
    return failedOutcome(context, error);
  }
}

/** The outcome of a request whose transaction was rolled back: nothing was charged. */
export function failedOutcome(context: OperationContext, error: unknown): Outcome<never> {
  const requestId = newRequestId(context.randomBytes);
  return {
    ok: false,
    error: toContractError(context, error, requestId),
    meta: { request_id: requestId, credits_used: 0, credits_remaining: 0, rate_limit_remaining: 0 },
    rate: null,
  };
}

/**
 * Starts fetching missing data from upstream servers, to be awaited before the request runs. Usually `null`.
 */
export function fetchMissing(
  { effects }: RequestContext,
  { caller, call }: CallerRequest<ContractOperation>,
): Promise<void> | null {
  if (!("operation" in call)) return null;
  const { operation, input, via } = call;
  return effects.fetchMissing({ caller, operation, input, ...(via === undefined ? {} : { via }) });
}

/** Whether the response must wait until the commit is on disk. */
export function needsDurableCommit({ call }: CallerRequest<ContractOperation>): boolean {
  return "operation" in call && contractRegistry[call.operation].isDurable === true;
}

/** Runs one request in its own transaction. Never throws: a failure is an outcome. */
export function perform<K extends ContractOperation>(
  context: RequestContext,
  request: CallerRequest<K>,
): Outcome<K> {
  try {
    return write(context.db, (tx) => execute(context, tx, request), { durable: needsDurableCommit(request) });
  } catch (error) {
    return failedOutcome(context, error);
  }
}
