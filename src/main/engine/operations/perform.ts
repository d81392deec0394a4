import type { Meta } from "../../../shared/contract/meta.js";
import {
  type ContractOperation,
  type ContractResult,
  contractOperations,
} from "../../../shared/contract/operations.js";
import { setRateBack } from "../db/account.js";
import { describeDiskProblem } from "../db/storage-error.js";
import { attempt, type WriteDb, write } from "../db/store.js";
import { newRequestId } from "../domain/random-text.js";
import type { OperationContext, RequestContext } from "./context.js";
import { ContractError } from "./contract-error.js";
import type { ContractOperationDefinition, Priced, Running } from "./contract-operation.js";
import { contractRegistry } from "./contract-registry.js";
import {
  charge,
  checkCredits,
  checkRate,
  checkSubscription,
  type Desk,
  metaOf,
  openDesk,
  type RateState,
  uncharged,
} from "./desk.js";
import { parameterError } from "./parameter-errors.js";

export type Outcome<K extends ContractOperation> =
  | {
      readonly ok: true;
      readonly result: ContractResult<K>;
      readonly meta: Meta;
      readonly rate: RateState;
      /** Present if the result needs the network; its value replaces `result`. */
      readonly after?: (() => Promise<ContractResult<K>>) | undefined;
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
export interface Asked<K extends ContractOperation> {
  readonly operation: K;
  readonly input: () => unknown;
  /**
   * Present if another engine may be asking: the engines that the request has passed through,
   * comma-separated.
   */
  readonly via?: () => string | undefined;
}

/** A request for an unknown route or method. It still takes its place behind the rate limit. */
export interface Refused {
  readonly refusal: ContractError;
}

/** A request of an authenticated account. */
export interface AccountRequest<K extends ContractOperation> {
  readonly accountId: number;
  readonly asked: Asked<K> | Refused;
}

/** Runs the operation, in the order of decision 2 from the subscription check on. */
function work<K extends ContractOperation>(
  { randomBytes, effects }: RequestContext,
  tx: WriteDb,
  desk: Desk,
  nowMs: number,
  { operation, input: readInput }: Asked<K>,
  definition: ContractOperationDefinition<K>,
): Priced<ContractResult<K>> {
  if (definition.canCost) checkSubscription(desk, nowMs);
  const input = readInput();
  const request = contractOperations[operation].input.safeParse(input);
  if (!request.success) throw parameterError(request.error, input);
  const { account, period, usage, creditLimit: limit } = desk;
  const running: Running = { tx, nowMs, account, period, usage, limit, randomBytes, effects };
  // The map ties the schema to the operation by its name; the compiler cannot see that through a type parameter.
  const priced = definition.run(running, request.data as Parameters<typeof definition.run>[1]);
  checkCredits(desk, priced.credits);
  return priced;
}

function carryOut<K extends ContractOperation>(
  context: RequestContext,
  tx: WriteDb,
  desk: Desk,
  nowMs: number,
  asked: Asked<K> | Refused,
): Priced<ContractResult<K>> {
  checkRate(desk);
  if ("refusal" in asked) throw asked.refusal;
  const definition: ContractOperationDefinition<K> = contractRegistry[asked.operation];
  const run = () => work(context, tx, desk, nowMs, asked, definition);
  return definition.writes ? attempt(tx, run) : run();
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

const uncounted = new Set(["ERR_RATE_LIMIT", "ERR_CREDITS_EXHAUSTED"]);

/**
 * Runs one request within a transaction: rate limit, subscription, parameters, credits, work and charge
 * (decisions 2 and 19). A failed operation is an outcome. Only errors that invalidate the transaction are
 * thrown.
 */
export function performWithin<K extends ContractOperation>(
  context: RequestContext,
  tx: WriteDb,
  { accountId, asked }: AccountRequest<K>,
): Outcome<K> {
  const requestId = newRequestId(context.randomBytes);
  const nowMs = context.clock.now();
  const desk = openDesk(tx, accountId, nowMs);
  // Even for a refused request: otherwise, after the clock is set back, the hour would stand still until the
  // clock catches up.
  if (desk.window.backMs > 0) setRateBack(tx, accountId, desk.window.backMs);
  let priced: Priced<ContractResult<K>>;
  try {
    priced = carryOut(context, tx, desk, nowMs, asked);
  } catch (thrown) {
    const error = asContractError(context, thrown, requestId);
    const rate = uncounted.has(error.code) ? uncharged(desk) : charge(tx, desk, 0);
    return { ok: false, error, meta: metaOf(requestId, desk, 0, rate), rate };
  }
  const rate = charge(tx, desk, priced.credits);
  const meta = metaOf(requestId, desk, priced.credits, rate);
  return { ok: true, result: priced.result, meta, rate, after: priced.after };
}

/** Replaces the result with the deferred one, if the operation needs the network. */
export async function afterwards<K extends ContractOperation>(
  context: OperationContext,
  outcome: Outcome<K>,
): Promise<Outcome<K>> {
  if (!outcome.ok || outcome.after === undefined) return outcome;
  try {
    return { ...outcome, result: await outcome.after() };
  } catch (error) {
    return outcomeOfFault(context, error);
  }
}

/** The outcome of a request whose transaction was rolled back: nothing was charged. */
export function outcomeOfFault(context: OperationContext, error: unknown): Outcome<never> {
  const requestId = newRequestId(context.randomBytes);
  return {
    ok: false,
    error: asContractError(context, error, requestId),
    meta: { request_id: requestId, credits_used: 0, credits_remaining: 0, rate_limit_remaining: 0 },
    rate: null,
  };
}

/**
 * Starts fetching missing data from upstream servers, to be awaited before the request runs. Usually `null`.
 */
export function readAhead(
  { effects }: RequestContext,
  { accountId, asked }: AccountRequest<ContractOperation>,
): Promise<void> | null {
  if (!("operation" in asked)) return null;
  const { operation, input, via } = asked;
  return effects.readAhead({ accountId, operation, input, ...(via === undefined ? {} : { via }) });
}

/** Whether the request is answered only once its commit is on disk. */
export function waitsForDisk({ asked }: AccountRequest<ContractOperation>): boolean {
  return "operation" in asked && contractRegistry[asked.operation].isDurable === true;
}

/** Runs one request in its own transaction. Never throws: a failure is an outcome. */
export function perform<K extends ContractOperation>(
  context: RequestContext,
  request: AccountRequest<K>,
): Outcome<K> {
  try {
    return write(context.db, (tx) => performWithin(context, tx, request), { durable: waitsForDisk(request) });
  } catch (error) {
    return outcomeOfFault(context, error);
  }
}
