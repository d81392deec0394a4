import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Receiver, startReceiver } from "../../support/receiver.js";
import { writeRepeatedly } from "./bad-shop.js";

interface ReceiverFault {
  /** Responds to a request that has been read. */
  readonly respond?: (response: ServerResponse, socket: Socket) => void;
  /** Handles a new connection, before any request has been read. */
  readonly connect?: (socket: Socket) => void;
  /** Whether the contract counts the response as a delivery: a complete 2xx response. */
  readonly isDelivery?: boolean;
}

/** `TLSSocket` cannot reset the TCP connection that it wraps. */
function reset(socket: Socket): void {
  (socket as unknown as { _parent: Socket })._parent.resetAndDestroy();
}

export const receiverFaults: Readonly<Record<string, ReceiverFault>> = {
  "responds 500": { respond: (response) => void response.writeHead(500).end() },
  "responds 302": {
    respond: (response) => void response.writeHead(302, { Location: "https://127.0.0.1:9/" }).end(),
  },
  "responds 410": { respond: (response) => void response.writeHead(410, { Connection: "close" }).end() },
  "never responds": { respond: () => undefined },
  "responds slowly": {
    respond: (response) => void setTimeout(() => response.writeHead(200).end(), 150),
    isDelivery: true,
  },
  "resets the connection before the request": { connect: reset },
  "resets the connection after the request": { respond: (_response, socket) => reset(socket) },
  "closes the connection without a response": { respond: (_response, socket) => void socket.destroy() },
  "responds before it reads the request": {
    connect: (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    isDelivery: true,
  },
  "truncates its response": {
    respond: (_response, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nthanks", () => socket.destroy());
    },
    isDelivery: true,
  },
  "never ends its body": {
    respond: (_response, socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      writeRepeatedly(socket, "thanks ".repeat(2_000), 1);
    },
    isDelivery: true,
  },
  "never ends its headers": {
    respond: (_response, socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      writeRepeatedly(socket, `X-Thanks: ${"y".repeat(4_000)}\r\n`, 1);
    },
  },
  "does not speak HTTP": { respond: (_response, socket) => void socket.end("250 OK: queued as 12345\r\n") },
  "responds 100 forever": {
    respond: (_response, socket) => writeRepeatedly(socket, "HTTP/1.1 100 Continue\r\n\r\n", 1),
  },
  "switches protocols": {
    respond: (_response, socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
    },
  },
};

export interface BadReceiver extends Receiver {
  readonly name: string;
  readonly isDelivery: boolean;
  recover(): void;
}

/** Starts a webhook receiver with a fault, from which it can recover. */
export async function startBadReceiver(name: string): Promise<BadReceiver> {
  const { respond = () => undefined, connect = () => undefined, isDelivery = false } = receiverFaults[name]!;
  let isBad = true;
  const receiver = await startReceiver({ onConnection: (socket) => isBad && connect(socket) });
  receiver.respondWith((response, socket) =>
    isBad ? respond(response, socket) : void response.writeHead(204).end(),
  );
  const recover = () => {
    isBad = false;
  };
  return { ...receiver, name, isDelivery, recover };
}
