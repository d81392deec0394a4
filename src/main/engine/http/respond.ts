import { type ErrorResponse, errorRegistry } from "../../../shared/contract/errors.js";
import type { Meta } from "../../../shared/contract/meta.js";
import type { RateState } from "../operations/request/account-state.js";
import type { ContractError } from "../operations/request/contract-error.js";

/** Headers of every response of the owner API. */
export function ownerHeaders(requestId: string): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  };
}

/** Headers of every response of the contract's API (decisions 6 and 7). */
export function commonHeaders(meta: Meta, rate: RateState | null): Record<string, string> {
  const headers: Record<string, string> = {
    ...ownerHeaders(meta.request_id),
    "X-Credits-Used": String(meta.credits_used),
    "X-Credits-Remaining": String(meta.credits_remaining),
  };
  if (rate !== null) {
    headers["X-RateLimit-Limit"] = String(rate.limit);
    headers["X-RateLimit-Remaining"] = String(rate.remaining);
    headers["X-RateLimit-Reset"] = String(rate.resetSeconds);
  }
  return headers;
}

/** The contract's error shape (§7). `origin` is this server's own, which also serves the error documentation. */
export function errorBody(error: ContractError, meta: Meta, origin: string): ErrorResponse {
  return { ...ownerErrorBody(error, origin), meta: { ...meta, credits_used: 0 } };
}

/** The same without `meta`: the owner has neither credits nor limits. */
export function ownerErrorBody(error: ContractError, origin: string): Omit<ErrorResponse, "meta"> {
  return {
    success: false,
    error: error.message,
    error_detail: {
      code: error.code,
      message: error.message,
      action: error.action,
      docs_url: `${origin}/docs/errors#${error.code.toLowerCase()}`,
    },
  };
}

export function errorStatus(error: ContractError) {
  return errorRegistry[error.code].status;
}

export function errorHeaders(error: ContractError): Record<string, string> {
  return {
    ...(error.retryAfterSeconds === null ? {} : { "Retry-After": String(error.retryAfterSeconds) }),
    ...(error.allow === null ? {} : { Allow: error.allow.join(", ") }),
  };
}

/** Before authentication the account is unknown (decision 7). */
export function unauthenticatedMeta(requestId: string): Meta {
  return { request_id: requestId, credits_used: 0, credits_remaining: 0, rate_limit_remaining: 0 };
}
