import { expect, it } from "vitest";
import type { OpenApiDocument } from "../support/openapi.js";
import { createValidator, responseErrors } from "../support/openapi.js";
import { checkCallResult } from "./oracles/call.js";
import { checkRoundTrip } from "./oracles/catalogue.js";
import { checkCommandResult } from "./oracles/command.js";
import { checkDeliveryReply } from "./oracles/delivery.js";
import { checkExtraction } from "./oracles/extraction.js";
import { checkGrowth } from "./oracles/growth.js";
import { checkStream } from "./oracles/http-stream.js";
import { checkEffects, checkIpcReply } from "./oracles/message.js";
import { checkResponse } from "./oracles/response.js";

/** Every oracle can fail; that it passes what is right, fuzzing shows itself. */

const meta = {
  request_id: `req_${"0".repeat(26)}`,
  credits_used: 1,
  credits_remaining: 9,
  rate_limit_remaining: 8,
};
const schema = {
  type: "object",
  properties: { success: { type: "boolean" }, meta: { type: "object" } },
  required: ["success"],
};
const document = {
  openapi: "3.0.3",
  servers: [],
  paths: {
    "/usage": {
      get: { parameters: [], responses: { 200: { content: { "application/json": { schema } } } } },
    },
  },
  components: { schemas: { ErrorResponse: schema }, securitySchemes: {} },
} as unknown as OpenApiDocument;
const validHeaders = {
  "content-type": "application/json",
  "x-request-id": meta.request_id,
  "x-credits-used": "1",
  "x-credits-remaining": "9",
  "x-ratelimit-limit": "1000",
  "x-ratelimit-remaining": "8",
  "x-ratelimit-reset": "0",
};

function response({ status = 200, headers = {}, body = { success: true, meta } }): never {
  const all = new Headers({ ...validHeaders, ...headers });
  return { status, headers: all, text: JSON.stringify(body), body } as never;
}

const validate = createValidator(document);
const respond = (change: { status?: number; headers?: object; body?: object }) => () =>
  checkResponse(document, validate, { path: "/v1/usage", method: "GET" }, response(change as never));

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n";
const chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const stream = (bytes: string) => () => checkStream(bytes);

const call = (operation: string, result: unknown) => () => checkCallResult(operation, result as never);
const failure = (code: string, action = "y") => ({
  ok: false,
  error: { code, message: "x", action },
  meta: null,
});

const own = { channel: "settings:get", sender: { kind: "own" }, args: [] } as const;
const result = { kind: "result", value: {} } as const;
const error = { kind: "error", message: "TypeError: x" } as const;

const extracted = (more: object) => () =>
  checkExtraction("<p>$1,299.00</p>", {
    url: "https://a.example/",
    reason: null,
    candidates: [],
    evidence: { price: "text:p" },
    status: "found",
    ...more,
  } as never);
const offer = (price: number) => ({ offer: { price, currency: null, availability: null } });

const delivered = (status: number, text: string) => () =>
  checkDeliveryReply({ status: 401, id: null }, { status, text }, () => undefined);
const report = { products: 1, offers: 0, points: 0, reviews: 0, deals: 0, skipped: [], skipped_total: 0 };
const command = (code: number | null, stderr: string) => () => checkCommandResult({ code, stderr });
const growth = (cost: (size: number) => number) => () =>
  checkGrowth(cost, { maxSize: 64_000, minCost: 100, repeats: 1 });

function pollutePrototype(): void {
  Object.assign(Object.prototype, { polluted: 1 });
  try {
    checkIpcReply(own, result);
  } finally {
    Reflect.deleteProperty(Object.prototype, "polluted");
  }
}

/** One for each oracle and kind of finding. */
it.each<readonly [name: string, message: RegExp, check: () => unknown]>([
  ["a response that violates its schema", /must be boolean/, respond({ body: { success: 1, meta } })],
  ["a response without a required field", /must have required property/, respond({ body: { meta } })],
  [
    "a response with an undocumented field",
    /must NOT have additional/,
    respond({ body: { success: true, meta, more: 1 } }),
  ],
  ["a response with an undocumented status", /not documented/, respond({ status: 404 })],
  ["a response whose headers contradict its body", /Used/, respond({ headers: { "x-credits-used": "2" } })],
  ["an error without details", /no error_detail/, respond({ status: 404, body: { success: false, meta } })],
  ["a truncated response on a connection", /truncated/, stream(`${head}{`)],
  ["bytes between responses", /Not an HTTP/, stream(`${head}{}x${head}{}`)],
  ["a status of 503 on a connection", /503/, stream("HTTP/1.1 503 x\r\n\r\n")],
  ["chunks without an end", /no end/, stream(`${chunkedHead}2\r\n{}`)],
  ["a call's internal error", /^x$/, call("app.info", failure("ERR_INTERNAL"))],
  ["a call's error without a next step", /next step/, call("app.info", failure("BAD_CALL", ""))],
  [
    "a call's data that violates its schema",
    /violates its schema/,
    call("keys.list", { ok: true, data: { keys: [{ id: 1 }] }, meta: null }),
  ],
  [
    "a message's result for an untrusted sender",
    /untrusted sender/,
    () => checkIpcReply({ ...own, sender: { kind: "destroyed" } }, result),
  ],
  ["a message that throws", /threw an exception/, () => checkIpcReply(own, error)],
  ["a message that pollutes a prototype", /polluted/, pollutePrototype],
  [
    "a link that is not a web page",
    /openExternal/,
    () => checkEffects([{ name: "openExternal", value: "file:///x" }], {} as never),
  ],
  ["a price that is not on the page", /does not appear/, extracted(offer(1_298))],
  ["a price without evidence", /no evidence/, extracted({ ...offer(1_299), evidence: {} })],
  ["a page with nothing and no reason", /no reason/, extracted({ status: "nothing" })],
  ["an unexpected status of the listener's", /instead of 401/, delivered(200, "")],
  ["an export that an import changes", /differs/, () => checkRoundTrip(["a"], report, ["b"])],
  ["a command's failure of two lines", /2 lines/, command(1, "a\nb\n")],
  ["a command that shows a stack", /shows a stack/, command(0, "Error\n    at x (file.js:1:2)\n")],
  ["a quadratic cost", /16/, growth((size) => size ** 2)],
])("the oracles reject %s", (_name, message, check) => {
  expect(check).toThrow(message);
});

it("the oracle of responses rejects a CSV table with rows of different lengths", () => {
  const headers = new Headers({ ...validHeaders, "content-type": "text/csv; charset=utf-8" });
  const table = { status: 200, headers, text: "a,b\r\n1\r\n", body: {} } as never;
  expect(responseErrors(document, validate, { path: "/usage", method: "GET" }, table).join(" ")).toMatch(
    /different lengths/,
  );
});
