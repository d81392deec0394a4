import { randomBytes, timingSafeEqual } from "node:crypto";
import { lookup as systemLookup } from "node:dns";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isAllowedHost, isPublicUrl, publicLookup } from "../../../shared/address-guard.js";

export interface GuardProxyOptions {
  /** Non-public `host` or `host:port` values that the user allows. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Defaults to the system's DNS lookup. */
  readonly lookup?: LookupFunction;
}

/** The proxy through which shop pages reach the network. */
export interface GuardProxy {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Requested hosts, as `host` or `host:port`, that were refused because they are in a private network. */
  readonly refused: ReadonlySet<string>;
  close(): void;
}

const user = "tidemark";
const bodyless = "Content-Length: 0\r\nConnection: close\r\n\r\n";
/** Hop-by-hop headers (RFC 9110 §7.6.1), which a proxy must not forward. */
const hopHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
]);

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function withoutHops(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name)));
}

class PrivateAddress extends Error {}

/**
 * Restricts a proxy on loopback to public addresses. It connects to exactly the address that it checked. A check outside
 * the proxy would not be enough, because the browser resolves the name again and may get another address.
 */
class Guard {
  readonly refused = new Set<string>();
  readonly password = randomBytes(18).toString("base64url");
  readonly #options: GuardProxyOptions;
  readonly #open = new Set<Duplex>();
  readonly #expected: string;

  constructor(options: GuardProxyOptions) {
    this.#options = options;
    this.#expected = `Basic ${Buffer.from(`${user}:${this.password}`).toString("base64")}`;
  }

  keep(socket: Duplex): void {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    // Closing a page resets its connections; that is no error.
    socket.on("error", () => socket.destroy());
  }

  closeAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  knows(request: IncomingMessage): boolean {
    return isSame(request.headers["proxy-authorization"] ?? "", this.#expected);
  }

  /** The DNS lookup to use for `url`; `null` if requests to it are refused. */
  lookupFor(url: URL): LookupFunction | null {
    const given = this.#options.lookup ?? (systemLookup as LookupFunction);
    if (isAllowedHost(url, this.#options.allowedHosts)) return given;
    if (isPublicUrl(url)) return publicLookup(given, () => new PrivateAddress());
    this.refused.add(url.host);
    return null;
  }

  failed(url: URL, error: unknown): void {
    if (error instanceof PrivateAddress) this.refused.add(url.host);
  }
}

/** Forwards an `http:` request. */
function forward(guard: Guard, request: IncomingMessage, response: ServerResponse): void {
  if (!guard.knows(request)) {
    response.writeHead(407, { "Proxy-Authenticate": 'Basic realm="Tidemark"' }).end();
    return;
  }
  const url = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : null;
  const lookup = url?.protocol === "http:" ? guard.lookupFor(url) : null;
  if (url === null || lookup === null) {
    response.writeHead(403).end();
    return;
  }
  const headers = withoutHops(request.headers);
  const asked = httpRequest(
    url,
    { method: request.method ?? "GET", headers, lookup, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
      answer.pipe(response);
    },
  );
  asked.on("socket", (socket) => guard.keep(socket));
  asked.on("error", (error) => {
    guard.failed(url, error);
    if (response.headersSent) response.destroy();
    else response.writeHead(error instanceof PrivateAddress ? 403 : 502).end();
  });
  request.pipe(asked);
}

/** Opens a tunnel for `https:` and web sockets, whose encrypted contents the proxy cannot see. */
function tunnel(guard: Guard, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  guard.keep(socket);
  if (!guard.knows(request)) {
    socket.end(
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="Tidemark"\r\n${bodyless}`,
    );
    return;
  }
  const address = `https://${request.url ?? ""}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const lookup = url === null ? null : guard.lookupFor(url);
  if (url === null || lookup === null) {
    socket.end(`HTTP/1.1 403 Forbidden\r\n${bodyless}`);
    return;
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const upstream: Socket = connect({ host, port: Number(url.port || 443), lookup });
  guard.keep(upstream);
  upstream.once("connect", () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.once("error", (error) => {
    guard.failed(url, error);
    if (upstream.connecting || !socket.writableEnded) socket.end(`HTTP/1.1 502 Bad Gateway\r\n${bodyless}`);
  });
  upstream.once("close", () => socket.destroy());
  socket.once("close", () => upstream.destroy());
}

export async function startGuardProxy(options: GuardProxyOptions): Promise<GuardProxy> {
  const guard = new Guard(options);
  const server = createServer((request, response) => forward(guard, request, response));
  server.on("connection", (socket) => guard.keep(socket));
  server.on("connect", (request, socket, head) => tunnel(guard, request, socket, head));
  // Even unencrypted web sockets use a tunnel, so there is nothing to upgrade.
  server.on("upgrade", (_request, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    user,
    password: guard.password,
    refused: guard.refused,
    close: () => {
      server.close();
      guard.closeAll();
    },
  };
}
