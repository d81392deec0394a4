import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { connect, Server, type Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readBody } from "../../src/main/engine/http/body.js";
import { defaultServerLimits, type ServerLimits, startServer } from "../../src/main/engine/http/server.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { openTestEngine } from "../support/engine.js";
import { exchangeBytes, parseResponse } from "../support/network.js";
import { untilPasses } from "../support/until.js";

it("the HTTP server survives a connection that cannot be accepted", async () => {
  const listen = vi.spyOn(Server.prototype, "listen");
  const error = vi.fn();
  const engine = await openTestEngine({ log: { info: () => undefined, error } });
  const server = listen.mock.contexts[0] as Server;
  listen.mockRestore();
  const acceptError = Object.assign(new Error("accept EMFILE"), { code: "EMFILE" });
  server.emit("error", acceptError);
  expect(error.mock.calls[0]?.slice(0, 2)).toEqual([expect.any(String), acceptError]);
  expect((await engine.get("/usage")).status).toBe(200);
});

it.each([
  { kind: "small", length: 1_000, turns: 0 },
  { kind: "large", length: 1_000_000, turns: 3 },
])("leaves others $turns turns of the event loop while it reads a $kind body", async ({ length, turns }) => {
  const title = "x".repeat(length);
  const headers = { "Content-Type": "application/json" };
  const request = new Request("http://127.0.0.1/", {
    method: "POST",
    headers,
    body: JSON.stringify({ title }),
  });
  let counted = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    counted++;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  onTestFinished(() => clearImmediate(next));
  const body = await readBody(request);
  expect(counted).toBe(turns);
  expect(body.json()).toEqual({ title });
});

it("answers again once the request handler, missing at first, can be loaded", async () => {
  const error = vi.fn();
  const engine = await openTestEngine({ log: { info: () => undefined, error } });
  vi.doMock("@hono/node-server", () => {
    throw new Error("The file is gone.");
  });
  const failed = await engine.get("/usage");
  vi.doUnmock("@hono/node-server");
  expect(failed).toMatchObject({ status: 500, body: { error_detail: { code: "ERR_INTERNAL" } } });
  expect(error).toHaveBeenCalledOnce();
  expect((await engine.get("/usage")).status).toBe(200);
});

describe("the limits of the HTTP server", () => {
  /** An engine's API on a second port, with limits that a test can reach. */
  async function startLimited(limits: Partial<ServerLimits>) {
    const engine = await openTestEngine();
    const { db, clock } = engine;
    const options = { db, clock, randomBytes, log: silentLog, effects: noEffects, version: "0" };
    const server = await startServer(options, 0, null, { ...defaultServerLimits, ...limits });
    onTestFinished(() => server.close());
    return { port: server.port, key: engine.key };
  }

  async function openConnection(port: number): Promise<Socket> {
    const socket = connect({ host: "127.0.0.1", port });
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket;
  }

  it("leaves slow senders 30 s, idle connections 65 s, and serves at most 12,000 at a time", async () => {
    const listen = vi.spyOn(Server.prototype, "listen");
    await openTestEngine();
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = listen.mock
      .contexts[0] as HttpServer;
    listen.mockRestore();
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxConnections }).toEqual({
      headersTimeout: 30_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      maxConnections: 12_000,
    });
  });

  it.each([
    ["headers", ""],
    ["body", "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"],
  ])("cuts off a sender that drips its %s", async (_part, rest) => {
    const { port, key } = await startLimited({ requestTimeoutMs: 200, checkIntervalMs: 50 });
    const socket = await openConnection(port);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => undefined);
    const closed = once(socket, "close");
    socket.write(
      `POST /v1/products/batch HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n${rest}`,
    );
    // The server must not take each byte as a sign that the request goes on.
    const dripping = setInterval(() => socket.write("a"), 20);
    onTestFinished(() => clearInterval(dripping));
    await closed;
    const response = parseResponse(Buffer.concat(chunks).toString());
    expect(response.status).toBe(400);
    expect(response.body.error).toContain("did not arrive within");
  });

  it("closes a connection if the rest of a refused body never arrives", async () => {
    const { port, key } = await startLimited({ requestTimeoutMs: 200, checkIntervalMs: 50 });
    const head = `POST /v1/products/batch HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n`;
    const response = await exchangeBytes(port, `${head}Content-Length: 2000000\r\n\r\n{`, { end: false });
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(parseResponse(response)).toMatchObject({
      status: 400,
      body: { error: "The body is larger than 1 MiB." },
    });
  });

  it("refuses connections beyond the limit until one is closed", async () => {
    const { port, key } = await startLimited({ maxConnections: 2 });
    const [first] = [await openConnection(port), await openConnection(port)];
    const request = `GET /v1/usage HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
    expect(await exchangeBytes(port, request).catch(() => "")).toBe("");
    first.destroy();
    await untilPasses(async () =>
      expect(parseResponse(await exchangeBytes(port, request).catch(() => "")).status).toBe(200),
    );
  });
});
