import type { FileIssue } from "./app/lists.js";
import { type AppInput, type AppOperation, type AppOutput, appOperations } from "./app/operations.js";
import type { ErrorCode } from "./contract/errors.js";
import {
  type ContractInput,
  type ContractOperation,
  type ContractResult,
  contractOperations,
} from "./contract/operations.js";
import type { DataErrorKind } from "./data/data-error.js";
import type { Refusal } from "./texts/refusal.js";

/** All operations of the engine, regardless of transport. */
export const operations = { ...contractOperations, ...appOperations } as const;
export type OperationName = keyof typeof operations;

/** Options of the window's own calls, in addition to the contract's parameters. */
export interface CallHints {
  /** Use local data only: query no upstreams, and spend no credits there. */
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
 * The contract's codes and the app's own: the engine is restarting (`ENGINE_AWAY`), it cannot start until the user does
 * something (`ENGINE_STOPPED`), or the call was malformed (`BAD_CALL`).
 */
export type CallErrorCode = ErrorCode | "ENGINE_AWAY" | "ENGINE_STOPPED" | "BAD_CALL";

/** Why a call failed: what is refused, why a file cannot be read, or what is wrong with the disk. */
export type ErrorReason = Refusal | FileIssue | { readonly storage: DataErrorKind };

export interface CallError {
  readonly code: CallErrorCode;
  readonly message: string;
  /** The next step, in one line; null where the contract only has advice for programs. */
  readonly action: string | null;
  /** For the window's own sentence. */
  readonly reason?: ErrorReason;
}

/** The result of a call. Expected failures are values, never exceptions. */
export type CallResult<K extends OperationName> =
  | { readonly ok: true; readonly data: OperationResult<K> }
  | { readonly ok: false; readonly error: CallError };
