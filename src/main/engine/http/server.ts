import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { newRequestId } from "../domain/random-text.js";
import type { RandomBytes } from "../operations/context.js";
import { invalidParams } from "../operations/contract-error.js";
import { type AppOptions, createApp, originAt } from "./app.js";
import { anonymousMeta, commonHeaders, errorBody } from "./respond.js";

/** A hundred long URLs, percent-encoded, have to fit into one request line. */
const maxHeaderBytes = 512 * 1024;
/** How many ports above a taken one are tried (decision 1). */
const portsToTry = 50;

export interface ListeningServer {
  readonly port: number;
  /** Stops accepting, ends idle connections and lets answers under way finish. */
  close(): Promise<void>;
}

/** What Node's own parser refuses is answered in the contract's shape, too. */
function answerBrokenRequest(socket: Socket, randomBytes: RandomBytes, port: number): void {
  if (!socket.writable) return;
  const meta = anonymousMeta(newRequestId(randomBytes));
  const error = invalidParams("The request is not valid HTTP, or its headers are too long.");
  const body = JSON.stringify(errorBody(error, meta, originAt(port)));
  const head = Object.entries({
    ...commonHeaders(meta, null),
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head.join("\r\n")}\r\n\r\n${body}`);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(error);
    server.once("error", fail);
    // Loopback only: nobody else on the network ever reaches the API.
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
      server.off("error", fail);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

async function listenOnFreePort(server: Server, firstPort: number): Promise<number> {
  for (let port = firstPort; ; port++) {
    try {
      return await listen(server, port);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isTaken || firstPort === 0 || port >= Math.min(firstPort + portsToTry, 65_535)) throw error;
    }
  }
}

/** Serves the API on loopback, at `firstPort` or the next free one above it; 0 takes any. */
export async function startServer(
  options: Omit<AppOptions, "port">,
  firstPort: number,
): Promise<ListeningServer> {
  let port = firstPort;
  const app = createApp({ ...options, port: () => port });
  const server = createServer(
    { maxHeaderSize: maxHeaderBytes, requireHostHeader: false },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  );
  server.on("clientError", (_error, socket) =>
    answerBrokenRequest(socket as Socket, options.randomBytes, port),
  );
  port = await listenOnFreePort(server, firstPort);
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
