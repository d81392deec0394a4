import type {
  ContractOperation,
  ContractRequest,
  ContractResult,
} from "../../../shared/contract/operations.js";
import type { Account, PeriodUsage } from "../db/account.js";
import type { WriteDb } from "../db/store.js";
import type { BillingPeriod } from "../domain/billing-period.js";
import type { RandomBytes } from "./context.js";
import type { Effects } from "./effects.js";

/** A result and what it costs; the pipeline charges it. */
export interface Priced<T> {
  readonly result: T;
  readonly credits: number;
  /** What only the world outside can tell: asked once the charge is kept, and answered instead of `result`. */
  readonly after?: () => Promise<T>;
}

/** What a running operation may look at, besides its request. */
export interface Running {
  readonly tx: WriteDb;
  readonly nowMs: number;
  readonly account: Account;
  readonly period: BillingPeriod;
  readonly usage: PeriodUsage;
  /** Credits of the period in all. */
  readonly limit: number;
  readonly randomBytes: RandomBytes;
  readonly effects: Effects;
}

export interface ContractOperationDefinition<K extends ContractOperation> {
  /** A subscription is needed only where an operation can cost credits (decision 5). */
  readonly canCost: boolean;
  /** Whether it writes: then a failure undoes just its own part of the transaction. */
  readonly writes: boolean;
  /** Whether it is answered only once the disk has it: what a person sets up survives a power cut. */
  readonly isDurable?: true;
  run(running: Running, request: ContractRequest<K>): Priced<ContractResult<K>>;
}
