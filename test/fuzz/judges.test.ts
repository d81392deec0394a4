import { describe, expect, it } from "vitest";
import type { ApiResponse } from "../support/network.js";
import { createValidator, type OpenApiDocument, responseErrors } from "../support/openapi.js";
import { judgeAnswer } from "./judges/answer.js";
import { judgeCall } from "./judges/call.js";
import { judgeReply } from "./judges/delivery.js";
import { judgeExtraction } from "./judges/extraction.js";
import { answersIn } from "./judges/http-stream.js";
import { judgeRoundTrip } from "./judges/import.js";
import { judgeEffects, judgeMessage } from "./judges/message.js";
import { occursIn } from "./judges/occurs.js";
import { judgeEnded } from "./targets/commands.js";
import { judgeBytes } from "./targets/sockets.js";

/** Each judge has to be able to say no. */

const meta = {
  request_id: `req_${"0".repeat(26)}`,
  credits_used: 1,
  credits_remaining: 9,
  rate_limit_remaining: 8,
};
const object = {
  type: "object",
  properties: { success: { type: "boolean" }, meta: { type: "object" } },
  required: ["success"],
};
const document = {
  openapi: "3.0.3",
  servers: [],
  paths: {
    "/usage": {
      get: { parameters: [], responses: { 200: { content: { "application/json": { schema: object } } } } },
    },
  },
  components: { schemas: { ErrorResponse: object }, securitySchemes: {} },
} as unknown as OpenApiDocument;
const headers = {
  "content-type": "application/json",
  "x-request-id": meta.request_id,
  "x-credits-used": "1",
  "x-credits-remaining": "9",
  "x-ratelimit-limit": "1000",
  "x-ratelimit-remaining": "8",
  "x-ratelimit-reset": "0",
};

function answer(more: { status?: number; headers?: Record<string, string>; body?: object }): ApiResponse {
  const body = more.body ?? { success: true, meta };
  const text = JSON.stringify(body);
  return {
    status: more.status ?? 200,
    headers: new Headers({ ...headers, ...more.headers }),
    text,
    body,
  } as ApiResponse;
}

const judged = (given: ApiResponse) => () =>
  judgeAnswer(document, createValidator(document), { path: "/v1/usage", method: "GET" }, given);

describe("the judge of answers", () => {
  it("lets a right one pass", () => {
    expect(judged(answer({}))).not.toThrow();
  });

  it.each<[string, ApiResponse, RegExp]>([
    ["a fault of the engine's", answer({ status: 500 }), /^500/],
    ["another body than is documented", answer({ body: { success: 1, meta } }), /must be boolean/],
    ["a field that is not documented", answer({ body: { success: true, meta, more: 1 } }), /additional/],
    ["a status that is not documented", answer({ status: 404 }), /not documented/],
    ["another type than is documented", answer({ headers: { "content-type": "text/html" } }), /text\/html/],
    ["headers that are not what meta says", answer({ headers: { "x-credits-used": "2" } }), /X-Credits-Used/],
    ["no request id", answer({ headers: { "x-request-id": "" } }), /X-Request-Id/],
    [
      "an error that costs something",
      answer({ status: 404, body: { success: false, meta } }),
      /error_detail/,
    ],
  ])("does not let %s pass", (_name, given, words) => {
    expect(judged(given)).toThrow(words);
  });

  it("does not let a table with records of different lengths pass", () => {
    const table = {
      ...answer({ headers: { "content-type": "text/csv; charset=utf-8" } }),
      text: "a,b\r\n1\r\n",
    };
    const told = responseErrors(
      document,
      createValidator(document),
      { path: "/usage", method: "GET" },
      table,
    );
    expect(told.join(" ")).toMatch(/different lengths/);
  });
});

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n";

describe("the judge of bytes", () => {
  it("takes several answers apart, with and without a body", () => {
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    const bytes = `HTTP/1.1 100 Continue\r\n\r\n${head}{}${head}${chunked}`;
    expect(answersIn(Buffer.from(bytes)).map(({ status }) => status)).toEqual([100, 200, 200, 200]);
  });

  it.each<[string, string]>([
    ["an answer that breaks off", `${head}{`],
    ["bytes between answers", `${head}{}x${head}{}`],
    ["an answer within another", `${head}HTTP/1.1 100 Continue\r\n\r\n{}`],
    ["an error without its shape", `${head.replace("200 OK", "400 Bad")}{}`],
    ["a fault", "HTTP/1.1 503 x\r\n\r\n"],
    ["what is no HTTP", "hello"],
    ["chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}"],
  ])("does not let %s pass", (_name, bytes) => {
    expect(() => judgeBytes(bytes)).toThrow();
  });
});

describe("the judge of calls", () => {
  const failed = (code: string, message = "x", action = "y") =>
    ({ ok: false, error: { code, message, action }, meta: null }) as never;

  it.each<[string, string, never]>([
    ["an internal error", "app.info", failed("ERR_INTERNAL")],
    ["a code that nobody knows", "app.info", failed("ERR_OTHER")],
    ["an error without a next step", "app.info", failed("BAD_CALL", "x", "")],
    ["an answer of another form", "keys.list", { ok: true, data: [{ id: 1 }], meta: null } as never],
    ["an answer to what is no operation", "nothing", { ok: true, data: {}, meta: null } as never],
    ["no answer", "app.info", null as never],
  ])("does not let %s pass", (_name, operation, result) => {
    expect(() => judgeCall(operation, result)).toThrow();
  });

  it("lets an answer and an expected failure pass", () => {
    expect(() => judgeCall("keys.list", { ok: true, data: [], meta: null } as never)).not.toThrow();
    expect(() => judgeCall("keys.list", failed("ERR_INVALID_PARAMS"))).not.toThrow();
  });
});

describe("the judge of messages", () => {
  const own = { channel: "settings:get", sender: { kind: "own" }, args: [] } as const;
  const strange = { ...own, sender: { kind: "gone" } } as const;

  it("does not let strangers be answered, or the page be told anything but what it should", () => {
    expect(() => judgeMessage(strange, { kind: "answer", value: {} })).toThrow(/stranger/);
    expect(() => judgeMessage(own, { kind: "refusal", message: "TypeError: x" })).toThrow(/exception/);
    expect(() => judgeMessage({ ...own, channel: "x" }, { kind: "answer", value: 1 })).toThrow(/no channel/);
    expect(() =>
      judgeMessage({ ...own, channel: "engine:call" }, { kind: "refusal", message: "x" }),
    ).toThrow();
  });

  it("does not let objects everywhere be changed", () => {
    Object.assign(Object.prototype, { polluted: 1 });
    try {
      expect(() => judgeMessage(own, { kind: "answer", value: {} })).toThrow(/polluted/);
    } finally {
      Reflect.deleteProperty(Object.prototype, "polluted");
    }
  });

  it("does not let main open what is no page, or keep settings that are none", () => {
    expect(() => judgeEffects([{ what: "openExternal", value: "file:///x" }], {} as never)).toThrow(
      /openExternal/,
    );
    expect(() => judgeEffects([], { theme: "pink" } as never)).toThrow(/settings/);
  });
});

describe("the judge of pages", () => {
  const page = { url: "https://a.example/", reason: null, candidates: [], evidence: { price: "text:p" } };
  const offer = (price: number | null) => ({ price, currency: null, availability: null });
  const told = (more: object) => () =>
    judgeExtraction("<p>$1,299.00</p>", { ...page, status: "found", ...more } as never);

  it("lets a price that stands on the page pass, however it is written", () => {
    expect(told({ offer: offer(1_299) })).not.toThrow();
    for (const [html, price] of [
      ["1.299,50 €", 1_299.5],
      ["129900", 1_299],
      ["<b>12</b><sup>99</sup>", 12.99],
      ["&#49;&#50;", 12],
      ["1.3e3", 1_300],
      ["１２", 12],
    ] as const)
      expect(occursIn(html, price), html).toBe(true);
  });

  it.each<[string, object]>([
    ["a price that is nowhere on the page", { offer: offer(777) }],
    ["a price of nothing", { offer: offer(0) }],
    ["a price without end", { offer: offer(Number.POSITIVE_INFINITY) }],
    ["a candidate below nothing", { offer: offer(1_299), candidates: [{ price: -1 }] }],
    ["a price without evidence", { offer: offer(1_299), evidence: {} }],
    ["nothing that is found", { offer: offer(null) }],
    ["a price on a page that is blocked", { status: "blocked", reason: "x.", offer: offer(1_299) }],
    ["nothing without a reason", { status: "nothing" }],
  ])("does not let %s pass", (_name, more) => {
    expect(told(more)).toThrow();
  });
});

describe("the other judges", () => {
  it("do not let a delivery be answered otherwise than it should", () => {
    const refused = { status: 401, id: null };
    expect(() => judgeReply(refused, { status: 200, text: "" }, () => undefined)).toThrow(/not 401/);
    expect(() => judgeReply(refused, { status: 503, text: "" }, () => undefined)).toThrow(/503/);
    expect(() => judgeReply(refused, { status: 401, text: '{"received":false}' }, () => undefined)).toThrow(
      /why/,
    );
  });

  it("do not let an export be lost on its way back", () => {
    const report = { products: 1, offers: 0, points: 0, reviews: 0, deals: 0, skipped: [] };
    expect(() => judgeRoundTrip(["a"], report, ["a"])).not.toThrow();
    expect(() => judgeRoundTrip(["a"], report, ["b"])).toThrow(/another/);
    expect(() => judgeRoundTrip(["a"], report, [])).toThrow(/another/);
    expect(() => judgeRoundTrip(["a"], { ...report, skipped: [{ line: 1, reason: "x" }] }, ["a"])).toThrow(
      /not read/,
    );
  });

  it("do not let a command end in a stack, in many lines, or without an end", () => {
    const ended = (code: number | null, stderr: string) => () => judgeEnded({ code, stdout: "", stderr });
    expect(ended(1, "It is not there.\n")).not.toThrow();
    expect(ended(1, "a\nb\n")).toThrow(/2 lines/);
    expect(ended(1, "Unexpected failure: x\n")).toThrow(/Unexpected/);
    expect(ended(2, "")).toThrow(/explained/);
    expect(ended(7, "x")).toThrow(/7/);
    expect(ended(null, "")).toThrow();
    expect(ended(0, "Error\n    at x (file.js:1:2)\n")).toThrow(/stack/);
  });
});
