import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { newRequestId } from "../domain/random-text.js";
import { listenOnFreePort } from "../net/listen.js";
import type { RandomBytes } from "../operations/context.js";
import { ContractError, invalidParams } from "../operations/contract-error.js";
import { type ApiAddress, originOf } from "./address.js";
import { type AppOptions, createApp } from "./app.js";
import { checkLoopback } from "./middleware/loopback-guard.js";
import { anonymousMeta, commonHeaders, errorBody, errorStatus } from "./respond.js";

/** A hundred long URLs, percent-encoded, must fit into one request line. */
const maxHeaderBytes = 512 * 1024;

export interface ListeningServer {
  readonly port: number;
  /** Stops accepting, closes idle connections and lets pending responses finish. */
  close(): Promise<void>;
}

/** A response to a request that never reaches the app, still in the contract's error shape. */
interface BareAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function bareAnswer(error: ContractError, randomBytes: RandomBytes, address: ApiAddress): BareAnswer {
  const meta = anonymousMeta(newRequestId(randomBytes));
  const body = JSON.stringify(errorBody(error, meta, originOf(address)));
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

function writeToSocket(socket: Duplex, { status, headers, body }: BareAnswer): void {
  if (!socket.writable) return;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("\r\n")}\r\n\r\n${body}`);
}

function writeToResponse(outgoing: ServerResponse, { status, headers, body }: BareAnswer): void {
  outgoing.writeHead(status, headers).end(body);
}

/** Runs the guard before the adapter, which builds a URL from `Host` and never calls the app if that fails. */
function refusalOf({ headers }: IncomingMessage, address: ApiAddress): ContractError | null {
  try {
    checkLoopback({ host: headers.host, origin: headers.origin, fetchSite: undefined }, address);
    return null;
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
}

/** Responds to requests that Node's parser rejects, and to CONNECT, which never reaches request listeners. */
function answerOddities(server: Server, answer: (error: ContractError) => BareAnswer): void {
  server.on("clientError", (_error, socket) =>
    writeToSocket(
      socket,
      answer(invalidParams("The request is not valid HTTP, or its headers are too long.")),
    ),
  );
  server.on("connect", (_request, socket) =>
    writeToSocket(
      socket,
      answer(
        new ContractError("ERR_METHOD_NOT_ALLOWED", "This API is not a proxy and does not support CONNECT."),
      ),
    ),
  );
}

/** Serves the API on loopback, on `firstPort` or the next free port above it; 0 takes any free port. */
export async function startServer(
  options: Omit<AppOptions, "address">,
  firstPort: number,
  publicOrigin: string | null = null,
): Promise<ListeningServer> {
  let port = firstPort;
  const address = () => ({ port, publicOrigin });
  const app = createApp({ ...options, address });
  const answer = (error: ContractError) => bareAnswer(error, options.randomBytes, address());
  const serve = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => {
      const { body, ...init } = answer(invalidParams("The request target is neither a path nor a URL."));
      return new Response(body, init);
    },
  });
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const refusal = refusalOf(incoming, address());
    if (refusal === null) void serve(incoming, outgoing);
    else writeToResponse(outgoing, answer(refusal));
  };
  const server = createServer({ maxHeaderSize: maxHeaderBytes, requireHostHeader: false }, onRequest);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // No socket: an earlier pipelined request is still being answered, and Node would write into its response.
    if (outgoing.socket !== null) outgoing.writeContinue();
    onRequest(incoming, outgoing);
  });
  // Unknown expectations are ignored; Node would respond with 417.
  server.on("checkExpectation", onRequest);
  answerOddities(server, answer);
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
