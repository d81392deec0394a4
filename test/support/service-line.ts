import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { listenAt } from "./network.js";

/** A proxy between two engines that records requests, and can be cut and mended. */
export interface ServiceLine {
  readonly baseUrl: string;
  /** The requested paths with their queries. */
  readonly asked: string[];
  /** Drops every connection from now on, but keeps its port so that it can be mended. */
  cut(): void;
  mend(): void;
  /** Accepts requests from now on, but never responds. */
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
    const forwarded = request({
      host: "127.0.0.1",
      port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, host: `127.0.0.1:${port}` },
      agent: false,
    });
    forwarded.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
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
