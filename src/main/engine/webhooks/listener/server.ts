import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import { ClosingResponse } from "../../http/closing-response.js";
import { listenOnFreePort } from "../../http/listen.js";
import type { Acceptance } from "../../operations/alerts/receive-event.js";
import type { Certificate } from "./certificate.js";
import {
  checkHead,
  type Delivery,
  maxBodyBytes,
  type Refusal,
  storageFailed,
  tooLarge,
  verifyDelivery,
} from "./verify-delivery.js";

/** About 30 MB if each holds a whole body. Further connections are refused, and their senders retry. */
const maxConnections = 256;
const maxHeaderBytes = 8 * 1_024;
/** Our own sender needs a few milliseconds. */
const defaultTimeoutMs = 5_000;
const timeoutCheckIntervalMs = 1_000;
const keepAliveTimeoutMs = 5_000;
/** Time that pending responses get when the listener closes. */
const closeTimeoutMs = 500;

type TlsServer = Server<typeof IncomingMessage, typeof ClosingResponse>;

export interface WebhookServerOptions {
  readonly certificate: Certificate;
  readonly firstPort: number;
  readonly readSecret: () => string | null;
  readonly now: () => number;
  /** Stores a verified event. If it returns, the sender gets 200; if it throws, 503 and so a reason to retry. */
  readonly accept: (delivery: Delivery) => Acceptance;
  readonly onRefused: (reason: Refusal["reason"]) => void;
  readonly onError: (error: unknown) => void;
  /** Max time that a sender may take for its handshake, and again for its request. */
  readonly timeoutMs?: number | undefined;
}

export interface WebhookServer {
  readonly port: number;
  setCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

/** Serves `POST /webhook` over TLS on loopback, on `firstPort` or the next free port; 0 takes any free port. */
export async function startWebhookServer(options: WebhookServerOptions): Promise<WebhookServer> {
  const { timeoutMs = defaultTimeoutMs } = options;
  const server = createServer({
    ...tlsOptions(options.certificate),
    handshakeTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(timeoutCheckIntervalMs, timeoutMs),
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    ServerResponse: ClosingResponse,
  });
  server.maxConnections = maxConnections;
  server.on("request", (request, response) => void handleRequest(options, request, response));
  server.on("checkContinue", (request, response) => {
    // No socket: an earlier pipelined request is still being answered, and Node would write into its response.
    if (checkHead(request) === null && response.socket !== null) response.writeContinue();
    void handleRequest(options, request, response);
  });
  const sockets = trackSockets(server);
  const port = await listenOnFreePort(server, options.firstPort);
  // Failing to accept a connection (too many open files) must not end the process.
  server.on("error", options.onError);
  return {
    port,
    setCertificate: (certificate) => server.setSecureContext(tlsOptions(certificate)),
    close: () => close(server, sockets),
  };
}

function tlsOptions({ certPem, keyPem }: Certificate) {
  return { cert: certPem, key: keyPem };
}

async function handleRequest(
  options: WebhookServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = checkHead(request);
  if (refusal !== null) {
    respond(options, response, refusal);
    return;
  }
  const body = await readBody(request, maxBodyBytes);
  if (body === "gone") return;
  respond(options, response, body === "too-large" ? tooLarge : verifyAndAccept(options, request, body));
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  extraHeaders: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...extraHeaders,
  });
  response.end(text);
}

function respond(
  { onRefused }: WebhookServerOptions,
  response: ServerResponse,
  result: Acceptance | Refusal,
): void {
  if (typeof result === "string") {
    sendJson(response, 200, { received: true, ...(result === "repeated" && { repeated: true }) });
    return;
  }
  onRefused(result.reason);
  const { status, message } = result;
  sendJson(response, status, { received: false, error: message }, status === 405 ? { Allow: "POST" } : {});
}

/** The only work before the response: one look-up, one HMAC and one small write. */
function verifyAndAccept(
  { readSecret, now, accept, onError }: WebhookServerOptions,
  { headers }: IncomingMessage,
  body: Buffer,
): Acceptance | Refusal {
  try {
    const result = verifyDelivery({ headers, body, secret: readSecret(), nowMs: now() });
    return "envelope" in result ? accept(result) : result;
  } catch (error) {
    onError(error);
    return storageFailed;
  }
}

/** Tracks every connection, because the server does not know those still in their TLS handshake. */
function trackSockets(server: TlsServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function close(server: TlsServer, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const forceClose = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeTimeoutMs);
    server.close(() => {
      clearTimeout(forceClose);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Resolves to the body, to `too-large` as soon as it exceeds the limit, or to `gone` if the sender disconnects. */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | "too-large" | "gone"> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else {
        chunks = [];
        resolve("too-large");
      }
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => resolve("gone"));
  });
}
