import type { ErrorReason } from "../../../shared/calls.js";
import { errorRegistry } from "../../../shared/contract/errors.js";
import type { ErrorResponse, Meta } from "../../../shared/contract/meta.js";
import type { ContractOperation, ContractResult } from "../../../shared/contract/operations.js";
import type { RateState } from "../operations/request/account-state.js";
import type { Logger } from "../operations/request/context.js";
import { ContractError, unexpectedError } from "../operations/request/contract-error.js";
import { RenderedResult } from "../operations/request/heavy-read.js";
import { writeCsv } from "./csv.js";
import { type AnyRoute, hasMeta, type Route, successResponses } from "./route.js";

/** Builds a document once for each base URL: the server has one, as soon as it listens. */
export function createDocumentText(
  build: (baseUrl: string) => Promise<object>,
): (baseUrl: string) => Promise<string> {
  const texts = new Map<string, string>();
  return async (baseUrl) => {
    const text = texts.get(baseUrl) ?? JSON.stringify(await build(baseUrl));
    texts.set(baseUrl, text);
    return text;
  };
}

/** Headers of every response of the owner API. */
export function ownerHeaders(requestId: string): Record<string, string> {
  return {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
}

/** Headers of every response of the contract's API (decisions 6 and 7), in lower case and order like all of hono's. */
export function commonHeaders(meta: Meta, rate: RateState | null): Record<string, string> {
  const headers: Record<string, string> = {
    ...ownerHeaders(meta.request_id),
    "x-credits-remaining": String(meta.credits_remaining),
    "x-credits-used": String(meta.credits_used),
  };
  if (rate !== null) {
    headers["x-ratelimit-limit"] = String(rate.limit);
    headers["x-ratelimit-remaining"] = String(rate.remaining);
    headers["x-ratelimit-reset"] = String(rate.resetSeconds);
  }
  return headers;
}

/** The contract's error shape (§7). `origin` is this server's own, which also serves the error documentation. */
export function errorBody(error: ContractError, meta: Meta, origin: string): ErrorResponse {
  const { code, message, action } = error;
  const docs_url = `${origin}/docs/errors#${code.toLowerCase()}`;
  return {
    success: false,
    error: message,
    error_detail: { code, message, action, docs_url },
    meta: { ...meta, credits_used: 0 },
  };
}

type OwnerErrorBody = Omit<ErrorResponse, "meta"> & {
  readonly error_detail: { readonly reason?: ErrorReason };
};

/** The same without `meta`, as the owner has neither credits nor limits, and with the reason for the window. */
export function ownerErrorBody(error: ContractError, origin: string): OwnerErrorBody {
  const { meta: _meta, ...body } = errorBody(error, unauthenticatedMeta(""), origin);
  const { reason } = error;
  return reason === undefined ? body : { ...body, error_detail: { ...body.error_detail, reason } };
}

/** Renders a successful result; `finishBody` adds what depends on the charge. */
export function renderResult(
  route: AnyRoute,
  form: RenderedResult["form"],
  result: ContractResult<ContractOperation>,
): RenderedResult {
  const { csv } = route as Route<ContractOperation>;
  if (form === "csv" && csv !== undefined)
    return new RenderedResult({
      status: 200,
      form,
      body: writeCsv(csv.columns, csv.rows(result)),
      hasMeta: false,
    });
  const success = successResponses(route).find(({ matches }) => matches(result));
  if (success === undefined) throw new Error(`No response form fits the result of ${route.operation}.`);
  const body = JSON.stringify(result).slice(1, -1);
  return new RenderedResult({ status: success.status, form: "json", body, hasMeta: hasMeta(success) });
}

/** Writing more at once would block the event loop. */
const pieceBytes = 256 * 1024;

function* piecesOf(parts: readonly Uint8Array<ArrayBuffer>[]): Generator<Uint8Array<ArrayBuffer>> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes);
}

function toStream(pieces: Iterator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull: (controller) => {
      const { done, value } = pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** What stands around a rendered body. The owner gets the result alone, so without `meta`. */
function bodyEnds(
  { form, body, hasMeta: withMeta }: RenderedResult,
  meta: Meta | null,
): readonly [string, string] {
  if (form === "csv") return ["", ""];
  if (meta === null) return ["{", "}"];
  const comma = body.length > 0 ? "," : "";
  return [`{"success":true${comma}`, withMeta ? `,"meta":${JSON.stringify(meta)}}` : "}"];
}

/** The whole body, and its bytes unless it is a text: a large one goes out piece by piece. */
export function finishBody(
  rendered: RenderedResult,
  meta: Meta | null,
): { readonly body: string | ReadableStream<Uint8Array<ArrayBuffer>>; readonly bytes: number | null } {
  const { body } = rendered;
  const [first, last] = bodyEnds(rendered, meta);
  if (typeof body === "string") return { body: first + body + last, bytes: null };
  const encoder = new TextEncoder();
  const parts = [encoder.encode(first), body, encoder.encode(last)];
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  return { body: toStream(piecesOf(parts)), bytes };
}

/** The error to respond with. One that is not the contract's is a bug, and is logged with `message`. */
export function toContractError(error: unknown, log: Logger, message: string): ContractError {
  if (error instanceof ContractError) return error;
  log.error(message, error);
  return unexpectedError(error, "Something unexpected went wrong.");
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
