import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { trustedCertificate } from "./receiver.js";

/** A reverse proxy of somebody who offers the API to other computers: it keeps the `Host` that it was asked for. */
export interface TlsProxy {
  readonly origin: string;
  /** Where it passes requests on to from now on. */
  leadTo(baseUrl: string): void;
}

export async function startTlsProxy(): Promise<TlsProxy> {
  let target = "";
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  };
  const server = createServer(await trustedCertificate(), pass);
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
