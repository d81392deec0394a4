import { createServer, request } from "node:http";
import { connect, type LookupFunction } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type GuardProxy, startGuardProxy } from "../../../src/shared/node/guard-proxy.js";
import { serve } from "../../support/serve.js";

async function startServer() {
  const requests: string[] = [];
  const server = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url} ${incoming.headers["proxy-authorization"] ?? "-"}`);
    answer.end("hello");
  });
  const port = await serve(server);
  return { host: `127.0.0.1:${port}`, port, requests };
}

async function startProxy(
  allowed: readonly string[],
  lookup?: LookupFunction,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<GuardProxy> {
  const proxy = await startGuardProxy({
    allowedHosts: new Set(allowed),
    maxBytes,
    ...(lookup === undefined ? {} : { lookup }),
  });
  onTestFinished(() => proxy.close());
  return proxy;
}

function authorization({ user, password }: GuardProxy): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function get(
  proxy: GuardProxy,
  url: string,
  key = authorization(proxy),
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: new URL(url).host, ...(key === "" ? {} : { "proxy-authorization": key }) };
    const outgoing = request({ port: proxy.port, path: url, headers, agent: false }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => {
        body += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** All bytes that a CONNECT tunnel sends back, including the response to one request through it. */
function tunnel(proxy: GuardProxy, target: string, key = authorization(proxy)): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(proxy.port, "127.0.0.1");
    let text = "";
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      text += chunk;
      if (/^HTTP\/1\.1 200 .*\r\n\r\n$/.test(text)) socket.write("GET /t HTTP/1.0\r\n\r\n");
    });
    socket.on("close", () => resolve(text));
    socket.write(`CONNECT ${target} HTTP/1.1\r\nProxy-Authorization: ${key}\r\n\r\n`);
  });
}

const resolveAllTo =
  (address: string): LookupFunction =>
  (_host, options, done) => {
    if (options.all) done(null, [{ address, family: 4 }]);
    else done(null, address, 4);
  };

describe("the guard proxy", () => {
  it("forwards requests to allowed hosts without its own credentials", async () => {
    const server = await startServer();
    const proxy = await startProxy([server.host]);
    expect(await get(proxy, `http://${server.host}/a`)).toEqual({ status: 200, body: "hello" });
    expect(await tunnel(proxy, server.host)).toMatch(/^HTTP\/1\.1 200.*hello$/s);
    expect(server.requests).toEqual(["GET /a -", "GET /t -"]);
    expect(proxy.refusedHosts.size).toBe(0);
  });

  it("refuses loopback and private addresses in any notation", async () => {
    const server = await startServer();
    const proxy = await startProxy(["127.0.0.1:1"]);
    const names = ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "nas.local"];
    for (const name of names) {
      expect((await get(proxy, `http://${name}:${server.port}/`)).status, name).toBe(403);
      expect(await tunnel(proxy, `${name}:${server.port}`), name).toMatch(/^HTTP\/1\.1 (?:403|400)/);
    }
    expect(server.requests).toEqual([]);
    expect([...proxy.refusedHosts]).toContain(server.host);
  });

  it.each(["127.0.0.1", "10.0.0.7", "169.254.169.254"])(
    "refuses a public name that resolves to %s",
    async (address) => {
      const server = await startServer();
      const proxy = await startProxy([], resolveAllTo(address));
      const host = `shop.example:${server.port}`;
      expect((await get(proxy, `http://${host}/`)).status).toBe(403);
      expect(await tunnel(proxy, host)).toMatch(/^HTTP\/1\.1 502/);
      expect(server.requests).toEqual([]);
      expect([...proxy.refusedHosts]).toEqual([host]);
    },
  );

  it("connects only to the address it checked, even if the name resolves differently a moment later", async () => {
    const server = await startServer();
    const lookups: string[] = [];
    const changing: LookupFunction = (host, options, done) => {
      lookups.push(host);
      const address = lookups.length === 1 ? "192.0.2.1" : "127.0.0.1";
      resolveAllTo(address)(host, options, done);
    };
    const proxy = await startProxy([], changing);
    expect((await get(proxy, `http://shop.example:${server.port}/`)).status).toBe(403);
    expect(lookups).toHaveLength(1);
    expect(server.requests).toEqual([]);
  });

  it("refuses requests without its credentials", async () => {
    const server = await startServer();
    const proxy = await startProxy([server.host]);
    expect((await get(proxy, `http://${server.host}/`, "")).status).toBe(407);
    expect((await get(proxy, `http://${server.host}/`, "Basic dGlkZW1hcms6eA==")).status).toBe(407);
    expect(await tunnel(proxy, server.host, "Basic x")).toMatch(/^HTTP\/1\.1 407/);
    expect(server.requests).toEqual([]);
  });

  it("closes all connections once more bytes have come than it lets through, by requests and tunnels", async () => {
    const server = await startServer();
    const size = "hello".length;
    const whole = await startProxy([server.host], undefined, size);
    expect(await get(whole, `http://${server.host}/`)).toEqual({ status: 200, body: "hello" });
    await expect(get(whole, `http://${server.host}/`)).rejects.toThrow(/hang up|aborted|ECONNRESET/);
    await whole.exhausted;
    expect((await get(whole, `http://${server.host}/`)).status).toBe(403);
    const tunnelled = await startProxy([server.host], undefined, size);
    expect(await tunnel(tunnelled, server.host)).not.toContain("hello");
    await tunnelled.exhausted;
  });

  it("survives malformed targets and unsupported schemes", async () => {
    const proxy = await startProxy([]);
    expect((await get(proxy, "http://127.0.0.1/", authorization(proxy))).status).toBe(403);
    for (const target of ["", "shop.example", "a b:1", "x:99999"]) await tunnel(proxy, target);
    expect((await get(proxy, "ftp://shop.example/")).status).toBe(403);
  });
});
