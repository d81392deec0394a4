import type { Meta } from "../../../shared/contract/meta.js";
import {
  type ContractOperation,
  type ContractResult,
  contractOperations,
} from "../../../shared/contract/operations.js";
import { type AccountLedger, writeCounted } from "../db/accounts/account.js";
import { readSnapshot, type WriteDb, withSavepoint } from "../db/store.js";
import type { IsKnown } from "../domain/identifier-list.js";
import { newRequestId } from "../domain/random-text.js";
import { contractRegistry } from "./contract-registry.js";
import { historyReads, isHistoryRead } from "./prices/history-reads.js";
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
import { ContractError, parameterError, unexpectedError } from "./request/contract-error.js";
import type { ContractOperationDefinition, PricedResult, ReadContext } from "./request/contract-operation.js";
import type { FoundResult, HeavyRead, ReadOptions } from "./request/heavy-read.js";

export type Outcome<Result> =
  | {
      readonly ok: true;
      readonly result: Result;
      readonly meta: Meta;
      readonly rate: RateState;
      /** Present if the result needs the network; its value replaces `result`. */
      readonly deferred?: (() => Promise<Result>) | undefined;
    }
  | {
      readonly ok: false;
      readonly error: ContractError;
      readonly meta: Meta;
      /** `null` before authentication. */
      readonly rate: RateState | null;
    };

/** A result that the reader has found, or why there is none. */
export type ReadOutcome = { readonly priced: FoundResult } | { readonly error: unknown };

/**
 * An operation and its input, which is read only after the subscription check (decision 2) and may throw a
 * `ContractError` of its own.
 */
export interface RequestedOperation<K extends ContractOperation> extends ReadOptions {
  readonly operation: K;
  readonly input: (isKnown: IsKnown) => unknown;
  /** Whether another engine forwards the request. */
  readonly isForwarded?: () => boolean;
  /** Present once the reader has answered: what is left is the charge. */
  readonly found?: ReadOutcome;
}

/** A request for an unknown route or method, which still counts against the rate limit. */
export interface RefusedRequest {
  readonly refusal: ContractError;
}

export interface CallerRequest<K extends ContractOperation> {
  readonly caller: Caller;
  readonly call: RequestedOperation<K> | RefusedRequest;
}

/** Returned instead of a result: the reader must run this first. */
interface NeedsReader {
  readonly heavy: HeavyRead;
}

function contextOf(
  { randomBytes, effects }: RequestContext,
  { account, period, usage, creditLimit }: AccountState,
  nowMs: number,
  caller: Caller,
): Omit<ReadContext, "tx"> {
  return { nowMs, caller, account, period, usage, creditLimit, randomBytes, effects };
}

/** Runs a heavy read, without charging it. Throws a `ContractError` if the operation does. */
export function runHeavyRead(context: RequestContext, read: HeavyRead): PricedResult<object> {
  const { db } = context;
  const { operation, input, caller, nowMs } = read;
  if (isHistoryRead(operation)) {
    const own = { db, clock: { now: () => nowMs }, accountId: caller.accountId };
    return { result: readSnapshot(db, () => historyReads[operation](own, input as never)), credits: 0 };
  }
  // The app's other operations are never heavy.
  const contractOperation = operation as ContractOperation;
  const definition = contractRegistry[contractOperation] as ContractOperationDefinition<ContractOperation>;
  const run = definition.isWrite ? definition.runHeavy : definition.run;
  if (run === undefined) throw new Error(`${operation} is never heavy.`);
  const request = contractOperations[contractOperation].input.parse(input);
  return readSnapshot(db, () => {
    const state = readAccountState(db, caller.accountId, nowMs);
    return run({ tx: db, ...contextOf(context, state, nowMs, caller) }, request as never);
  });
}

/** What a request runs with. */
interface Running {
  readonly state: AccountState;
  readonly nowMs: number;
  readonly caller: Caller;
  /** `null` if nothing can be written, or need be. */
  readonly tx: WriteDb | null;
}

/** Runs the operation, in the order of decision 2 from the subscription check on. */
function runOperation<K extends ContractOperation>(
  context: RequestContext,
  { state, nowMs, caller, tx }: Running,
  { operation, input: readInput, form = "object" }: RequestedOperation<K>,
): PricedResult<ContractResult<K>> | NeedsReader {
  const db = tx ?? context.db;
  const definition: ContractOperationDefinition<K> = contractRegistry[operation];
  const input = readInput((identifier) => isExactIdentifier(db, identifier));
  const request = contractOperations[operation].input.safeParse(input);
  if (!request.success) throw parameterError(request.error, input);
  // The map ties the schema to the operation by its name; the compiler cannot see that through a type parameter.
  const data = request.data as Parameters<typeof definition.run>[1];
  if (context.reader !== undefined && definition.isHeavy?.(db, data, caller) === true)
    return { heavy: { operation, input, caller, nowMs, form } };
  const common = contextOf(context, state, nowMs, caller);
  if (!definition.isWrite) return definition.run({ tx: db, ...common }, data);
  if (tx === null) throw new Error(`${operation} needs a transaction.`);
  return definition.run({ tx, ...common }, data);
}

/** The checks of decision 2 around the work. */
function authorizeAndRun<K extends ContractOperation>(
  context: RequestContext,
  running: Running,
  call: RequestedOperation<K> | RefusedRequest,
): PricedResult<ContractResult<K>> | NeedsReader {
  const { state, nowMs, caller, tx } = running;
  if (isMetered(caller)) checkRate(state);
  if ("refusal" in call) throw call.refusal;
  const task = () => {
    if (isMetered(caller) && contractRegistry[call.operation].canCostCredits) checkSubscription(state, nowMs);
    const priced = call.found === undefined ? runOperation(context, running, call) : unwrap<K>(call.found);
    if (isMetered(caller) && !("heavy" in priced)) checkCredits(state, priced.credits);
    return priced;
  };
  return tx !== null && isWrite(call) ? withSavepoint(tx, task) : task();
}

function unwrap<K extends ContractOperation>(found: ReadOutcome): PricedResult<ContractResult<K>> {
  if ("error" in found) throw found.error;
  // The reader found it for this operation.
  return found.priced as PricedResult<ContractResult<K>>;
}

function toContractError(context: OperationContext, error: unknown, requestId: string): ContractError {
  if (error instanceof ContractError) return error;
  context.log.error("A request failed unexpectedly.", error, { requestId });
  return unexpectedError(error, "Something unexpected went wrong; nothing was charged.");
}

const uncountedCodes = new Set(["ERR_RATE_LIMIT", "ERR_CREDITS_EXHAUSTED"]);

/**
 * Runs one request: rate limit, subscription, parameters, credits, work and charge (decisions 2 and 19); only
 * parameters and work for the owner, whose usage never changes. Without a transaction nothing is counted or charged. A
 * failed operation is an outcome. Only errors that invalidate the transaction are thrown.
 */
export function execute<K extends ContractOperation>(
  context: RequestContext,
  ledger: AccountLedger | null,
  { caller, call }: CallerRequest<K>,
): Outcome<ContractResult<K>> | NeedsReader {
  const requestId = newRequestId(context.randomBytes);
  const nowMs = context.clock.now();
  const { accountId } = caller;
  const tx = ledger?.tx ?? null;
  const state = readAccountState(context.db, accountId, nowMs, ledger?.account(accountId));
  const counting = isMetered(caller) ? ledger : null;
  // Even for a refused request: otherwise, after the clock is set back, the hour would stand still until the
  // clock catches up.
  if (counting !== null && state.window.setBackMs > 0) counting.shiftBack(accountId, state.window.setBackMs);
  const settle = (credits: number) =>
    counting === null ? currentRate(state) : chargeRequest(counting, state, credits);
  let priced: PricedResult<ContractResult<K>> | NeedsReader;
  try {
    priced = authorizeAndRun(context, { state, nowMs, caller, tx }, call);
  } catch (thrown) {
    const error = toContractError(context, thrown, requestId);
    const rate = uncountedCodes.has(error.code) ? currentRate(state) : settle(0);
    return { ok: false, error, meta: buildMeta(requestId, state, 0, rate), rate };
  }
  if ("heavy" in priced) return priced;
  const rate = settle(priced.credits);
  const meta = buildMeta(requestId, state, counting === null ? 0 : priced.credits, rate);
  return { ok: true, result: priced.result, meta, rate, deferred: priced.deferred };
}

/** Runs a heavy read on the reader's thread. `null` if the caller was gone before its turn. Never rejects. */
export async function readOnThread(
  { reader }: RequestContext,
  heavy: HeavyRead,
  signal: AbortSignal | undefined,
): Promise<ReadOutcome | null> {
  if (reader === undefined) throw new Error("There is no reader.");
  try {
    return { priced: await reader.read(heavy, signal) };
  } catch (error) {
    return signal?.aborted === true ? null : { error };
  }
}

/** Replaces the result with the deferred one, if the operation needs the network. */
export async function resolveDeferred<Result>(
  context: OperationContext,
  outcome: Outcome<Result>,
): Promise<Outcome<Result>> {
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

/** The outcome of a request that is one too many (decision 51), or whose caller is gone: neither counted nor charged. */
export function refusedOutcome(
  context: RequestContext,
  { caller }: CallerRequest<ContractOperation>,
): Outcome<never> {
  try {
    const state = readAccountState(context.db, caller.accountId, context.clock.now());
    const rate = currentRate(state);
    const meta = buildMeta(newRequestId(context.randomBytes), state, 0, rate);
    const error = new ContractError("ERR_OVERLOADED", "Too many requests are waiting.", {
      retryAfterSeconds: 1,
    });
    return { ok: false, error, meta, rate };
  } catch (error) {
    return failedOutcome(context, error);
  }
}

/**
 * Starts fetching missing data from upstream servers, to be awaited before the request runs. Usually `null`.
 */
export function fetchMissing(
  { effects }: RequestContext,
  { caller, call }: CallerRequest<ContractOperation>,
): Promise<void> | null {
  if (!("operation" in call)) return null;
  const { operation, input, isForwarded = () => false } = call;
  return effects.fetchMissing({ caller, operation, input, isForwarded });
}

/** Whether the response must wait until the commit is on disk. */
export function needsDurableCommit({ call }: CallerRequest<ContractOperation>): boolean {
  if (!("operation" in call)) return false;
  const definition = contractRegistry[call.operation];
  return definition.isWrite && definition.isDurable === true;
}

/** Whether a request changes anything, its caller's usage included. */
function needsTransaction({ caller, call }: CallerRequest<ContractOperation>): boolean {
  return isMetered(caller) || isWrite(call);
}

export function isWrite(call: CallerRequest<ContractOperation>["call"]): boolean {
  return "operation" in call && contractRegistry[call.operation].isWrite;
}

function attempt<K extends ContractOperation>(
  context: RequestContext,
  request: CallerRequest<K>,
): Outcome<ContractResult<K>> | NeedsReader {
  try {
    if (!needsTransaction(request)) return readSnapshot(context.db, () => execute(context, null, request));
    const durable = needsDurableCommit(request);
    return writeCounted(context.db, (ledger) => execute(context, ledger, request), { durable });
  } catch (error) {
    return failedOutcome(context, error);
  }
}

/** Runs one request at once. Never throws: a failure is an outcome. */
export function perform<K extends ContractOperation>(
  { db, clock, randomBytes, log, effects }: RequestContext,
  request: CallerRequest<K>,
): Outcome<ContractResult<K>> {
  const outcome = attempt({ db, clock, randomBytes, log, effects }, request);
  if ("heavy" in outcome) throw new Error("Without a reader, nothing is left to it.");
  return outcome;
}

/** Runs one request of the owner, with heavy reads on the reader's thread. Never rejects. */
export async function performForOwner<K extends ContractOperation>(
  context: RequestContext,
  request: CallerRequest<K> & { readonly call: RequestedOperation<K> },
): Promise<Outcome<ContractResult<K>>> {
  const outcome = attempt(context, request);
  if (!("heavy" in outcome)) return resolveDeferred(context, outcome);
  const found = await readOnThread(context, outcome.heavy, request.call.signal?.());
  if (found === null) return refusedOutcome(context, request);
  return perform(context, { ...request, call: { ...request.call, found } });
}
