import { describe, expect, it } from "vitest";
import type { CallResult, OperationName } from "../../src/shared/calls.js";
import type { ApiResponse } from "../support/network.js";
import { createValidator, type OpenApiDocument, responseErrors } from "../support/openapi.js";
import { checkCallResult } from "./oracles/call.js";
import { checkRoundTrip } from "./oracles/catalogue.js";
import { checkDeliveryReply } from "./oracles/delivery.js";
import { checkExtraction, containsAmount } from "./oracles/extraction.js";
import { checkStream, parseResponses } from "./oracles/http-stream.js";
import { checkEffects, checkIpcReply } from "./oracles/message.js";
import { checkResponse } from "./oracles/response.js";
import { checkResult } from "./targets/commands.js";

/** Every oracle can fail. */

describe("the oracle of responses", () => {
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
  const responses = { 200: { content: { "application/json": { schema } } } };
  const document = {
    openapi: "3.0.3",
    servers: [],
    paths: { "/usage": { get: { parameters: [], responses } } },
    components: { schemas: { ErrorResponse: schema }, securitySchemes: {} },
  } as unknown as OpenApiDocument;
  const validate = createValidator(document);
  const validHeaders = {
    "content-type": "application/json",
    "x-request-id": meta.request_id,
    "x-credits-used": "1",
    "x-credits-remaining": "9",
    "x-ratelimit-limit": "1000",
    "x-ratelimit-remaining": "8",
    "x-ratelimit-reset": "0",
  };

  interface Change {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: object;
  }

  function response({ status = 200, headers, body = { success: true, meta } }: Change): ApiResponse {
    const all = new Headers({ ...validHeaders, ...headers });
    return { status, headers: all, text: JSON.stringify(body), body: body as ApiResponse["body"] };
  }

  const check = (change: Change) => () =>
    checkResponse(document, validate, { path: "/v1/usage", method: "GET" }, response(change));

  it("accepts a valid response", () => {
    expect(check({})).not.toThrow();
  });

  it.each<[string, Change, RegExp]>([
    ["a status of 500", { status: 500 }, /^500/],
    ["a body that violates its schema", { body: { success: 1, meta } }, /must be boolean/],
    ["an undocumented field", { body: { success: true, meta, more: 1 } }, /additional/],
    ["an undocumented status", { status: 404 }, /not documented/],
    ["an undocumented content type", { headers: { "content-type": "text/html" } }, /text\/html/],
    ["headers that contradict the body", { headers: { "x-credits-used": "2" } }, /X-Credits-Used/],
    ["an empty request id", { headers: { "x-request-id": "" } }, /X-Request-Id/],
    ["an error without details", { status: 404, body: { success: false, meta } }, /error_detail/],
  ])("rejects %s", (_name, change, message) => {
    expect(check(change)).toThrow(message);
  });

  it("rejects a CSV table with rows of different lengths", () => {
    const table = {
      ...response({ headers: { "content-type": "text/csv; charset=utf-8" } }),
      text: "a,b\r\n1\r\n",
    };
    const errors = responseErrors(document, validate, { path: "/usage", method: "GET" }, table);
    expect(errors.join(" ")).toMatch(/different lengths/);
  });
});

describe("the oracle of streams", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n";
  const chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  it("splits responses with and without a body", () => {
    const bytes = `HTTP/1.1 100 Continue\r\n\r\n${head}{}${head}${chunkedHead}2\r\n{}\r\n0\r\n\r\n`;
    expect(parseResponses(Buffer.from(bytes)).map(({ status }) => status)).toEqual([100, 200, 200, 200]);
  });

  it.each<[string, string]>([
    ["a truncated response", `${head}{`],
    ["bytes between responses", `${head}{}x${head}{}`],
    ["a response within another", `${head}HTTP/1.1 100 Continue\r\n\r\n{}`],
    ["an error without details", `${head.replace("200 OK", "400 Bad")}{}`],
    ["a status of 503", "HTTP/1.1 503 x\r\n\r\n"],
    ["bytes that are not HTTP", "hello"],
    ["chunks without an end", `${chunkedHead}2\r\n{}`],
  ])("rejects %s", (_name, bytes) => {
    expect(() => checkStream(bytes)).toThrow();
  });
});

describe("the oracle of calls", () => {
  const check = (operation: string, result: unknown) => () =>
    checkCallResult(operation, result as CallResult<OperationName>);
  const failure = (code: string, message = "x", action = "y") => ({
    ok: false,
    error: { code, message, action },
    meta: null,
  });

  it.each<[string, string, unknown]>([
    ["an internal error", "app.info", failure("ERR_INTERNAL")],
    ["an unknown error code", "app.info", failure("ERR_OTHER")],
    ["an error without a next step", "app.info", failure("BAD_CALL", "x", "")],
    ["data that violates its schema", "keys.list", { ok: true, data: [{ id: 1 }], meta: null }],
    ["data of an unknown operation", "nothing", { ok: true, data: {}, meta: null }],
    ["a missing result", "app.info", null],
  ])("rejects %s", (_name, operation, result) => {
    expect(check(operation, result)).toThrow();
  });

  it("accepts valid data and an expected error", () => {
    expect(check("keys.list", { ok: true, data: [], meta: null })).not.toThrow();
    expect(check("keys.list", failure("ERR_INVALID_PARAMS"))).not.toThrow();
  });
});

describe("the oracle of messages", () => {
  const own = { channel: "settings:get", sender: { kind: "own" }, args: [] } as const;
  const result = { kind: "result", value: {} } as const;

  it("rejects a result for an untrusted sender", () => {
    const untrusted = { ...own, sender: { kind: "destroyed" } } as const;
    expect(() => checkIpcReply(untrusted, result)).toThrow(/untrusted sender/);
  });

  it("rejects exceptions, unknown channels with handlers, and calls without a result", () => {
    const error = { kind: "error", message: "TypeError: x" } as const;
    expect(() => checkIpcReply(own, error)).toThrow(/exception/);
    expect(() => checkIpcReply({ ...own, channel: "x" }, result)).toThrow(/unknown channel/);
    expect(() => checkIpcReply({ ...own, channel: "engine:call" }, error)).toThrow();
  });

  it("rejects prototype pollution", () => {
    Object.assign(Object.prototype, { polluted: 1 });
    try {
      expect(() => checkIpcReply(own, result)).toThrow(/polluted/);
    } finally {
      Reflect.deleteProperty(Object.prototype, "polluted");
    }
  });

  it("rejects a link that is not a web page and invalid settings", () => {
    const effects = [{ name: "openExternal", value: "file:///x" }];
    expect(() => checkEffects(effects, {} as never)).toThrow(/openExternal/);
    expect(() => checkEffects([], { theme: "pink" } as never)).toThrow(/settings/);
  });
});

describe("the oracle of extraction", () => {
  const page = { url: "https://a.example/", reason: null, candidates: [], evidence: { price: "text:p" } };
  const offer = (price: number | null) => ({ price, currency: null, availability: null });
  const check = (more: object) => () =>
    checkExtraction("<p>$1,299.00</p>", { ...page, status: "found", ...more } as never);

  it("accepts a price that appears on the page", () => {
    expect(check({ offer: offer(1_299) })).not.toThrow();
  });

  it.each([
    ["1.299,50 €", 1_299.5],
    ["129900", 1_299],
    ["<b>12</b><sup>99</sup>", 12.99],
    ["&#49;&#50;", 12],
    ["1.3e3", 1_300],
    ["１２", 12],
  ])("recognizes %s as %d", (html, price) => {
    expect(containsAmount(html, price)).toBe(true);
  });

  it.each<[string, object]>([
    ["a price that does not appear on the page", { offer: offer(777) }],
    ["a price of zero", { offer: offer(0) }],
    ["an infinite price", { offer: offer(Number.POSITIVE_INFINITY) }],
    ["a negative candidate", { offer: offer(1_299), candidates: [{ price: -1 }] }],
    ["a price without evidence", { offer: offer(1_299), evidence: {} }],
    ["the status found without a price", { offer: offer(null) }],
    ["the status blocked with a price", { status: "blocked", reason: "x.", offer: offer(1_299) }],
    ["the status nothing without a reason", { status: "nothing" }],
  ])("rejects %s", (_name, more) => {
    expect(check(more)).toThrow();
  });
});

describe("the oracle of deliveries", () => {
  it("rejects an unexpected status and a refusal without a reason", () => {
    const check = (status: number, text: string) => () =>
      checkDeliveryReply({ status: 401, id: null }, { status, text }, () => undefined);
    expect(check(200, "")).toThrow(/instead of 401/);
    expect(check(503, "")).toThrow(/503/);
    expect(check(401, '{"received":false}')).toThrow(/reason/);
  });
});

describe("the oracle of exports", () => {
  it("rejects an export that an import changes or refuses", () => {
    const report = { products: 1, offers: 0, points: 0, reviews: 0, deals: 0, skipped: [], skipped_total: 0 };
    expect(() => checkRoundTrip(["a"], report, ["a"])).not.toThrow();
    expect(() => checkRoundTrip(["a"], report, ["b"])).toThrow(/differs/);
    expect(() => checkRoundTrip(["a"], report, [])).toThrow(/differs/);
    const refused = { ...report, skipped: [{ line: 1, reason: "x" }] };
    expect(() => checkRoundTrip(["a"], refused, ["a"])).toThrow(/refuses/);
  });
});

describe("the oracle of commands", () => {
  it("rejects stacks, failures of several lines and unexpected exit codes", () => {
    const check = (code: number | null, stderr: string) => () => checkResult({ code, stderr });
    expect(check(1, "The file does not exist.\n")).not.toThrow();
    expect(check(1, "No product matches 'a'.\nNo product matches 'b'.\n")).not.toThrow();
    expect(check(1, "a\nb\n")).toThrow(/2 lines/);
    expect(check(1, "")).toThrow(/0 lines/);
    expect(check(1, "Unexpected failure: x\n")).toThrow(/Unexpected/);
    expect(check(2, "")).toThrow(/explanation/);
    expect(check(7, "x")).toThrow(/7/);
    expect(check(null, "")).toThrow();
    expect(check(0, "Error\n    at x (file.js:1:2)\n")).toThrow(/stack/);
  });
});
