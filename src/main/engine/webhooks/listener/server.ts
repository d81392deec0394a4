import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import { listenOnFreePort } from "../../net/listen.js";
import type { Acceptance } from "../../operations/receive-event.js";
import { answerAccepted, answerRefusal, answerUnread } from "./answer.js";
import type { Certificate } from "./certificate.js";
import {
  type Delivery,
  judgeDelivery,
  judgeHead,
  mostBodyBytes,
  notStored,
  type Refusal,
  tooLarge,
} from "./judge.js";
import { readBody } from "./read-body.js";

/** About 30 MB if each holds a whole body. Further connections are refused, and their senders retry. */
const mostConnections = 256;
const mostHeaderBytes = 8 * 1_024;
/** Our own sender needs a few milliseconds. */
const defaultPatienceMs = 5_000;
const timeoutCheckMs = 1_000;
const keepAliveMs = 5_000;
/** Time that pending responses get when the listener closes. */
const closePatienceMs = 500;

export interface WebhookServerOptions {
  readonly certificate: Certificate;
  readonly firstPort: number;
  readonly secretOf: () => string | null;
  readonly now: () => number;
  /** Stores a verified event. If it returns, the sender gets 200; if it throws, 503 and so a reason to retry. */
  readonly accept: (delivery: Delivery) => Acceptance;
  readonly onRefused: (reason: Refusal["reason"]) => void;
  readonly onFault: (error: unknown) => void;
  /** Max time that a sender may take for its handshake, and again for its request. */
  readonly patienceMs?: number | undefined;
}

export interface WebhookServer {
  readonly port: number;
  setCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

/** Serves `POST /webhook` over TLS on loopback, on `firstPort` or the next free port; 0 takes any free port. */
export async function startWebhookServer(options: WebhookServerOptions): Promise<WebhookServer> {
  const { patienceMs = defaultPatienceMs } = options;
  const server = createServer({
    ...tlsOptions(options.certificate),
    handshakeTimeout: patienceMs,
    headersTimeout: patienceMs,
    requestTimeout: patienceMs,
    connectionsCheckingInterval: Math.min(timeoutCheckMs, patienceMs),
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: mostHeaderBytes,
  });
  server.maxConnections = mostConnections;
  server.on("request", (request, response) => void receive(options, request, response));
  server.on("checkContinue", (request, response) => {
    // No socket: an earlier pipelined request is still being answered, and Node would write into its response.
    if (judgeHead(request) === null && response.socket !== null) response.writeContinue();
    void receive(options, request, response);
  });
  const sockets = openSockets(server);
  const port = await listenOnFreePort(server, options.firstPort);
  // Failing to accept a connection (too many open files) must not end the process.
  server.on("error", options.onFault);
  return {
    port,
    setCertificate: (certificate) => server.setSecureContext(tlsOptions(certificate)),
    close: () => close(server, sockets),
  };
}

function tlsOptions({ certPem, keyPem }: Certificate) {
  return { cert: certPem, key: keyPem };
}

async function receive(
  options: WebhookServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refused = judgeHead(request);
  if (refused !== null) {
    options.onRefused(refused.reason);
    answerUnread(request, response, refused);
    return;
  }
  const body = await readBody(request, mostBodyBytes);
  if (body === "gone") return;
  if (body === "too-large") {
    options.onRefused(tooLarge.reason);
    answerUnread(request, response, tooLarge);
    return;
  }
  answer(options, response, receiveBody(options, request, body));
}

function answer(
  { onRefused }: WebhookServerOptions,
  response: ServerResponse,
  result: Acceptance | Refusal,
): void {
  if (typeof result === "string") {
    answerAccepted(response, result);
    return;
  }
  onRefused(result.reason);
  answerRefusal(response, result);
}

/** The only work before the response: one look-up, one HMAC and one small write. */
function receiveBody(
  { secretOf, now, accept, onFault }: WebhookServerOptions,
  { headers }: IncomingMessage,
  body: Buffer,
): Acceptance | Refusal {
  try {
    const result = judgeDelivery({ headers, body, secret: secretOf(), nowMs: now() });
    return "envelope" in result ? accept(result) : result;
  } catch (error) {
    onFault(error);
    return notStored;
  }
}

/** Tracks every connection, because the server does not know those still in their TLS handshake. */
function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closePatienceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
