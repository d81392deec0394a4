import { deliveryProblems as said } from "../../../shared/texts/en/delivery-problems.js";
import type { SendOutcome } from "../domain/channels/outcome.js";
import { type ChannelTarget, withoutSecrets } from "../domain/channels/target.js";
import type { PostResult } from "./post.js";
import type { HttpService, ServiceResponse } from "./services/service.js";

const maxDetailChars = 200;

/** Seconds or an HTTP date (RFC 9110 §10.2.3); `null` if the header is missing or neither. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const seconds = /^\s*(\d{1,9})(?:\.\d+)?\s*$/.exec(text)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** A proxy gave up on a server that may have sent the message. */
function isAmbiguous(status: number): boolean {
  return status === 504 || status === 520 || status === 524;
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function toSentence(status: number, detail: string | null, target: ChannelTarget): string {
  if (detail === null) return said.answered(String(status));
  // Reduces a service's text to one line, without secrets that it may echo.
  const text = withoutSecrets(detail, target)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, maxDetailChars)
    .replace(/\.$/, "");
  return said.answered(`${status}: ${text}`);
}

function permanentAction(status: number, { actions }: Pick<HttpService<never>, "actions">): string {
  if (status === 401 || status === 403) return actions.refused;
  if (status === 404 || status === 410) return actions.gone;
  if (status === 413) return said.tooLarge;
  if (status >= 300 && status < 400) return said.redirected;
  return actions.rejected;
}

/** What the service's response means for the message. */
function interpretResponse<T extends ChannelTarget>(
  response: ServiceResponse,
  service: HttpService<T>,
  target: T,
  nowMs: number,
): SendOutcome {
  const { status } = response;
  if (status >= 200 && status < 300) {
    const error = service.describeFalseSuccess?.(response) ?? null;
    return error === null
      ? { kind: "delivered" }
      : { kind: "failed", error, action: service.actions.rejected };
  }
  const { detail, retryAfterMs = null } = service.readError(response, nowMs);
  const error = toSentence(status, detail, target);
  if (isAmbiguous(status)) return { kind: "unknown", error, action: said.lookInService };
  if (!isTemporary(status)) return { kind: "failed", error, action: permanentAction(status, service) };
  const askedMs = [retryAfterMs, parseRetryAfter(response.headers["retry-after"], nowMs)];
  const pauseMs = Math.max(...askedMs.map((ms) => ms ?? 0));
  return {
    kind: "retry",
    error,
    action: status === 429 ? describeLimit(pauseMs, nowMs) : said.serviceLater,
    retryAfterMs: pauseMs === 0 ? null : pauseMs,
    isUnreached: false,
  };
}

function describeLimit(pauseMs: number, nowMs: number): string {
  if (pauseMs === 0) return said.limited;
  const until = new Date(nowMs + pauseMs).toISOString().slice(0, 16).replace("T", " ");
  return said.limitedUntil(until);
}

/** What the result of a request means for the message. */
export function interpretPost<T extends ChannelTarget>(
  result: PostResult,
  service: HttpService<T>,
  target: T,
  nowMs: number,
): SendOutcome {
  switch (result.kind) {
    case "response":
      return interpretResponse(result.response, service, target, nowMs);
    case "refused":
      return { kind: "failed", error: result.error, action: said.enterHttps };
    case "unreached": {
      const { error } = result;
      return { kind: "retry", error, action: said.checkServer, retryAfterMs: null, isUnreached: true };
    }
    case "lost":
      return { kind: "unknown", error: result.error, action: said.lookInService };
  }
}
