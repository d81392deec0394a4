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

/** A hundred long URLs, percent-encoded, have to fit into one request line. */
const maxHeaderBytes = 512 * 1024;

export interface ListeningServer {
  readonly port: number;
  /** Stops accepting, ends idle connections and lets answers under way finish. */
  close(): Promise<void>;
}

/** An answer to what never reaches the app, in the contract's shape all the same. */
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

/** The guard once more, before the adapter makes a URL of the `Host`: where it cannot, the app is never asked. */
function refusalOf({ headers }: IncomingMessage, address: ApiAddress): ContractError | null {
  try {
    checkLoopback({ host: headers.host, origin: headers.origin, fetchSite: undefined }, address);
    return null;
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
}

/** Answers what Node's parser refuses and what it keeps from its listeners. */
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
        new ContractError("ERR_METHOD_NOT_ALLOWED", "This API is not a proxy: it does not take CONNECT."),
      ),
    ),
  );
}

/** Serves the API on loopback, at `firstPort` or the next free one above it; 0 takes any. */
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
      const { body, ...init } = answer(
        invalidParams("The target of the request is neither a path nor a URL."),
      );
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
    // While an earlier request of the connection is being answered, Node would write it into the middle of this answer.
    if (outgoing.socket !== null) outgoing.writeContinue();
    onRequest(incoming, outgoing);
  });
  // An expectation that nobody knows is no reason to refuse a request.
  server.on("checkExpectation", onRequest);
  answerOddities(server, answer);
  port = await listenOnFreePort(server, firstPort);
  // A connection that could not be accepted (too many open files) is no reason to end.
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
