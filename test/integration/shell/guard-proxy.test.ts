import { createServer, request } from "node:http";
import { type AddressInfo, connect, type LookupFunction } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type GuardProxy, startGuardProxy } from "../../../src/main/shop-pages/guard-proxy.js";

async function startServer() {
  const requests: string[] = [];
  const server = createServer((asked, answer) => {
    requests.push(`${asked.method} ${asked.url} ${asked.headers["proxy-authorization"] ?? "-"}`);
    answer.end("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, port, requests };
}

async function startProxy(allowed: readonly string[], lookup?: LookupFunction): Promise<GuardProxy> {
  const proxy = await startGuardProxy({
    allowedHosts: new Set(allowed),
    ...(lookup === undefined ? {} : { lookup }),
  });
  onTestFinished(() => proxy.close());
  return proxy;
}

function keyOf({ user, password }: GuardProxy): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function get(proxy: GuardProxy, url: string, key = keyOf(proxy)): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: new URL(url).host, ...(key === "" ? {} : { "proxy-authorization": key }) };
    const asked = request({ port: proxy.port, path: url, headers, agent: false }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => {
        body += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** The first line that a tunnel answers with, and what came through it after a request. */
function tunnel(proxy: GuardProxy, target: string, key = keyOf(proxy)): Promise<string> {
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

const everywhere =
  (address: string): LookupFunction =>
  (_host, options, done) => {
    if (options.all) done(null, [{ address, family: 4 }]);
    else done(null, address, 4);
  };

describe("the way of a shop's page to the network", () => {
  it("leads to what the user allows, and tells it nothing of itself", async () => {
    const server = await startServer();
    const proxy = await startProxy([server.host]);
    expect(await get(proxy, `http://${server.host}/a`)).toEqual({ status: 200, body: "hello" });
    expect(await tunnel(proxy, server.host)).toMatch(/^HTTP\/1\.1 200.*hello$/s);
    expect(server.requests).toEqual(["GET /a -", "GET /t -"]);
    expect(proxy.refusedHosts.size).toBe(0);
  });

  it("does not lead to loopback or a private network, however the address is written", async () => {
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
    "does not lead to %s by way of a public name",
    async (address) => {
      const server = await startServer();
      const proxy = await startProxy([], everywhere(address));
      const host = `shop.example:${server.port}`;
      expect((await get(proxy, `http://${host}/`)).status).toBe(403);
      expect(await tunnel(proxy, host)).toMatch(/^HTTP\/1\.1 502/);
      expect(server.requests).toEqual([]);
      expect([...proxy.refusedHosts]).toEqual([host]);
    },
  );

  it("goes to the address that was checked, though the name answers otherwise a moment later", async () => {
    const server = await startServer();
    const asked: string[] = [];
    const changing: LookupFunction = (host, options, done) => {
      asked.push(host);
      const address = asked.length === 1 ? "192.0.2.1" : "127.0.0.1";
      everywhere(address)(host, options, done);
    };
    const proxy = await startProxy([], changing);
    expect((await get(proxy, `http://shop.example:${server.port}/`)).status).toBe(403);
    expect(asked).toHaveLength(1);
    expect(server.requests).toEqual([]);
  });

  it("is nobody else's", async () => {
    const server = await startServer();
    const proxy = await startProxy([server.host]);
    expect((await get(proxy, `http://${server.host}/`, "")).status).toBe(407);
    expect((await get(proxy, `http://${server.host}/`, "Basic dGlkZW1hcms6eA==")).status).toBe(407);
    expect(await tunnel(proxy, server.host, "Basic x")).toMatch(/^HTTP\/1\.1 407/);
    expect(server.requests).toEqual([]);
  });

  it("outlives answers that make no sense", async () => {
    const proxy = await startProxy([]);
    expect((await get(proxy, "http://127.0.0.1/", keyOf(proxy))).status).toBe(403);
    for (const target of ["", "shop.example", "a b:1", "x:99999"]) await tunnel(proxy, target);
    expect((await get(proxy, "ftp://shop.example/")).status).toBe(403);
  });
});
