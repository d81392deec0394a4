import type { IncomingMessage } from "node:http";
import { type Agent, request } from "node:https";
import { signatureHeaders, signatureOf } from "../crypto/signature.js";
import type { Post, PostOutcome } from "../operations/effects.js";
import { describeSendError } from "./send-error.js";

/** Decision 30. */
export const deliveryTimeoutMs = 10_000;
/** Nobody reads what a receiver says; an answer that does not end is cut off here. */
const mostAnswerBytes = 64 * 1024;

export interface SendOptions {
  readonly timeoutMs: number;
  /** Certificate of the app's own listener; nothing else is accepted there. */
  readonly pinnedCertificate: string | null;
  /** Keeps connections for the next post. */
  readonly agent: Agent;
  readonly userAgent: string;
  /** Whether a post that met a connection closed under it may be sent again. */
  readonly mayRepeat: () => boolean;
}

type Ended = Pick<PostOutcome, "responseCode" | "error">;

function headersOf(post: Post, body: Buffer, userAgent: string): Record<string, string | number> {
  return {
    "Content-Type": "application/json",
    "Content-Length": body.length,
    "User-Agent": userAgent,
    [signatureHeaders.eventId]: post.eventId,
    [signatureHeaders.attempt]: String(post.attempt),
    [signatureHeaders.signature]: signatureOf(post.secret, Math.floor(post.atMs / 1_000), body),
  };
}

/** Section 6, delivery rule 1: 2xx or nothing. A redirect is a failure (decision 30). */
function judge(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

/** An answer counts once it has come whole. */
function readAnswer(response: IncomingMessage, settle: (ended: Ended) => void): void {
  const responseCode = response.statusCode ?? 0;
  const done = () => settle({ responseCode, error: judge(responseCode) });
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= mostAnswerBytes) return;
    done();
    response.destroy();
  });
  response.on("end", done);
  const lost = () => settle({ responseCode, error: "The connection broke in the middle of the answer." });
  response.on("error", lost);
  response.on("close", () => (response.complete ? undefined : lost()));
}

interface Sent extends Ended {
  /** A kept connection was closed under the request before any answer: it says nothing of the receiver. */
  readonly isStale: boolean;
}

function sendOnce(post: Post, body: Buffer, options: SendOptions, timeoutMs: number): Promise<Sent> {
  return new Promise((resolve) => {
    const settle = (ended: Ended, isStale = false) => {
      clearTimeout(timer);
      resolve({ ...ended, isStale });
    };
    const sent = request(post.url, {
      method: "POST",
      agent: options.agent,
      headers: headersOf(post, body, options.userAgent),
      ...(options.pinnedCertificate === null ? {} : { ca: options.pinnedCertificate }),
    });
    const timer = setTimeout(() => {
      settle({
        responseCode: null,
        error: `The receiver did not answer within ${options.timeoutMs / 1_000} seconds.`,
      });
      sent.destroy();
    }, timeoutMs);
    sent.on("response", (response) => readAnswer(response, settle));
    // Nothing was asked to be changed; without a listener Node drops the connection and says nothing.
    sent.on("upgrade", ({ statusCode = 101 }, socket) => {
      socket.destroy();
      settle({ responseCode: statusCode, error: judge(statusCode) });
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      settle({ responseCode: null, error: describeSendError(error) }, isStale);
    });
    sent.end(body);
  });
}

/** Posts one event, signed over the exact bytes sent. Never rejects. */
export async function postEvent(post: Post, options: SendOptions): Promise<PostOutcome> {
  const startedMs = performance.now();
  const body = Buffer.from(post.body);
  const elapsedMs = () => performance.now() - startedMs;
  try {
    let sent = await sendOnce(post, body, options, options.timeoutMs);
    while (sent.isStale && options.mayRepeat() && elapsedMs() < options.timeoutMs)
      sent = await sendOnce(post, body, options, options.timeoutMs - elapsedMs());
    return { responseCode: sent.responseCode, error: sent.error, durationMs: elapsedMs() };
  } catch (error) {
    // What Node refuses to send at all: an address that it cannot make sense of.
    return { responseCode: null, error: describeSendError(error), durationMs: elapsedMs() };
  }
}
