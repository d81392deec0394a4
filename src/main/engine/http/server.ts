import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { newRequestId } from "../domain/random-text.js";
import type { RandomBytes } from "../operations/request/context.js";
import { ContractError, invalidParams } from "../operations/request/contract-error.js";
import { type ApiAddress, linkOrigin } from "./address.js";
import { type AppOptions, createApp } from "./app.js";
import { ClosingResponse } from "./closing-response.js";
import { allowHalfOpen, type Connections, trackConnections } from "./connections.js";
import { listenOnFreePort } from "./listen.js";
import { checkLoopback } from "./middleware/loopback-guard.js";
import { commonHeaders, errorBody, errorStatus, unauthenticatedMeta } from "./respond.js";

/** A hundred long URLs, percent-encoded, must fit into one request line. */
const maxHeaderBytes = 512 * 1024;

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
  /** Stops accepting, closes idle connections and lets pending responses finish. */
  close(): Promise<void>;
}

/** A response to a request that never reaches the app, still in the contract's error shape. */
interface BareResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function bareErrorResponse(
  error: ContractError,
  randomBytes: RandomBytes,
  address: ApiAddress,
): BareResponse {
  const meta = unauthenticatedMeta(newRequestId(randomBytes));
  const body = JSON.stringify(errorBody(error, meta, linkOrigin(address)));
  return {
    status: errorStatus(error),
    headers: {
      ...commonHeaders(meta, null),
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
  return URL.canParse(target) ? (/^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? null) : null;
}

/** Runs the guard before the adapter, which builds a URL from `Host` and never calls the app if that fails. */
function checkGuard({ url = "", headers }: IncomingMessage, address: ApiAddress): ContractError | null {
  try {
    const { host, origin } = headers;
    // RFC 9112 §3.2.2: the authority of an absolute target takes precedence over `Host`.
    for (const each of [host, targetAuthority(url) ?? host])
      checkLoopback({ path: url, host: each, origin, fetchSite: undefined }, address);
    return null;
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
}

/** Responds to requests that Node's parser rejects, and to CONNECT, which never reaches request listeners. */
function handleMalformedRequests(
  server: Server<typeof IncomingMessage, typeof ClosingResponse>,
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
  const errorResponse = (error: ContractError) => bareErrorResponse(error, options.randomBytes, address());
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
    const refusal = checkGuard(incoming, address());
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
        options.log.error("The API's request handler could not be loaded.", error);
        writeToResponse(
          outgoing,
          errorResponse(new ContractError("ERR_INTERNAL", "Tidemark must be restarted to answer.")),
        );
      },
    );
  };
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
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
  port = await listenOnFreePort(server, firstPort);
  // Failing to accept a connection (too many open files) must not end the process.
  server.on("error", (error) => options.log.error("The API could not accept a connection.", error));
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 2_000).unref();
      }),
  };
}
