import { randomBytes, timingSafeEqual } from "node:crypto";
import { lookup as systemLookup } from "node:dns";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type LookupFunction, type Socket } from "node:net";
import type { Duplex, Readable } from "node:stream";
import { isAllowedHost, isPublicUrl, publicLookup } from "./address-guard.js";

export interface GuardProxyOptions {
  /** Non-public `host` or `host:port` values that the user allows. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Defaults to the system's DNS lookup. */
  readonly lookup?: LookupFunction;
  /** This computer's address at which the browser reaches the proxy. Default: loopback. */
  readonly address?: string;
  /** The bytes to let through to the browser before all connections are closed. Default: no limit. */
  readonly maxBytes?: number;
}

/** The proxy through which shop pages of the app's and a server's browser reach the network. */
export interface GuardProxy {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Requested hosts, as `host` or `host:port`, that were refused because they are in a private network. */
  readonly refusedHosts: ReadonlySet<string>;
  /** Requested hosts that could not be reached, with the error's code: `ECONNREFUSED`. */
  readonly unreachedHosts: ReadonlyMap<string, string>;
  /** Resolves if all connections were closed because of `maxBytes`. */
  readonly exhausted: Promise<void>;
  close(): void;
}

const user = "tidemark";
const emptyBodyHeaders = "Content-Length: 0\r\nConnection: close\r\n\r\n";
/** Hop-by-hop headers (RFC 9110 §7.6.1), which a proxy must not forward. */
const hopByHopHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
]);

function isEqualInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function withoutHopHeaders(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)));
}

class PrivateAddress extends Error {}

/**
 * Restricts a proxy to public addresses. It connects to exactly the address that it checked. A check
 * outside the proxy would not be enough, because the browser resolves the name again and may get another address.
 */
class ProxyGuard {
  readonly refusedHosts = new Set<string>();
  readonly unreachedHosts = new Map<string, string>();
  readonly password = randomBytes(18).toString("base64url");
  readonly #options: GuardProxyOptions;
  readonly #sockets = new Set<Duplex>();
  readonly #expectedAuthorization: string;
  readonly exhausted: Promise<void>;
  #resolveExhausted = () => {};
  #remainingBytes: number;

  constructor(options: GuardProxyOptions) {
    this.#options = options;
    this.exhausted = new Promise((resolve) => {
      this.#resolveExhausted = resolve;
    });
    this.#remainingBytes = options.maxBytes ?? Number.POSITIVE_INFINITY;
    this.#expectedAuthorization = `Basic ${Buffer.from(`${user}:${this.password}`).toString("base64")}`;
  }

  /** Counts what a host sends. */
  meter(stream: Readable): void {
    stream.on("data", (chunk: Buffer) => {
      this.#remainingBytes -= chunk.length;
      if (this.#remainingBytes >= 0) return;
      this.#resolveExhausted();
      this.closeAll();
    });
  }

  track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    // Closing a page resets its connections; that is no error.
    socket.on("error", () => socket.destroy());
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  isAuthorized(request: IncomingMessage): boolean {
    return isEqualInConstantTime(request.headers["proxy-authorization"] ?? "", this.#expectedAuthorization);
  }

  /** The DNS lookup to use for `url`; `null` if requests to it are refused. */
  lookupFor(url: URL): LookupFunction | null {
    const lookup = this.#options.lookup ?? (systemLookup as LookupFunction);
    if (this.#remainingBytes < 0) return null;
    if (isAllowedHost(url, this.#options.allowedHosts)) return lookup;
    if (isPublicUrl(url)) return publicLookup(lookup, () => new PrivateAddress());
    this.refusedHosts.add(url.host);
    return null;
  }

  recordFailure(url: URL, error: unknown): void {
    if (error instanceof PrivateAddress) this.refusedHosts.add(url.host);
    else this.unreachedHosts.set(url.host, (error as NodeJS.ErrnoException).code ?? "unknown error");
  }
}

/** Forwards an `http:` request. */
function forward(guard: ProxyGuard, request: IncomingMessage, response: ServerResponse): void {
  if (!guard.isAuthorized(request)) {
    response.writeHead(407, { "Proxy-Authenticate": 'Basic realm="Tidemark"' }).end();
    return;
  }
  const url = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : null;
  const lookup = url?.protocol === "http:" ? guard.lookupFor(url) : null;
  if (url === null || lookup === null) {
    response.writeHead(403).end();
    return;
  }
  const headers = withoutHopHeaders(request.headers);
  const upstreamRequest = httpRequest(
    url,
    { method: request.method ?? "GET", headers, lookup, agent: false },
    (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, withoutHopHeaders(upstreamResponse.headers));
      guard.meter(upstreamResponse);
      upstreamResponse.pipe(response);
    },
  );
  upstreamRequest.on("socket", (socket) => guard.track(socket));
  upstreamRequest.on("error", (error) => {
    guard.recordFailure(url, error);
    if (response.headersSent) response.destroy();
    else response.writeHead(error instanceof PrivateAddress ? 403 : 502).end();
  });
  request.pipe(upstreamRequest);
}

/** Opens a tunnel for `https:` and web sockets, whose encrypted contents the proxy cannot see. */
function tunnel(guard: ProxyGuard, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  guard.track(socket);
  if (!guard.isAuthorized(request)) {
    socket.end(
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="Tidemark"\r\n${emptyBodyHeaders}`,
    );
    return;
  }
  const address = `https://${request.url ?? ""}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const lookup = url === null ? null : guard.lookupFor(url);
  if (url === null || lookup === null) {
    socket.end(`HTTP/1.1 403 Forbidden\r\n${emptyBodyHeaders}`);
    return;
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const upstream: Socket = connect({ host, port: Number(url.port || 443), lookup });
  guard.track(upstream);
  upstream.once("connect", () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    guard.meter(upstream);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.once("error", (error) => {
    guard.recordFailure(url, error);
    if (upstream.connecting || !socket.writableEnded)
      socket.end(`HTTP/1.1 502 Bad Gateway\r\n${emptyBodyHeaders}`);
  });
  upstream.once("close", () => socket.destroy());
  socket.once("close", () => upstream.destroy());
}

export async function startGuardProxy(options: GuardProxyOptions): Promise<GuardProxy> {
  const guard = new ProxyGuard(options);
  const server = createServer((request, response) => forward(guard, request, response));
  server.on("connection", (socket) => guard.track(socket));
  server.on("connect", (request, socket, head) => tunnel(guard, request, socket, head));
  // Even unencrypted web sockets use a tunnel, so there is nothing to upgrade.
  server.on("upgrade", (_request, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, options.address ?? "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    user,
    password: guard.password,
    refusedHosts: guard.refusedHosts,
    unreachedHosts: guard.unreachedHosts,
    exhausted: guard.exhausted,
    close: () => {
      server.close();
      guard.closeAll();
    },
  };
}
