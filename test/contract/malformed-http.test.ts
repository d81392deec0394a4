import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished } from "vitest";
import { products } from "../support/catalogue.js";
import { engineWith, expectError, expectOk, startContractEngine } from "../support/contract-client.js";
import { exchangeBytes, parseAnswer } from "../support/contract-http.js";
import { rule } from "../support/contract-rules.js";
import { startTestEngine } from "../support/engine.js";
import { until } from "../support/until.js";

const engine = engineWith(products);

const head = () =>
  `Host: 127.0.0.1:${engine().port()}\r\nAuthorization: Bearer ${engine().key}\r\nConnection: close\r\n`;
const get = (target: string) => `GET ${target} HTTP/1.1\r\n${head()}\r\n`;

/** Exchanges bytes and expects one answer in the contract's shape. */
async function ask(bytes: string) {
  const answer = parseAnswer(await exchangeBytes(engine().port(), bytes));
  return engine().check("(raw)", answer);
}

describe("paths", () => {
  rule(
    ["decision 8", "section 7 ERR_ENDPOINT_NOT_FOUND"],
    "that are odd are 404 in the contract's shape",
    async () => {
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
        const answer = await ask(get(path));
        expect([400, 404], path.slice(0, 80)).toContain(answer.status);
      }
    },
  );

  rule("decision 2", "with dots are resolved before the key is asked for", async () => {
    const own = `Host: 127.0.0.1:${engine().port()}\r\nConnection: close\r\n`;
    for (const path of [
      "/docs/../v1/usage",
      "/docs/%2e%2e/v1/usage",
      "/v1/x/../usage",
      "/v1/openapi.json/../usage",
    ])
      expectError(await ask(`GET ${path} HTTP/1.1\r\n${own}\r\n`), "ERR_AUTH_MISSING");
  });

  rule("section 7 ERR_INVALID_PARAMS", "that are none are 400", async () => {
    for (const target of ["", "*", "v1/usage", "?", "http://[/v1", "ftp://x/v1/usage", "\u00ff"])
      expectError(await ask(get(target)), "ERR_INVALID_PARAMS");
  });
});

describe("methods", () => {
  rule(["section 7 ERR_METHOD_NOT_ALLOWED", "decision 8"], "that no endpoint has are 405", async () => {
    for (const method of ["TRACE", "PROPFIND", "MKCOL", "SEARCH", "PURGE", "M-SEARCH", "LINK"]) {
      const answer = await ask(`${method} /v1/usage HTTP/1.1\r\n${head()}\r\n`);
      expectError(answer, "ERR_METHOD_NOT_ALLOWED");
      expect(answer.headers.get("allow")).toBe("GET, HEAD");
    }
    expectError(await ask(`CONNECT evil.example:443 HTTP/1.1\r\n${head()}\r\n`), "ERR_METHOD_NOT_ALLOWED");
  });

  rule("section 7 shape", "that HTTP does not have are 400", async () => {
    for (const method of ["FROB", "get", "G E T", "", "\u00e9"])
      expectError(await ask(`${method} /v1/usage HTTP/1.1\r\n${head()}\r\n`), "ERR_INVALID_PARAMS");
  });
});

describe("broken HTTP", () => {
  rule(["section 7 shape", "decision 44"], "is 400 in the contract's shape", async () => {
    const big = "a".repeat(600 * 1024);
    for (const bytes of [
      "\u0016\u0003\u0001\u0002\u0000\u0001",
      "hello\r\n\r\n",
      `GET /v1/usage HTTP/9.9\r\n${head()}\r\n`,
      `GET /v1/usage HTTP/1.1\r\n${head()}B d: x\r\n\r\n`,
      `GET /v1/usage HTTP/1.1\r\n${head()}X: a\u0000b\r\n\r\n`,
      `GET /v1/usage HTTP/1.1\r\n${head()}X: ${big}\r\n\r\n`,
      `GET /v1/usage HTTP/1.1\r\n${head()}${"X: a\r\n".repeat(100_000)}\r\n`,
      `GET /v1/${big} HTTP/1.1\r\n${head()}\r\n`,
      `POST /v1/usage HTTP/1.1\r\n${head()}Content-Length: x\r\n\r\n`,
      `POST /v1/usage HTTP/1.1\r\n${head()}Content-Length: -1\r\n\r\n`,
      `POST /v1/usage HTTP/1.1\r\n${head()}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ])
      expectError(await ask(bytes), "ERR_INVALID_PARAMS");
  });

  rule("section 7 shape", "that ends half way is answered, not waited for", async () => {
    for (const bytes of ["GET /v1/usage HT", `GET /v1/usage HTTP/1.1\r\n${head()}`, "GET"])
      expectError(await ask(bytes), "ERR_INVALID_PARAMS");
    const half = `POST /v1/usage HTTP/1.1\r\n${head()}Content-Length: 100\r\n\r\n{}`;
    expectError(await ask(half), "ERR_METHOD_NOT_ALLOWED");
    const chunk = `POST /v1/usage HTTP/1.1\r\n${head()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`;
    expect((await ask(chunk)).status).toBeLessThan(500);
  });

  rule(
    "section 7 shape",
    "that goes silent keeps neither others nor the end of the engine waiting",
    async () => {
      const other = await startContractEngine();
      const sockets = Array.from({ length: 20 }, () => connect({ host: "127.0.0.1", port: other.port() }));
      await Promise.all(sockets.map((socket) => once(socket, "connect")));
      for (const socket of sockets) {
        socket.on("error", () => undefined);
        socket.write("GET /v1/usage HTTP/1.1\r\nHost:");
      }
      expectOk(await other.get("/usage"));
      await other.stop();
    },
  );

  rule("section 7 shape", "leaves the engine working", async () => {
    expectOk(await engine().get("/usage"));
    expectOk(await engine().get("/products?ids=AH-100"));
  });
});

describe("unusual but sound HTTP", () => {
  rule("decision 8", "is served: 1.0, expectations, upgrades, pipelines, bodies nobody needs", async () => {
    const usage = (extra: string, version = "1.1") =>
      `GET /v1/usage HTTP/${version}\r\n${head()}${extra}\r\n`;
    for (const bytes of [
      usage("", "1.0"),
      usage("Expect: something\r\n"),
      usage("Upgrade: websocket\r\n"),
      `${usage("Content-Length: 4\r\n")}abcd`,
      `\r\n\r\n${usage("")}`,
    ])
      expectOk(parseAnswer(await exchangeBytes(engine().port(), bytes)));
  });

  rule(
    "decision 8",
    "answers one after the other, whole, where one of several asks before its body",
    async () => {
      const batch = '{"identifiers":["AH-100"]}';
      const one = `GET /v1/usage HTTP/1.1\r\nHost: 127.0.0.1:${engine().port()}\r\nAuthorization: Bearer ${engine().key}\r\n\r\n`;
      const asking = `POST /v1/products/batch HTTP/1.1\r\n${head()}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${batch.length}\r\n\r\n${batch}`;
      const bytes = await exchangeBytes(engine().port(), `${one}${one}${asking}`);
      const answers = bytes
        .split(/(?=HTTP\/1\.1 \d{3} )/)
        .filter((part) => !part.startsWith("HTTP/1.1 100 "));
      expect(answers).toHaveLength(3);
      for (const answer of answers) expect(expectOk(parseAnswer(answer)).body.success).toBe(true);
    },
  );

  rule("decision 8", "answers a large body that nobody asked for with 405", async () => {
    const answer = await engine().send({
      path: "/v1/products",
      method: "POST",
      headers: { Authorization: `Bearer ${engine().key}`, "Content-Type": "application/json" },
      body: "x".repeat(300_000),
    });
    expectError(engine().check("/products", answer), "ERR_METHOD_NOT_ALLOWED");
    expectOk(await engine().get("/usage"));
  });
});

describe("a client that goes away in the middle of its body", () => {
  rule(
    ["decision 6", "decision 8"],
    "has made a request that counts, and is no fault of the engine's",
    async () => {
      const faults: string[] = [];
      const own = await startTestEngine({
        log: { info: () => undefined, error: (message) => void faults.push(message) },
      });
      onTestFinished(() => own.stop());
      const socket = connect(own.port(), "127.0.0.1");
      await once(socket, "connect");
      socket.write(
        `POST /v1/products/batch HTTP/1.1\r\nHost: 127.0.0.1:${own.port()}\r\nAuthorization: Bearer ${own.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      );
      // The engine has begun to read once it has answered somebody who came later.
      await own.get("/usage");
      socket.destroy();
      let asked = 1;
      await until(async () => {
        asked++;
        const { meta } = (await own.get("/usage")).body;
        return faults.length > 0 || meta.rate_limit_remaining < 1_000 - asked;
      });
      expect(faults).toEqual([]);
    },
  );
});
