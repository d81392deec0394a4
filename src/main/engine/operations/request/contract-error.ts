import { type ErrorCode, errorRegistry } from "../../../../shared/contract/errors.js";

interface ErrorOptions {
  /** Overrides the registry's general advice. */
  readonly action?: string;
  /** With `ERR_RATE_LIMIT` only. */
  readonly retryAfterSeconds?: number;
  /** Methods for the `Allow` header; with `ERR_METHOD_NOT_ALLOWED` only. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** An expected failure, returned with its code (contract, section 7) and not logged as an error. */
export class ContractError extends Error {
  readonly code: ErrorCode;
  readonly action: string;
  readonly retryAfterSeconds: number | null;
  readonly allow: readonly string[] | null;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "ContractError";
    this.code = code;
    this.action = options.action ?? errorRegistry[code].action;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.allow = options.allow ?? null;
  }
}

export function invalidParams(message: string, action?: string): ContractError {
  return new ContractError("ERR_INVALID_PARAMS", message, action === undefined ? {} : { action });
}
