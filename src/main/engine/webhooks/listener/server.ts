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

/** With each of them holding a whole body: some 30 MB. More are turned away, and their senders retry. */
const mostConnections = 256;
const mostHeaderBytes = 8 * 1_024;
/** Ours needs a few milliseconds for all of it. */
const defaultPatienceMs = 5_000;
const timeoutCheckMs = 1_000;
const keepAliveMs = 5_000;
/** Answers under way end within this when the listener closes. */
const closePatienceMs = 500;

export interface WebhookServerOptions {
  readonly certificate: Certificate;
  readonly firstPort: number;
  readonly secretOf: () => string | null;
  readonly now: () => number;
  /** Stores a verified event. The sender is answered when it returns, and told to try again when it throws. */
  readonly accept: (delivery: Delivery) => Acceptance;
  readonly onRefused: (reason: Refusal["reason"]) => void;
  readonly onFault: (error: unknown) => void;
  /** How long a sender may take for its handshake, and for its request. */
  readonly patienceMs?: number | undefined;
}

export interface WebhookServer {
  readonly port: number;
  setCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

/** Serves `POST /webhook` over TLS on loopback, at `firstPort` or the next free one; 0 takes any. */
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
    // Who asks before sending a body is told before sending it; behind an answer under way, it would be told too late.
    if (judgeHead(request) === null && response.socket !== null) response.writeContinue();
    void receive(options, request, response);
  });
  const sockets = openSockets(server);
  const port = await listenOnFreePort(server, options.firstPort);
  // A connection that could not be accepted (too many open files) is no reason to end.
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

/** All that stands between a read request and its answer: one look-up, one HMAC and one small write. */
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

/** Every connection from its first byte on: those that have not shaken hands are known to nobody else. */
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
