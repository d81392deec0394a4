import { lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { isPrivateAddress, literalAddress, privateLookup } from "../../../shared/node/address-guard.js";
import { deliveryProblems as said } from "../../../shared/texts/en/delivery-problems.js";
import { describeNetworkError } from "../domain/network-error.js";
import type { ServiceRequest, ServiceResponse } from "./services/service.js";

const timeoutMs = 15_000;
/** Longer responses are cut off here: only their errors are read. */
const maxResponseBytes = 64 * 1_024;

/** `refused`: not sent. `unreached`: not sent, but may be later. `lost`: sent, but no response arrived. */
export type PostResult =
  | { readonly kind: "response"; readonly response: ServiceResponse }
  | { readonly kind: "refused" | "unreached" | "lost"; readonly error: string };

class PlainHttpError extends Error {}

/** Resolves at the end, at the limit, or where the connection breaks: the status is known in each case. */
function readBody(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, maxResponseBytes).toString("utf8"));
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxResponseBytes) response.destroy();
    });
    response.on("error", finish);
    response.on("close", finish);
  });
}

/** Refuses public addresses: unencrypted requests may reach private networks only. */
function createPlainLookup(): LookupFunction {
  return privateLookup(lookup as LookupFunction, () => new PlainHttpError(said.plainHttp));
}

/** Node does not look up literal addresses, so `createPlainLookup` cannot refuse them. */
function isPublicLiteral(url: URL): boolean {
  const literal = literalAddress(url);
  return literal !== null && !isPrivateAddress(literal);
}

/**
 * Sends one request on a connection of its own. Follows no redirects. Never rejects. `signal` aborts it.
 */
export function post(
  { method = "POST", url: href, headers, body }: ServiceRequest,
  options: { readonly userAgent: string; readonly signal: AbortSignal },
): Promise<PostResult> {
  const url = new URL(href);
  const isPlain = url.protocol === "http:";
  if (isPlain && isPublicLiteral(url)) return Promise.resolve({ kind: "refused", error: said.plainHttp });
  return new Promise((resolve) => {
    const bytes = Buffer.from(body);
    const send = isPlain ? httpRequest : httpsRequest;
    let isConnected = false;
    const settle = (result: PostResult) => {
      clearTimeout(timer);
      resolve(result);
      sent.destroy();
    };
    const fail = (error: string) => settle({ kind: isConnected ? "lost" : "unreached", error });
    const sent = send(url, {
      method,
      agent: false,
      headers: { ...headers, "Content-Length": bytes.length, "User-Agent": options.userAgent },
      signal: options.signal,
      ...(isPlain ? { lookup: createPlainLookup() } : {}),
    });
    let response: IncomingMessage | null = null;
    const timer = setTimeout(() => {
      if (response === null) fail(said.noAnswer(String(timeoutMs / 1_000)));
      else response.destroy();
    }, timeoutMs);
    sent.on("socket", (socket: Socket) =>
      socket.once(isPlain ? "connect" : "secureConnect", () => {
        isConnected = true;
      }),
    );
    sent.on("response", (received) => {
      response = received;
      const { statusCode: status = 0, headers: responseHeaders } = received;
      void readBody(received).then((text) =>
        settle({ kind: "response", response: { status, headers: responseHeaders, body: text } }),
      );
    });
    // The request asks for no upgrade. Without this listener, Node would drop the connection without an error.
    sent.on("upgrade", ({ statusCode = 101, headers: upgradeHeaders }, socket) => {
      socket.destroy();
      settle({ kind: "response", response: { status: statusCode, headers: upgradeHeaders, body: "" } });
    });
    sent.on("error", (error) => {
      // The status line decides, whatever bytes follow it.
      if (response !== null) return;
      if (error instanceof PlainHttpError) settle({ kind: "refused", error: error.message });
      else fail(describeNetworkError(error));
    });
    sent.end(bytes);
  });
}
