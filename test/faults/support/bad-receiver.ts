import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { listenOn } from "../../support/network.js";
import { trustedCertificate } from "../../support/tls.js";
import { responseHead, SocketSet, writeRepeatedly } from "./raw-http.js";

/** Responds to a request. `connection` is the TCP connection below TLS. */
type Respond = (socket: Socket, connection: Socket) => void;

interface ReceiverFault {
  readonly respond: Respond;
  /** Responds before the request has been read. */
  readonly isEarly?: boolean;
  /** Whether the contract counts the response as a delivery: a complete 2xx response. */
  readonly isDelivery?: boolean;
}

const emptyResponse = (status: string, ...headers: readonly string[]) =>
  responseHead(status, "Content-Length: 0", ...headers);

const write =
  (text: string): Respond =>
  (socket) =>
    void socket.write(text);
const end =
  (text: string): Respond =>
  (socket) =>
    void socket.end(text);

export const receiverFaults: Readonly<Record<string, ReceiverFault>> = {
  "responds 500": { respond: write(emptyResponse("500 Internal Server Error")) },
  "responds 302": { respond: write(emptyResponse("302 Found", "Location: https://127.0.0.1:9/")) },
  "responds 410": { respond: end(emptyResponse("410 Gone", "Connection: close")) },
  "never responds": { respond: () => undefined },
  "responds slowly": {
    respond: (socket) => void setTimeout(() => socket.write(emptyResponse("200 OK")), 150),
    isDelivery: true,
  },
  "resets the connection before the request": {
    respond: (_socket, connection) => void connection.resetAndDestroy(),
    isEarly: true,
  },
  "resets the connection after the request": {
    respond: (_socket, connection) => void connection.resetAndDestroy(),
  },
  "closes the connection without a response": { respond: (socket) => void socket.destroy() },
  "responds before it reads the request": {
    respond: end(emptyResponse("200 OK", "Connection: close")),
    isEarly: true,
    isDelivery: true,
  },
  "truncates its response": {
    respond: (socket) => {
      socket.write(`${responseHead("200 OK", "Content-Length: 50")}thanks`, () => socket.destroy());
    },
  },
  "never ends its body": {
    respond: (socket) => {
      socket.write(responseHead("200 OK"));
      writeRepeatedly(socket, "thanks ".repeat(2_000), 1);
    },
    isDelivery: true,
  },
  "never ends its headers": {
    respond: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      writeRepeatedly(socket, `X-Thanks: ${"y".repeat(4_000)}\r\n`, 1);
    },
  },
  "does not speak HTTP": { respond: end("250 OK: queued as 12345\r\n") },
  "responds 100 forever": {
    respond: (socket) => writeRepeatedly(socket, "HTTP/1.1 100 Continue\r\n\r\n", 1),
  },
  "switches protocols": {
    respond: write(responseHead("101 Switching Protocols", "Upgrade: x", "Connection: Upgrade")),
  },
};

export interface BadReceiver {
  readonly name: string;
  readonly url: string;
  readonly isDelivery: boolean;
  recover(): void;
  close(): void;
}

/** Whether the request is complete according to its Content-Length. */
function isComplete(text: string): boolean {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  return Buffer.byteLength(rest.join("\r\n\r\n"), "latin1") >= length;
}

/** Starts a webhook receiver with a fault, from which it can recover. */
export async function startBadReceiver(name: string): Promise<BadReceiver> {
  const { respond, isEarly = false, isDelivery = false } = receiverFaults[name]!;
  const sockets = new SocketSet();
  let isBad = true;
  const onRequest = (socket: Socket, connection: Socket) => {
    if (!isBad) socket.write(emptyResponse("204 No Content"));
    else if (!isEarly) respond(socket, connection);
  };
  const secureContext = createSecureContext(await trustedCertificate());
  const server = createServer((connection) => {
    const socket = new TLSSocket(connection, { isServer: true, secureContext });
    connection.on("error", () => undefined);
    sockets.add(socket);
    socket.on("secure", () => {
      if (isBad && isEarly) respond(socket, connection);
    });
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      if (!isComplete(text)) return;
      text = "";
      onRequest(socket, connection);
    });
  });
  await listenOn(server, 0);
  return {
    name,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    isDelivery,
    recover: () => {
      isBad = false;
    },
    close: () => {
      server.close();
      sockets.destroyAll();
    },
  };
}
