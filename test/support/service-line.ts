import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { listenAt } from "./ports.js";

/** The way from one engine to another: it counts what passes, and can be cut and mended. */
export interface ServiceLine {
  readonly baseUrl: string;
  /** Paths with their queries, as they were asked for. */
  readonly asked: string[];
  /** Drops each connection from now on; the port stays its own, so that it can be mended. */
  cut(): void;
  mend(): void;
  /** From now on nobody answers, although somebody listens. */
  hang(): void;
}

export async function startLine(portOfService: () => number): Promise<ServiceLine> {
  const asked: string[] = [];
  let isHanging = false;
  let isCut = false;
  const server = createServer((incoming, outgoing) => {
    const port = portOfService();
    asked.push(incoming.url ?? "");
    if (isHanging) return;
    const passed = request({
      host: "127.0.0.1",
      port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, host: `127.0.0.1:${port}` },
      agent: false,
    });
    passed.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.on("connection", (socket) => isCut && socket.destroy());
  await listenAt(server, 0);
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => {
      isCut = false;
    },
    hang: () => {
      isHanging = true;
    },
  };
}
