import type { IncomingHttpHeaders } from "node:http";
import { escapeHtml } from "../../../../shared/escape-html.js";
import { parseJson } from "../../../../shared/parse-json.js";
import type { AlertMessage } from "../../domain/channels/message.js";
import type { ChannelTarget } from "../../domain/channels/target.js";

export interface ServiceRequest {
  /** Default: POST. */
  readonly method?: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most 64 KiB. */
  readonly body: string;
}

/** What an error response says besides its status. */
export interface ServiceError {
  /** In the service's words, or null. */
  readonly detail: string | null;
  /** The pause that its body asks for; `Retry-After` is read for all services. */
  readonly retryAfterMs?: number | null;
}

/** The HTTP API of a service: pure functions from a message to a request, and from a response to what it means. */
export interface HttpService<T extends ChannelTarget> {
  toRequest(target: T, message: AlertMessage): ServiceRequest;
  readError(response: ServiceResponse, nowMs: number): ServiceError;
  /** A successful status that means failure, in a sentence; `null` if the message was delivered. */
  readonly describeFalseSuccess?: (response: ServiceResponse) => string | null;
  /** The next steps, in sentences: after 401 and 403, after 404 and 410, and after any other rejection. */
  readonly actions: { readonly refused: string; readonly gone: string; readonly rejected: string };
}

export function jsonRequest(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceRequest {
  return { url, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** A text as HTML, linked to the page if there is one. */
export function linkedText(text: string, link: string | null): string {
  return link === null ? escapeHtml(text) : `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`;
}

/** Reads an error from the first of these fields that has a text. */
export function readErrorField(...names: readonly string[]): (response: ServiceResponse) => ServiceError {
  return (response) => {
    const fields = jsonFields(response);
    return { detail: names.map((name) => textOrNull(fields[name])).find((text) => text !== null) ?? null };
  };
}

/** The fields of a JSON object; empty for anything else. */
export function jsonFields({ body }: ServiceResponse): Readonly<Record<string, unknown>> {
  const value = parseJson(body);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** Seconds of a pause in milliseconds; `null` if it is not a number. */
export function secondsToMs(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.ceil(value * 1_000) : null;
}
