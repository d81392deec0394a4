import type { WebRefusal } from "../../../../shared/app/web.js";
import type { ErrorDetail } from "../../../../shared/contract/meta.js";
import { ContractError } from "../../operations/request/contract-error.js";
import { errorStatus, ownerErrorBody } from "../respond.js";

/** A request that the page's port refuses with a status that the contract's codes do not have. */
export class RefusedError extends ContractError {
  readonly status: 401 | 403 | 404 | 405 | 410 | 421;

  constructor(status: RefusedError["status"], message: string, action: string) {
    super("ERR_METHOD_NOT_ALLOWED", message, { action });
    this.status = status;
  }
}

export function notFound(): RefusedError {
  return new RefusedError(404, "There is nothing at this address.", "Open the page's first address.");
}

export function refusalStatus(error: ContractError) {
  return error instanceof RefusedError ? error.status : errorStatus(error);
}

/** The owner API's error, and what the page shows of it before it is paired. */
export function refusalBody(
  error: ContractError,
  { origin, version }: { readonly origin: string; readonly version: string },
): WebRefusal & { readonly error_detail: ErrorDetail } {
  return { ...ownerErrorBody(error, origin), message: error.message, version };
}
