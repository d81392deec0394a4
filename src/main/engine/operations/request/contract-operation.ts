import type {
  ContractOperation,
  ContractRequest,
  ContractResult,
} from "../../../../shared/contract/operations.js";
import type { Account, PeriodUsage } from "../../db/accounts/account.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import type { BillingPeriod } from "../../domain/subscription.js";
import type { Caller } from "./caller.js";
import type { RandomBytes } from "./context.js";
import type { Effects } from "./effects.js";

/** A result and its cost, which the request pipeline charges to API keys. */
export interface PricedResult<T> {
  readonly result: T;
  readonly credits: number;
  /** Runs after the commit, for a result that needs the network; its value replaces `result`. */
  readonly deferred?: () => Promise<T>;
}

export function withoutCharge<T>(result: T): PricedResult<T> {
  return { result, credits: 0 };
}

/** The context of a running operation, besides its request. */
interface Context<Db extends ReadDb> {
  readonly tx: Db;
  readonly nowMs: number;
  readonly caller: Caller;
  readonly account: Account;
  readonly period: BillingPeriod;
  readonly usage: PeriodUsage;
  /** Credits of the billing period, including those used. */
  readonly creditLimit: number;
  readonly randomBytes: RandomBytes;
  readonly effects: Effects;
}

export type ReadContext = Context<ReadDb>;
export type ContractContext = Context<WriteDb>;

/** The work of a contract operation that writes nothing. */
export type ContractRead<K extends ContractOperation> = (
  context: ReadContext,
  request: ContractRequest<K>,
) => PricedResult<ContractResult<K>>;

export type ContractWrite<K extends ContractOperation> = (
  context: ContractContext,
  request: ContractRequest<K>,
) => PricedResult<ContractResult<K>>;

interface Definition<K extends ContractOperation> {
  /** Only operations that can cost credits need a subscription (decision 5). */
  readonly canCostCredits: boolean;
  /** Whether this request reads so much that it would delay others: the reader thread then runs it. */
  readonly isHeavy?: (db: ReadDb, request: ContractRequest<K>, caller: Caller) => boolean;
}

interface ReadOperation<K extends ContractOperation> extends Definition<K> {
  readonly isWrite: false;
  run(context: ReadContext, request: ContractRequest<K>): PricedResult<ContractResult<K>>;
}

interface WriteOperation<K extends ContractOperation> extends Definition<K> {
  /** Runs in a savepoint, so that a failure undoes only the operation's own writes. */
  readonly isWrite: true;
  /** The response waits until the commit is on disk, so that the user's setup survives a power cut. */
  readonly isDurable?: true;
  run(context: ContractContext, request: ContractRequest<K>): PricedResult<ContractResult<K>>;
  /** Serves heavy requests, which write nothing. */
  runHeavy?(context: ReadContext, request: ContractRequest<K>): PricedResult<ContractResult<K>>;
}

export type ContractOperationDefinition<K extends ContractOperation> = ReadOperation<K> | WriteOperation<K>;
