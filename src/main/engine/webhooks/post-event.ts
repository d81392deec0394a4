import { lookup as systemLookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { type Agent, request } from "node:https";
import type { LookupFunction } from "node:net";
import { isAllowedHost, mayBePublic, publicLookup } from "../../../shared/node/address-guard.js";
import { deliveryProblems as said } from "../../../shared/texts/en/delivery-problems.js";
import { describeNetworkError, notPublicCode } from "../domain/network-error.js";
import type { PostOutcome, SignedPost } from "../operations/request/effects.js";
import { signatureHeader, signatureHeaders } from "./signature.js";

/** Decision 30. */
export const deliveryTimeoutMs = 10_000;
/** Response bodies are discarded; an endless one is cut off here. */
const maxResponseBytes = 64 * 1024;
/** Longer responses lose their connection, for which other posts may wait. */
const maxDiscardMs = 500;

/** Allows posts to public addresses only, because anyone with a key can name any address. */
export interface PublicAddressGuard {
  /** `host` or `host:port`, allowed by the operator. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Default: the system's. */
  readonly lookup?: LookupFunction;
}

export interface SendOptions {
  readonly timeoutMs: number;
  /** The only certificate accepted, for the app's own listener; `null` trusts the system's authorities. */
  readonly pinnedCertificate: string | null;
  readonly agent: Agent;
  /** `null` if all addresses may be reached. */
  readonly guard: PublicAddressGuard | null;
  readonly userAgent: string;
  /** Whether a post may be sent again after a stale connection. */
  readonly canResend: () => boolean;
}

type SendResult = Pick<PostOutcome, "responseCode" | "error">;

function deliveryHeaders(post: SignedPost, body: Buffer, userAgent: string): Record<string, string | number> {
  const sign = (secret: string) => signatureHeader(secret, Math.floor(post.atMs / 1_000), body);
  return {
    "Content-Type": "application/json",
    "Content-Length": body.length,
    "User-Agent": userAgent,
    [signatureHeaders.eventId]: post.eventId,
    [signatureHeaders.attempt]: String(post.attempt),
    [signatureHeaders.signature]: sign(post.secret),
    ...(post.nextSecret === null ? {} : { [signatureHeaders.nextSignature]: sign(post.nextSecret) }),
  };
}

/** `null` for success: 2xx only (contract §6, delivery rule 1). A redirect is a failure (decision 30). */
function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return said.receiverRedirects(String(status));
  return said.receiverAnswered(String(status));
}

function toResult({ statusCode = 0 }: IncomingMessage): SendResult {
  return { responseCode: statusCode, error: statusError(statusCode) };
}

/** Discards the rest of a response, so that its connection can be reused. */
function discardBody(response: IncomingMessage): void {
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), maxDiscardMs);
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) response.destroy();
  });
  response.on("close", () => clearTimeout(timer));
  response.on("error", () => undefined);
}

interface SendAttempt extends SendResult {
  /** A reused connection was closed before any response, which is not the receiver's failure. */
  readonly isStale: boolean;
}

function notPublicError(): Error {
  return Object.assign(new Error("The address is not public."), { code: notPublicCode });
}

/** Whether a webhook may have the URL. Its host name may still resolve to an address that is refused. */
export function canPostTo(url: string, guard: PublicAddressGuard | null): boolean {
  const target = new URL(url);
  return guard === null || isAllowedHost(target, guard.allowedHosts) || mayBePublic(target);
}

/** The lookup for a post. Throws for a literal address, which Node connects to without one, unless it may be reached. */
function lookupFor({ url, isLocal }: SignedPost, guard: PublicAddressGuard | null): LookupFunction {
  const lookup = guard?.lookup ?? (systemLookup as LookupFunction);
  if (isLocal) return lookup;
  if (!canPostTo(url, guard)) throw notPublicError();
  const isUnguarded = guard === null || isAllowedHost(new URL(url), guard.allowedHosts);
  return isUnguarded ? lookup : publicLookup(lookup, notPublicError);
}

function sendOnce(
  post: SignedPost,
  body: Buffer,
  options: SendOptions,
  timeoutMs: number,
): Promise<SendAttempt> {
  const lookup = lookupFor(post, options.guard);
  return new Promise((resolve) => {
    /** The first result counts: the status line, whatever bytes follow it, or else what kept it from arriving. */
    const settle = (result: SendResult, isStale = false) => resolve({ ...result, isStale });
    const sent = request(post.url, {
      method: "POST",
      agent: options.agent,
      lookup,
      headers: deliveryHeaders(post, body, options.userAgent),
      ...(options.pinnedCertificate === null ? {} : { ca: options.pinnedCertificate }),
    });
    const timer = setTimeout(() => {
      settle({
        responseCode: null,
        error: said.noAnswer(String(options.timeoutMs / 1_000)),
      });
      sent.destroy();
    }, timeoutMs);
    sent.on("response", (response) => {
      settle(toResult(response));
      discardBody(response);
    });
    // The request asks for no upgrade. Without this listener, Node would drop the connection without an error.
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      settle(toResult(response));
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      settle({ responseCode: null, error: describeNetworkError(error) }, isStale);
    });
    sent.on("close", () => clearTimeout(timer));
    sent.end(body);
  });
}

/** Posts one event, signed over the exact bytes sent. Never rejects. */
export async function postEvent(post: SignedPost, options: SendOptions): Promise<PostOutcome> {
  const startedMs = performance.now();
  const body = Buffer.from(post.body);
  const elapsedMs = () => performance.now() - startedMs;
  try {
    let sent = await sendOnce(post, body, options, options.timeoutMs);
    while (sent.isStale && options.canResend() && elapsedMs() < options.timeoutMs)
      sent = await sendOnce(post, body, options, options.timeoutMs - elapsedMs());
    return { responseCode: sent.responseCode, error: sent.error, durationMs: elapsedMs() };
  } catch (error) {
    // Node throws for a URL that it cannot use.
    return { responseCode: null, error: describeNetworkError(error), durationMs: elapsedMs() };
  }
}
