import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { EventEnvelope } from "../../src/shared/contract/webhook.js";
import { makeCertificate, trustedCertificate } from "./tls.js";
import { until } from "./until.js";

/** A delivery as received. */
export interface ReceivedDelivery {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** The exact text of the body. */
  readonly text: string;
  readonly body: EventEnvelope;
}

export type Respond = (response: ServerResponse, socket: Socket, received: ReceivedDelivery) => void;

export const accept: Respond = (response) => void response.writeHead(204).end();

export interface Receiver {
  readonly url: string;
  readonly received: ReceivedDelivery[];
  /** Sets how the receiver responds from now on. */
  respondWith(behaviour: Respond): void;
  /** Waits until `count` deliveries have arrived. */
  waitFor(count: number): Promise<ReceivedDelivery[]>;
  close(): Promise<void>;
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

interface ReceiverOptions {
  readonly isTrusted?: boolean;
  /** Called for each connection, before its handshake. */
  readonly onSocket?: () => void;
  /** Called before any request on the connection has been read. */
  readonly onConnection?: (socket: Socket) => void;
}

/** Starts an HTTPS server that receives the deliveries of a webhook. */
export async function startReceiver({
  isTrusted = true,
  onSocket,
  onConnection,
}: ReceiverOptions = {}): Promise<Receiver> {
  const pair = isTrusted ? await trustedCertificate() : await makeCertificate();
  const received: ReceivedDelivery[] = [];
  let behaviour = accept;
  const server = createServer(pair, (request, response) => {
    void readBody(request).then((text) => {
      const { method = "", url: path = "", headers } = request;
      const each = { method, path, headers, text, body: JSON.parse(text || "{}") as EventEnvelope };
      received.push(each);
      behaviour(response, request.socket, each);
    });
  });
  if (onSocket !== undefined) server.on("connection", onSocket);
  if (onConnection !== undefined) server.on("secureConnection", onConnection);
  const port = await listen(server);
  return {
    url: `https://127.0.0.1:${port}/hook`,
    received,
    respondWith: (next) => {
      behaviour = next;
    },
    waitFor: async (count) => {
      await until(() => received.length >= count);
      return received;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts a receiver that closes when the test ends. */
export async function openReceiver(
  behaviour: Respond = accept,
  options: ReceiverOptions = {},
): Promise<Receiver> {
  const receiver = await startReceiver(options);
  onTestFinished(() => receiver.close());
  receiver.respondWith(behaviour);
  return receiver;
}

/** Asserts that the signature is as the contract describes it. */
export function expectSigned(
  { headers, text }: ReceivedDelivery,
  secret: string,
  nowMs: number,
  name = "x-service-signature",
): void {
  const header = String(headers[name]);
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  expect(Number(seconds)).toBe(Math.floor(nowMs / 1_000));
  expect(hex).toBe(createHmac("sha256", secret).update(`${seconds}.${text}`).digest("hex"));
}
