import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The way from one engine to another: it counts what passes, and can be cut and mended. */
export interface ServiceLine {
  readonly baseUrl: string;
  /** Paths with their queries, as they were asked for. */
  readonly asked: string[];
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** From now on nobody answers, although somebody listens. */
  hang(): void;
}

export async function startLine(portOfService: () => number): Promise<ServiceLine> {
  const asked: string[] = [];
  let isHanging = false;
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
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(cut);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    cut,
    mend: () => listen(port),
    hang: () => {
      isHanging = true;
    },
  };
}
