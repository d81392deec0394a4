import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { products } from "../support/catalogue.js";
import { expectError, expectOk, setupEngine, startContractEngine } from "../support/contract.js";
import { openTestEngine } from "../support/engine.js";
import { exchangeBytes, parseResponse } from "../support/network.js";
import { until } from "../support/until.js";

const engine = setupEngine(products);

const commonHeaders = () =>
  `Host: 127.0.0.1:${engine().port()}\r\nAuthorization: Bearer ${engine().key}\r\nConnection: close\r\n`;
const getRequest = (target: string) => `GET ${target} HTTP/1.1\r\n${commonHeaders()}\r\n`;

/** Sends raw bytes, and expects one response in the contract's shape. */
async function exchange(bytes: string) {
  const response = parseResponse(await exchangeBytes(engine().port(), bytes));
  return engine().check("(raw)", response);
}

it("rejects odd paths in the contract's shape [decision 8; §7 ERR_ENDPOINT_NOT_FOUND]", async () => {
  for (const path of [
    "//v1/usage",
    "/v1//usage",
    "/v1/usage//",
    "/v1/products/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/v1/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/v1/products%2foffers",
    "/v1/%zz",
    "/v1/%00",
    "/v1/%ff",
    "/v1/products;ids=1",
    "/v1/*",
    "/v1/:id",
    `/v1/${"x".repeat(100_000)}`,
    "//evil.example/v1/usage",
    "/v1/usage\\..",
  ]) {
    const response = await exchange(getRequest(path));
    expect([400, 404], path.slice(0, 80)).toContain(response.status);
  }
});

it("resolves dot segments before it checks the key [decision 2]", async () => {
  const own = `Host: 127.0.0.1:${engine().port()}\r\nConnection: close\r\n`;
  for (const path of [
    "/docs/../v1/usage",
    "/docs/%2e%2e/v1/usage",
    "/v1/x/../usage",
    "/v1/openapi.json/../usage",
  ])
    expectError(await exchange(`GET ${path} HTTP/1.1\r\n${own}\r\n`), "ERR_AUTH_MISSING");
});

it("returns 400 for an invalid request target [§7 ERR_INVALID_PARAMS]", async () => {
  for (const target of ["", "*", "v1/usage", "?", "http://[/v1", "ftp://x/v1/usage", "\u00ff"])
    expectError(await exchange(getRequest(target)), "ERR_INVALID_PARAMS");
});

it("returns 405 for a method that no endpoint supports [§7 ERR_METHOD_NOT_ALLOWED; decision 8]", async () => {
  for (const method of ["TRACE", "PROPFIND", "MKCOL", "SEARCH", "PURGE", "M-SEARCH", "LINK"]) {
    const response = await exchange(`${method} /v1/usage HTTP/1.1\r\n${commonHeaders()}\r\n`);
    expectError(response, "ERR_METHOD_NOT_ALLOWED");
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  }
  expectError(
    await exchange(`CONNECT evil.example:443 HTTP/1.1\r\n${commonHeaders()}\r\n`),
    "ERR_METHOD_NOT_ALLOWED",
  );
});

it("returns 400 for a method that HTTP does not define [§7 shape]", async () => {
  for (const method of ["FROB", "get", "G E T", "", "\u00e9"])
    expectError(
      await exchange(`${method} /v1/usage HTTP/1.1\r\n${commonHeaders()}\r\n`),
      "ERR_INVALID_PARAMS",
    );
});

it("returns 400 for malformed HTTP, in the contract's shape [§7 shape; decision 44]", async () => {
  const big = "a".repeat(600 * 1024);
  for (const bytes of [
    "\u0016\u0003\u0001\u0002\u0000\u0001",
    "hello\r\n\r\n",
    `GET /v1/usage HTTP/9.9\r\n${commonHeaders()}\r\n`,
    `GET /v1/usage HTTP/1.1\r\n${commonHeaders()}B d: x\r\n\r\n`,
    `GET /v1/usage HTTP/1.1\r\n${commonHeaders()}X: a\u0000b\r\n\r\n`,
    `GET /v1/usage HTTP/1.1\r\n${commonHeaders()}X: ${big}\r\n\r\n`,
    `GET /v1/usage HTTP/1.1\r\n${commonHeaders()}${"X: a\r\n".repeat(100_000)}\r\n`,
    `GET /v1/${big} HTTP/1.1\r\n${commonHeaders()}\r\n`,
    `POST /v1/usage HTTP/1.1\r\n${commonHeaders()}Content-Length: x\r\n\r\n`,
    `POST /v1/usage HTTP/1.1\r\n${commonHeaders()}Content-Length: -1\r\n\r\n`,
    `POST /v1/usage HTTP/1.1\r\n${commonHeaders()}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
    expectError(await exchange(bytes), "ERR_INVALID_PARAMS");
});

it("answers a truncated request instead of waiting for the rest [§7 shape]", async () => {
  for (const bytes of ["GET /v1/usage HT", `GET /v1/usage HTTP/1.1\r\n${commonHeaders()}`, "GET"])
    expectError(await exchange(bytes), "ERR_INVALID_PARAMS");
  const half = `POST /v1/usage HTTP/1.1\r\n${commonHeaders()}Content-Length: 100\r\n\r\n{}`;
  expectError(await exchange(half), "ERR_METHOD_NOT_ALLOWED");
  const chunk = `POST /v1/usage HTTP/1.1\r\n${commonHeaders()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`;
  expect((await exchange(chunk)).status).toBeLessThan(500);
});

it("lets stalled requests delay neither other clients nor shutdown [§7 shape]", async () => {
  const other = await startContractEngine();
  const sockets = Array.from({ length: 20 }, () => connect({ host: "127.0.0.1", port: other.port() }));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) {
    socket.on("error", () => undefined);
    socket.write("GET /v1/usage HTTP/1.1\r\nHost:");
  }
  expectOk(await other.get("/usage"));
  await other.stop();
});

it("serves HTTP 1.0, expectations, upgrades, leading blank lines and unneeded bodies [decision 8]", async () => {
  const usage = (extra: string, version = "1.1") =>
    `GET /v1/usage HTTP/${version}\r\n${commonHeaders()}${extra}\r\n`;
  for (const bytes of [
    usage("", "1.0"),
    usage("Expect: something\r\n"),
    usage("Upgrade: websocket\r\n"),
    `${usage("Content-Length: 4\r\n")}abcd`,
    `\r\n\r\n${usage("")}`,
  ])
    expectOk(parseResponse(await exchangeBytes(engine().port(), bytes)));
});

it("answers pipelined requests in full and in order when one expects 100-continue [decision 8]", async () => {
  const batch = '{"identifiers":["AH-100"]}';
  const usageRequest = `GET /v1/usage HTTP/1.1\r\nHost: 127.0.0.1:${engine().port()}\r\nAuthorization: Bearer ${engine().key}\r\n\r\n`;
  const expectingRequest = `POST /v1/products/batch HTTP/1.1\r\n${commonHeaders()}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${batch.length}\r\n\r\n${batch}`;
  const bytes = await exchangeBytes(engine().port(), `${usageRequest}${usageRequest}${expectingRequest}`);
  const responses = bytes.split(/(?=HTTP\/1\.1 \d{3} )/).filter((part) => !part.startsWith("HTTP/1.1 100 "));
  expect(responses).toHaveLength(3);
  for (const response of responses) expect(expectOk(parseResponse(response)).body.success).toBe(true);
});

it("returns 405 for a large body on a path that takes none [decision 8]", async () => {
  const response = await engine().sendRaw({
    path: "/v1/products",
    method: "POST",
    headers: { Authorization: `Bearer ${engine().key}`, "Content-Type": "application/json" },
    body: "x".repeat(300_000),
  });
  expectError(engine().check("/products", response), "ERR_METHOD_NOT_ALLOWED");
  expectOk(await engine().get("/usage"));
});

it("counts a request whose client disconnects during the body, and logs no error [decision 6; decision 8]", async () => {
  const loggedErrors: string[] = [];
  const own = await openTestEngine({
    log: { info: () => undefined, error: (message) => void loggedErrors.push(message) },
  });
  const socket = connect(own.port(), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    `POST /v1/products/batch HTTP/1.1\r\nHost: 127.0.0.1:${own.port()}\r\nAuthorization: Bearer ${own.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  // Once a later request is answered, the engine has begun to read this one.
  await own.get("/usage");
  socket.destroy();
  let requestCount = 1;
  await until(async () => {
    requestCount++;
    const { meta } = (await own.get("/usage")).body;
    return loggedErrors.length > 0 || meta.rate_limit_remaining < 1_000 - requestCount;
  });
  expect(loggedErrors).toEqual([]);
});
