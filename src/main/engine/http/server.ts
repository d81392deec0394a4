import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { newRequestId } from "../domain/random-text.js";
import type { Logger } from "../operations/request/context.js";
import { ContractError, invalidParams } from "../operations/request/contract-error.js";
import { linkOrigin } from "./address.js";
import { type AppOptions, createApp } from "./app.js";
import { ClosingResponse } from "./closing-response.js";
import { allowHalfOpen, type Connections, trackConnections } from "./connections.js";
import { listenOnFreePort } from "./listen.js";
import { checkLoopback } from "./loopback-guard.js";
import { commonHeaders, errorBody, errorStatus, unauthenticatedMeta } from "./respond.js";

/** A hundred long URLs, percent-encoded, must fit into one request line. */
const maxApiHeaderBytes = 512 * 1024;

export interface ServerLimits {
  /** Further connections are closed at once. */
  readonly maxConnections: number;
  /** Max time for a request to arrive with its body. */
  readonly requestTimeoutMs: number;
  /** How often slow requests are looked for. */
  readonly checkIntervalMs: number;
  /** Max time that a connection may idle between two requests. */
  readonly keepAliveTimeoutMs: number;
}

export const defaultServerLimits: ServerLimits = {
  maxConnections: 12_000,
  requestTimeoutMs: 30_000,
  checkIntervalMs: 5_000,
  // Longer than the 60 s of common reverse proxies, which would otherwise reuse connections that we are closing.
  keepAliveTimeoutMs: 65_000,
};

export interface ListeningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A response to a request that never reaches the app, still in the app's error shape. */
interface BareResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export type AppServer = Server<typeof IncomingMessage, typeof ClosingResponse>;

/** What answers the requests of a server. */
export interface ServedApp {
  readonly fetch: Hono["fetch"];
  /** Runs before the adapter, which builds a URL from `Host` and never calls the app if that fails. Throws `ContractError`. */
  readonly checkGuard: (caller: {
    readonly method: string;
    readonly path: string;
    readonly host: string | undefined;
    readonly origin: string | undefined;
  }) => void;
  readonly describeError: (error: ContractError) => {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: object;
  };
  readonly maxHeaderBytes: number;
}

function toBareResponse({ describeError }: ServedApp, error: ContractError): BareResponse {
  const { status, headers, body: content } = describeError(error);
  const body = JSON.stringify(content);
  return {
    status,
    headers: {
      ...headers,
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
      Connection: "close",
    },
    body,
  };
}

function writeToSocket(socket: Duplex, { status, headers, body }: BareResponse): void {
  if (!socket.writable) return;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("\r\n")}\r\n\r\n${body}`);
}

function writeToResponse(outgoing: ServerResponse, { status, headers, body }: BareResponse): void {
  outgoing.writeHead(status, headers).end(body);
}

/** The authority of a request target such as `http://host:port/path`; `null` for a path, and for what is no such URL. */
function targetAuthority(target: string): string | null {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];
  return authority !== undefined && URL.canParse(target) ? authority : null;
}

function findRefusal(
  { method = "", url = "", headers }: IncomingMessage,
  { checkGuard }: ServedApp,
): ContractError | null {
  try {
    const { host, origin } = headers;
    // RFC 9112 §3.2.2: the authority of an absolute target takes precedence over `Host`.
    for (const each of new Set([host, targetAuthority(url) ?? host]))
      checkGuard({ method, path: url, host: each, origin });
    return null;
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
}

/** Responds to requests that Node's parser rejects, and to CONNECT, which never reaches request listeners. */
function handleMalformedRequests(
  server: AppServer,
  connections: Connections,
  errorResponse: (error: ContractError) => BareResponse,
): void {
  const endWith = (socket: Duplex, error: ContractError) =>
    connections.endWith(socket, () => writeToSocket(socket, errorResponse(error)));
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) =>
    endWith(
      socket,
      invalidParams(
        code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? `The request did not arrive within ${server.requestTimeout / 1_000} seconds.`
          : "The request is not valid HTTP, or its headers are too long.",
      ),
    ),
  );
  server.on("connect", (_request, socket) =>
    endWith(
      socket,
      new ContractError("ERR_METHOD_NOT_ALLOWED", "This API is not a proxy and does not support CONNECT."),
    ),
  );
}

/** Creates a server that does not listen yet. */
export function createAppServer(
  app: ServedApp,
  log: Logger,
  limits: ServerLimits = defaultServerLimits,
): AppServer {
  const errorResponse = (error: ContractError) => toBareResponse(app, error);
  const loadHandler = async () => {
    const { getRequestListener } = await import("@hono/node-server");
    return getRequestListener(app.fetch, {
      errorHandler: () => {
        const { body, ...init } = errorResponse(
          invalidParams("The request target is neither a path nor a URL."),
        );
        return new Response(body, init);
      },
    });
  };
  // Loaded with the first request: with it comes Node's own HTTP client, a seventh of the engine's start.
  let handler: ReturnType<typeof loadHandler> | undefined;
  const connections = trackConnections();
  const onRequest = (incoming: IncomingMessage, outgoing: ClosingResponse) => {
    if (!connections.add(outgoing)) return;
    const refusal = findRefusal(incoming, app);
    if (refusal !== null) {
      writeToResponse(outgoing, errorResponse(refusal));
      return;
    }
    handler ??= loadHandler();
    handler.then(
      (handle) => handle(incoming, outgoing),
      (error: unknown) => {
        // An update may have replaced the program's files while it runs.
        handler = undefined;
        log.error("The API's request handler could not be loaded.", error);
        writeToResponse(
          outgoing,
          errorResponse(new ContractError("ERR_INTERNAL", "Tidemark must be restarted to answer.")),
        );
      },
    );
  };
  const server = createServer(
    {
      maxHeaderSize: app.maxHeaderBytes,
      requireHostHeader: false,
      headersTimeout: limits.requestTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      ServerResponse: ClosingResponse,
    },
    onRequest,
  );
  server.maxConnections = limits.maxConnections;
  allowHalfOpen(server);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ClosingResponse) => {
    // No socket: an earlier pipelined request is still being answered, and Node would write into its response.
    if (outgoing.socket !== null) outgoing.writeContinue();
    onRequest(incoming, outgoing);
  });
  // Unknown expectations are ignored; Node would respond with 417.
  server.on("checkExpectation", onRequest);
  handleMalformedRequests(server, connections, errorResponse);
  return server;
}

/** Stops accepting, closes idle connections and lets pending responses finish. */
export function closeServer(server: AppServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
  });
}

/** Serves the API on loopback, on `firstPort` or the next free port above it; 0 takes any free port. */
export async function startServer(
  options: Omit<AppOptions, "address">,
  firstPort: number,
  publicOrigin: string | null = null,
  limits: ServerLimits = defaultServerLimits,
): Promise<ListeningServer> {
  let port = firstPort;
  const address = () => ({ port, publicOrigin });
  const app = createApp({ ...options, address });
  const served: ServedApp = {
    fetch: app.fetch,
    checkGuard: (caller) => checkLoopback({ ...caller, fetchSite: undefined }, address()),
    describeError: (error) => {
      const meta = unauthenticatedMeta(newRequestId(options.randomBytes));
      const body = errorBody(error, meta, linkOrigin(address()));
      return { status: errorStatus(error), headers: commonHeaders(meta, null), body };
    },
    maxHeaderBytes: maxApiHeaderBytes,
  };
  const server = createAppServer(served, options.log, limits);
  port = await listenOnFreePort(server, firstPort);
  // Failing to accept a connection (too many open files) must not end the process.
  server.on("error", (error) => options.log.error("The API could not accept a connection.", error));
  return { port, close: () => closeServer(server) };
}
