import { type AppInput, type AppOperation, type AppOutput, appOperations } from "./app/operations.js";
import type { ErrorCode } from "./contract/errors.js";
import type { Meta } from "./contract/meta.js";
import {
  type ContractInput,
  type ContractOperation,
  type ContractResult,
  contractOperations,
} from "./contract/operations.js";

/** Everything that can be asked of the engine, whichever way the question travels. */
export const operations = { ...contractOperations, ...appOperations } as const;
export type OperationName = keyof typeof operations;

/** What the window can say of its own call beside the contract's parameters. */
export interface CallHints {
  /** Answer from what is here: no connected service is asked, nor paid. */
  readonly local_only?: true;
}

export type OperationInput<K extends OperationName> = K extends ContractOperation
  ? ContractInput<K> & CallHints
  : K extends AppOperation
    ? AppInput<K>
    : never;

export type OperationResult<K extends OperationName> = K extends ContractOperation
  ? ContractResult<K>
  : K extends AppOperation
    ? AppOutput<K>
    : never;

/**
 * Codes that only the app knows, beside the contract's: the engine is away and will be back (`ENGINE_AWAY`), it
 * cannot start until the user does something (`ENGINE_STOPPED`), or a message broke the bridge's rules (`BAD_CALL`).
 */
export type CallErrorCode = ErrorCode | "ENGINE_AWAY" | "ENGINE_STOPPED" | "BAD_CALL";

export interface CallError {
  readonly code: CallErrorCode;
  readonly message: string;
  /** One line: what to do about it. */
  readonly action: string;
  /** Seconds to wait; with `ERR_RATE_LIMIT` only. */
  readonly retryAfterSeconds?: number;
}

/** The answer to a call. An expected failure is a value, never an exception. */
export type CallResult<K extends OperationName> =
  | { readonly ok: true; readonly data: OperationResult<K>; readonly meta: Meta | null }
  | { readonly ok: false; readonly error: CallError; readonly meta: Meta | null };
