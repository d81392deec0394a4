import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { trustedCertificate } from "../../support/tls.js";

/** What a receiver does with a request; `line` is the connection below the encryption. */
type Manner = (socket: Socket, line: Socket) => void;

const answer = (status: string, ...lines: readonly string[]) =>
  [`HTTP/1.1 ${status}`, "Content-Length: 0", ...lines, "", ""].join("\r\n");

function pour(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 1);
  socket.on("close", () => clearInterval(timer));
}

export interface MannerOf {
  /** Before anything of the request has been read, or once it has come whole. */
  readonly when: "connected" | "read";
  readonly act: Manner;
  /** Whether the contract takes it for a delivery: a whole answer 2xx. */
  readonly isDelivery: boolean;
}

const read = (act: Manner, isDelivery = false): MannerOf => ({ when: "read", act, isDelivery });
const connected = (act: Manner, isDelivery = false): MannerOf => ({ when: "connected", act, isDelivery });

/** Each as somebody's receiver once was. */
export const manners: Readonly<Record<string, MannerOf>> = {
  "answers 500": read((socket) => void socket.write(answer("500 Oh no"))),
  "answers 302": read((socket) => void socket.write(answer("302 Found", "Location: https://127.0.0.1:9/"))),
  "answers 410": read((socket) => void socket.end(answer("410 Gone", "Connection: close"))),
  hangs: read(() => undefined),
  "is slow": read((socket) => void setTimeout(() => socket.write(answer("200 OK")), 150), true),
  "resets at once": connected((_socket, line) => void line.resetAndDestroy()),
  "resets when all is read": read((_socket, line) => void line.resetAndDestroy()),
  "closes without an answer": read((socket) => void socket.destroy()),
  "answers before it reads": connected(
    (socket) => void socket.end(answer("200 OK", "Connection: close")),
    true,
  ),
  "breaks off its answer": read((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nthanks", () => socket.destroy());
  }),
  "never ends its answer": read((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    pour(socket, "thanks ".repeat(2_000));
  }, true),
  "never ends its headers": read((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    pour(socket, `X-Thanks: ${"y".repeat(4_000)}\r\n`);
  }),
  "speaks no HTTP": read((socket) => void socket.end("250 OK: queued as 12345\r\n")),
  "says to go on for ever": read((socket) => pour(socket, "HTTP/1.1 100 Continue\r\n\r\n")),
  "switches protocols": read((socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
  }),
};

export interface BadReceiver {
  readonly name: string;
  readonly url: string;
  readonly isDelivery: boolean;
  /** Ids of events whose requests came whole while it behaved. */
  readonly accepted: string[];
  behave(): void;
  close(): void;
}

function eventIdOf(text: string): string {
  return /"id":"(evt_\w+)"/.exec(text)?.[1] ?? "?";
}

/** Whether a request has come whole, by its own Content-Length. */
function isWhole(text: string): boolean {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  return Buffer.byteLength(rest.join("\r\n\r\n"), "latin1") >= length;
}

/** A receiver with one of the manners, until it behaves. */
export async function openBadReceiver(name: string): Promise<BadReceiver> {
  const { when, act, isDelivery } = manners[name]!;
  const sockets = new Set<Socket>();
  const accepted: string[] = [];
  let isBad = true;
  const onWhole = (socket: Socket, line: Socket, text: string) => {
    if (isBad) return when === "read" ? act(socket, line) : undefined;
    accepted.push(eventIdOf(text));
    socket.write(answer("204 No Content"));
  };
  const secureContext = createSecureContext(await trustedCertificate());
  const server = createServer((line) => {
    const socket = new TLSSocket(line, { isServer: true, secureContext });
    sockets.add(socket);
    for (const each of [line, socket]) each.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("secure", () => {
      if (isBad && when === "connected") act(socket, line);
    });
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      if (!isWhole(text)) return;
      onWhole(socket, line, text);
      text = "";
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    name,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    isDelivery,
    accepted,
    behave: () => {
      isBad = false;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
