import { expect, it } from "vitest";
import { products } from "../support/catalogue.js";
import { expectError, expectOk, setupEngine } from "../support/contract.js";
import { exchangeBytes, parseResponse } from "../support/network.js";

const engine = setupEngine(products);
const bearer = () => ({ Authorization: `Bearer ${engine().key}` });
const allPaths = [
  "/v1/usage",
  "/v1/products?ids=AH-100",
  "/v1/nothing",
  "/v1/openapi.json",
  "/docs/errors",
  "/",
];

it("rejects other hosts on every path [decision 3; decision 40; §5 rule 7]", async () => {
  const port = engine().port();
  const hosts = [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1",
    `127.0.0.1:${port + 1}`,
    "localhost",
    `localhost.evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `evil-localhost:${port}`,
    `0.0.0.0:${port}`,
    `192.168.0.1:${port}`,
    `[::2]:${port}`,
    `127.0.0.1:${port}x`,
    `127.0.0.1:${port}/x`,
    `user@127.0.0.1:${port}`,
    `127.0.0.1:${port}, evil.example`,
    "ev il",
  ];
  for (const host of hosts)
    for (const path of allPaths) {
      const response = await engine().sendRaw({ path, headers: { ...bearer(), Host: host } });
      expectError(engine().check("(refused)", response), "ERR_METHOD_NOT_ALLOWED");
      expect(response.body.error).toContain("not available to this caller");
    }
});

it("rejects images and links of other sites, which carry no Origin [decision 3]", async () => {
  for (const site of ["cross-site", "same-site"])
    for (const path of allPaths) {
      const headers = { ...bearer(), "Sec-Fetch-Site": site };
      const response = await engine().sendRaw({ path, headers });
      expectError(engine().check("(refused)", response), "ERR_METHOD_NOT_ALLOWED");
    }
  for (const site of ["none", "same-origin"]) {
    const headers = { ...bearer(), "Sec-Fetch-Site": site };
    expectOk(engine().check("/usage", await engine().sendRaw({ path: "/v1/usage", headers })));
  }
});

it("accepts loopback names and addresses with the engine's port [decision 3]", async () => {
  const port = engine().port();
  for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "127.0.0.2"]) {
    const response = await engine().sendRaw({
      path: "/v1/usage",
      headers: { ...bearer(), Host: `${name}:${port}` },
    });
    expectOk(engine().check("/usage", response));
  }
});

it("rejects any Origin, even its own and null, with and without a key [decision 3; decision 40]", async () => {
  for (const origin of ["https://evil.example", engine().origin(), "null", "file://", ""])
    for (const path of allPaths) {
      for (const headers of [{ Origin: origin }, { ...bearer(), Origin: origin }]) {
        const response = await engine().sendRaw({ path, headers });
        expectError(engine().check("(refused)", response), "ERR_METHOD_NOT_ALLOWED");
      }
    }
});

it("never sends CORS headers, not even for a preflight [decision 3]", async () => {
  const preflight = await engine().sendRaw({
    path: "/v1/usage",
    method: "OPTIONS",
    headers: {
      Origin: "https://evil.example",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Private-Network": "true",
    },
  });
  expectError(preflight, "ERR_METHOD_NOT_ALLOWED");
  const responses = [preflight, await engine().get("/usage"), await engine().get("/openapi.json")];
  for (const { headers } of responses)
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

it("checks the caller before the key, and does not count rejected requests [decision 2; decision 3]", async () => {
  const before = (await engine().get("/usage")).body.meta.rate_limit_remaining;
  const refused = await engine().sendRaw({
    path: "/v1/usage",
    headers: { ...bearer(), Origin: "https://evil.example" },
  });
  expect(refused.body.meta).toMatchObject({ credits_remaining: 0, rate_limit_remaining: 0 });
  expect((await engine().get("/usage")).body.meta.rate_limit_remaining).toBe(before - 1);
  const keyless = await engine().sendRaw({ path: "/v1/usage", headers: { Host: "evil.example" } });
  expectError(keyless, "ERR_METHOD_NOT_ALLOWED");
});

it("rejects two Host headers and none [decision 3]", async () => {
  const ownHost = `Host: 127.0.0.1:${engine().port()}\r\n`;
  const key = `Authorization: Bearer ${engine().key}\r\nConnection: close\r\n`;
  for (const head of [
    `GET /v1/usage HTTP/1.1\r\n${ownHost}Host: evil.example\r\n${key}`,
    `GET /v1/usage HTTP/1.1\r\nHost: evil.example\r\n${ownHost}${key}`,
    `GET /v1/usage HTTP/1.1\r\n${key}`,
    `GET /v1/usage HTTP/1.1\r\nHost:\r\n${key}`,
    `GET /v1/usage HTTP/1.0\r\n${key}`,
  ]) {
    const response = parseResponse(await exchangeBytes(engine().port(), `${head}\r\n`));
    expectError(engine().check("(refused)", response), "ERR_METHOD_NOT_ALLOWED");
  }
});

it("checks the authority of an absolute request target like Host [decision 3]", async () => {
  const own = `127.0.0.1:${engine().port()}`;
  const get = async (target: string) =>
    parseResponse(
      await exchangeBytes(
        engine().port(),
        `GET ${target} HTTP/1.1\r\nHost: ${own}\r\nAuthorization: Bearer ${engine().key}\r\nConnection: close\r\n\r\n`,
      ),
    );
  for (const authority of [
    "other.example",
    `other.example:${engine().port()}`,
    `user@${own}`,
    "127.0.0.1",
    "",
  ]) {
    const response = await get(`http://${authority}/v1/usage`);
    expectError(engine().check("(refused)", response), "ERR_METHOD_NOT_ALLOWED");
  }
  expectOk(engine().check("/usage", await get(`http://${own}/v1/usage`)));
  expectOk(engine().check("/usage", await get(`http://LOCALHOST:${engine().port()}/v1/usage`)));
});

it("answers HEAD like GET, without a body [decision 40]", async () => {
  for (const path of ["/products?ids=AH-100", "/products?ids=unheard-of", "/deals?limit=0", "/usage"]) {
    const get = await engine().get(path);
    const head = await engine().get(path, { method: "HEAD" });
    expect(head.status).toBe(get.status);
    expect(head.text).toBe("");
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect(head.headers.get("x-credits-used")).toBe(get.headers.get("x-credits-used"));
  }
  const document = await engine().sendRaw({ path: "/v1/openapi.json", method: "HEAD" });
  expect([document.status, document.text]).toEqual([200, ""]);
});

it("serves /v1 at a loopback address [decision 1; §1 base URL]", async () => {
  expect(engine().document().servers).toMatchObject([{ url: `${engine().origin()}/v1` }]);
  expect(engine().origin()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});
