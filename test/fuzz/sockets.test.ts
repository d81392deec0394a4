import fc, { type Arbitrary } from "fast-check";
import { expect, it } from "vitest";
import { exchangeBytes } from "../support/network.js";
import { anyEdit, type Edit, editText } from "./inputs/edits.js";
import { checkStream } from "./oracles/http-stream.js";
import { Callers } from "./support/callers.js";
import { checkCases } from "./support/check-cases.js";
import { startFuzzedEngine } from "./support/engine.js";

/** `HOST` and `KEY` are replaced before sending. */
const headers = "Host: HOST\r\nAuthorization: Bearer KEY\r\n";
const requests = [
  `GET /v1/usage HTTP/1.1\r\n${headers}\r\n`,
  `GET /v1/products?ids=AH-100 HTTP/1.1\r\n${headers}\r\nGET /v1/usage HTTP/1.1\r\n${headers}\r\n`,
  `POST /v1/products/batch HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: 26\r\n\r\n{"identifiers":["AH-100"]}`,
  `POST /v1/products/batch HTTP/1.1\r\n${headers}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n{"identifiers":["AH-100"]}\r\n0\r\n\r\n`,
  `PUT /v1/webhooks/x HTTP/1.1\r\n${headers}Content-Length: 2\r\n\r\n{}GET /v1/usage HTTP/1.0\r\n${headers}\r\n`,
  `HEAD /v1/deals HTTP/1.1\r\n${headers}Expect: 100-continue\r\n\r\n`,
  `DELETE /v1/products/scheduled?ids=AH-100 HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`,
];
// biome-ignore format: one per line would fill a page
const tokens = [
  "\r\n", "\n", "\r", "\r\n\r\n", "\u0000", " ", ":", "\t", "HTTP/1.1", "HTTP/9.9", "HTTP/1.0", "GET",
  "CONNECT", "G\u00c9T", "*", "//", "http://[", "Content-Length: 0\r\n",
  "Content-Length: 99999999999999999999\r\n", "Content-Length: -1\r\n", "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: x\r\n",
  "ffffffffffffffff\r\n", "0\r\n\r\n", "zz\r\n", "-1\r\n", "Expect: 100-continue\r\n", "Upgrade: h2c\r\n",
  "Connection: close\r\n", "Host: evil.example\r\n", "Origin: null\r\n", "\u00ff\u00fe", "x".repeat(9_000),
  "X: y\r\n".repeat(400),
];

const token = fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 6 }));
const socketCases: Arbitrary<{
  readonly indexes: readonly number[];
  readonly edits: readonly Edit<string>[];
}> = fc.record({
  indexes: fc.array(fc.nat(requests.length - 1), { minLength: 1, maxLength: 3 }),
  edits: fc.array(anyEdit(token), { maxLength: 6 }),
});

/** The engine may reset a connection that carries garbage. */
async function exchangeOrReset(port: number, bytes: string): Promise<string> {
  try {
    return await exchangeBytes(port, bytes);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ECONNRESET" || code === "EPIPE") return "";
    throw error;
  }
}

it("odd bytes on the API's port get responses of the contract or none", async () => {
  const engine = await startFuzzedEngine();
  const callers = new Callers(engine.db);
  let sent = 0;
  const property = fc.asyncProperty(socketCases, async ({ indexes, edits }) => {
    if (++sent % 300 === 0) callers.resetRateLimits();
    const bytes = editText(indexes.map((index) => requests[index]).join(""), edits)
      .replaceAll("HOST", `127.0.0.1:${engine.port}`)
      .replaceAll("KEY", callers.keyOf("rich"));
    checkStream(await exchangeOrReset(engine.port, bytes));
  });
  await checkCases(property, { cases: 2_000, parallel: 4 });
  expect(engine.findErrors()).toEqual([]);
});
