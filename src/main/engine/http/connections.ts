import type { IncomingMessage } from "node:http";
import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Context } from "hono";
import { type ClosingResponse, isBodyPending } from "./closing-response.js";

/** The connections of a server, each with the responses that its requests still wait for. */
export interface Connections {
  /** Returns whether the request can be answered: not after a response that ends the connection. */
  add(response: ClosingResponse): boolean;
  /**
   * Calls `respond` once the requests that have arrived as a whole are answered. Does not if the last of these answers
   * ends the connection.
   */
  endWith(socket: Duplex, respond: () => void): void;
}

/** Tracks the responses of each connection, because an error of the connection must not overtake them. */
export function trackConnections(): Connections {
  const unfinished = new WeakMap<Duplex, Set<ClosingResponse>>();
  const ending = new WeakSet<Duplex>();
  const responsesOf = (socket: Duplex) => {
    const responses = unfinished.get(socket) ?? new Set();
    unfinished.set(socket, responses);
    return responses;
  };
  return {
    add: (response) => {
      const { socket } = response.req;
      const responses = responsesOf(socket);
      const isLast = ({ headersSent, shouldKeepAlive }: ClosingResponse) => headersSent && !shouldKeepAlive;
      if (!socket.writable || [...responses].some(isLast)) return false;
      responses.add(response);
      response.once("close", () => responses.delete(response));
      return true;
    },
    endWith: (socket, respond) => {
      // Everything that arrives after an error is an error again.
      if (ending.has(socket)) return;
      ending.add(socket);
      const responses = [...responsesOf(socket)];
      for (const response of responses) response.stopDraining();
      const last = responses.findLast(({ req, headersSent }) => headersSent || !isBodyPending(req));
      if (last === undefined) respond();
      // Before Node's own listener, which may end the connection.
      else last.prependOnceListener("finish", () => last.shouldKeepAlive && respond());
    },
  };
}

/** Lets a client that has sent all of its requests close its end of the connection before it has all responses. */
export function allowHalfOpen(server: Server): void {
  // Undocumented, but Node offers no other way.
  Object.assign(server, { httpAllowHalfOpen: true });
}

const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Aborts when the client closes the connection, or its end of it. In the latter case it might still read, but as a rule
 * it has given up, and only data that is sent to it could tell.
 */
export function clientSignal({ env, req }: Pick<Context, "env" | "req">): AbortSignal {
  const { incoming } = (env ?? {}) as { readonly incoming?: IncomingMessage };
  // Without a server, as in tests.
  if (incoming === undefined) return req.raw.signal;
  const { socket } = incoming;
  const signal = signals.get(socket) ?? watchClient(socket);
  signals.set(socket, signal);
  return signal;
}

function watchClient(socket: Socket): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort();
  if (socket.readableEnded || socket.destroyed) abort();
  socket.once("end", abort).once("close", abort);
  return gone.signal;
}
