import type { Socket } from "node:net";

/** The head of a response, up to and including the empty line. */
export function responseHead(status: string, ...headers: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n");
}

/** Writes `data` repeatedly until the other side closes the connection. */
export function writeRepeatedly(socket: Socket, data: string, intervalMs: number): void {
  const timer = setInterval(() => socket.write(data), intervalMs);
  socket.on("close", () => clearInterval(timer));
}

/** Open connections, so that a server can close without waiting for them. */
export class SocketSet {
  readonly #sockets = new Set<Socket>();

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
