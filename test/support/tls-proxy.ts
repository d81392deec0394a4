import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { trustedCertificate } from "./receiver.js";

/** A TLS reverse proxy that offers the API to other computers, and keeps the `Host` of requests. */
export interface TlsProxy {
  readonly origin: string;
  /** Sets the server that requests are passed on to. */
  leadTo(baseUrl: string): void;
}

export async function startTlsProxy(): Promise<TlsProxy> {
  let target = "";
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  };
  const server = createServer(await trustedCertificate(), forward);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    leadTo: (baseUrl) => {
      target = new URL(baseUrl).origin;
    },
  };
}
