import { createServer, type RequestListener } from "node:http";
import { expect, it } from "vitest";
import { createUpstreamClient } from "../../../../../src/main/engine/sources/upstream/client.js";
import type {
  UpstreamQuery,
  UpstreamResponse,
} from "../../../../../src/main/engine/sources/upstream/query.js";
import { serve } from "../../../../support/serve.js";

const key = `ss_live_${"k".repeat(32)}`;
const kettle = { service: "product/kettle/x", title: "Kettle" };
const meta = { request_id: "req_1", credits_used: 1, credits_remaining: 41, rate_limit_remaining: 998 };

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return `http://127.0.0.1:${await serve(server)}/v1`;
}

function respondWith(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
  };
}

const kettleQuestion: UpstreamQuery = { kind: "offers", ids: ["kettle"] };

async function ask(
  listener: RequestListener | string,
  question: UpstreamQuery = kettleQuestion,
  limits: { timeoutMs?: number; maxBytes?: number } = {},
): Promise<UpstreamResponse> {
  const baseUrl = typeof listener === "string" ? listener : await startServer(listener);
  const client = createUpstreamClient({ userAgent: "Tidemark/0", ...limits });
  return client({ baseUrl, key }, question);
}

function errorBody(code: string, message = "The error.") {
  return { success: false, error: message, error_detail: { code, message, action: "", docs_url: "" }, meta };
}

it("a request has headers with the key and the mark of another Tidemark", async () => {
  const requests: { url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = [];
  await ask((request, response) => {
    requests.push({ url: request.url, headers: request.headers });
    response.end("{}");
  });
  expect(requests[0]).toMatchObject({
    url: "/v1/products/offers?ids=kettle",
    headers: { authorization: `Bearer ${key}`, "x-tidemark-via": "1", "user-agent": "Tidemark/0" },
  });
});

it("a request has commas, slashes and signs in its values encoded", async () => {
  const urls: (string | undefined)[] = [];
  const baseUrl = await startServer((request, response) => {
    urls.push(request.url);
    response.end("{}");
  });
  await ask(baseUrl, { kind: "offers", ids: ["a,b"] });
  await ask(baseUrl, { kind: "offers", ids: ["a,b", "https://x.example/?q=1&r=2"] });
  await ask(baseUrl, { kind: "review", id: "product/a b/c" });
  await ask(baseUrl, { kind: "search", words: "red & blue", limit: 5 });
  await ask(baseUrl, { kind: "history", ids: ["x"], start: "2026-01-01", end: "2026-01-31" });
  expect(urls).toEqual([
    "/v1/products/offers?ids=a%2Cb,",
    "/v1/products/offers?ids=a%2Cb,https%3A%2F%2Fx.example%2F%3Fq%3D1%26r%3D2",
    "/v1/products/reviews?id=product%2Fa%20b%2Fc",
    "/v1/products/search?q=red%20%26%20blue&limit=5",
    "/v1/products/offers/history?ids=x&start=2026-01-01&end=2026-01-31",
  ]);
});

it("a response is read together with its figures about the account", async () => {
  const reply = await ask(
    respondWith(
      200,
      {
        success: true,
        data: [{ ...kettle, match: { identifier: "kettle", by: "sku" }, new_field: 1 }],
        meta,
      },
      { "X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "998", "X-RateLimit-Reset": "3600" },
    ),
  );
  expect(reply).toEqual({
    ok: true,
    data: {
      kind: "products",
      products: [
        {
          remoteId: "product/kettle/x",
          match: { identifier: "kettle", by: "sku" },
          line: { type: "product", title: "Kettle", offers: [] },
        },
      ],
    },
    limits: { creditsRemaining: 41, rateLimit: 1_000, rateRemaining: 998, rateResetSeconds: 3_600 },
  });
});

it("a response loses its invalid items and nothing else", async () => {
  const offer = {
    id: "o",
    retailer: "shop.example",
    price: 9.5,
    currency: "USD",
    URL: "https://shop.example/",
  };
  const bad = [
    ...[0, -1, 1e300, "9.50", null].map((price) => ({ ...offer, price })),
    { ...offer, timestamp: "yesterday" },
    { ...offer, retailer: 7 },
    { ...offer, id: "" },
    ...[null, 7, {}],
  ];
  const offers = [...bad.slice(0, 3), offer, ...bad.slice(3)];
  const reply = await ask(respondWith(200, { data: [{ title: "No id" }, { ...kettle, offers }, 7], meta }));
  if (!reply.ok || reply.data.kind !== "products") throw new Error("No products.");
  expect(reply.data.products.map(({ line }) => line.offers.map(({ id }) => id))).toEqual([["o"]]);
});

it("a response counts as an answer when no product matched", async () => {
  const reply = await ask(respondWith(404, errorBody("ERR_PRODUCT_NOT_FOUND")));
  expect(reply).toMatchObject({ ok: true, data: { kind: "nothing" } });
});

const cases: [string, RequestListener, string, RegExp, number | null][] = [
  [
    "an invalid key",
    respondWith(401, errorBody("ERR_AUTH_INVALID")),
    "key refused",
    /does not accept the key/,
    null,
  ],
  [
    "a revoked key",
    respondWith(401, errorBody("ERR_AUTH_REVOKED")),
    "key refused",
    /does not accept the key/,
    null,
  ],
  ["401 without a code", respondWith(401, "no"), "key refused", /does not accept the key/, null],
  [
    "no plan",
    respondWith(403, errorBody("ERR_SUBSCRIPTION_REQUIRED", "No plan.")),
    "no plan",
    /No plan\./,
    null,
  ],
  [
    "too many requests",
    respondWith(429, errorBody("ERR_RATE_LIMIT"), { "Retry-After": "120" }),
    "limited",
    /fewer requests/,
    120,
  ],
  ["429 from a proxy", respondWith(429, "slow down"), "limited", /fewer requests/, null],
  ["no credits", respondWith(429, errorBody("ERR_CREDITS_EXHAUSTED")), "no credits", /used up/, null],
  [
    "an internal error",
    respondWith(500, errorBody("ERR_INTERNAL", "Oh dear.")),
    "server error",
    /HTTP 500.*Oh dear/,
    null,
  ],
  ["a bad gateway", respondWith(502, "<html>"), "server error", /HTTP 502/, null],
  ["another path", respondWith(404, "<html>"), "invalid answer", /base URL/, null],
  ["a refusal", respondWith(400, errorBody("ERR_INVALID_PARAMS", "Bad ids.")), "refused", /Bad ids/, null],
  ["no JSON", respondWith(200, "<html>hello</html>"), "invalid answer", /not be understood/, null],
  ["other JSON", respondWith(200, { hello: "world" }), "invalid answer", /not be understood/, null],
  ["null", respondWith(200, "null"), "invalid answer", /not be understood/, null],
  ["endless nesting", respondWith(200, "[".repeat(9_000)), "invalid answer", /not be understood/, null],
  [
    "only invalid items",
    respondWith(200, { data: [1, 2], meta }),
    "invalid answer",
    /not be understood/,
    null,
  ],
  [
    "too large a response",
    respondWith(200, JSON.stringify({ data: "x".repeat(20_000) })),
    "invalid answer",
    /too large/,
    null,
  ],
  [
    "half a response",
    (_request, response) =>
      void response.writeHead(200, { "Content-Length": 9 }).write("{}", () => response.destroy()),
    "offline",
    /cannot be reached/,
    null,
  ],
  ["no response", () => undefined, "timeout", /did not answer within 1 seconds/, null],
  [
    "a response that never ends",
    (_request, response) => void response.write("{"),
    "timeout",
    /within 1/,
    null,
  ],
  ["a closed connection", (request) => request.destroy(), "offline", /cannot be reached/, null],
];

it.each(cases)(
  "an upstream failure has a reason: %s",
  async (_name, listener, problem, detail, retryAfterSeconds) => {
    const timeoutMs = problem === "timeout" ? 400 : 10_000;
    const reply = await ask(listener, kettleQuestion, { timeoutMs, maxBytes: 10_000 });
    if (reply.ok) throw new Error("The response was accepted.");
    expect(reply.failure).toMatchObject({
      problem,
      retryAfterSeconds,
      detail: expect.stringMatching(detail),
    });
    expect(reply.failure.detail).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify(reply)).not.toContain(key);
  },
);

it("an upstream cannot redirect a request, so that the key is sent only where the user entered it", async () => {
  let visits = 0;
  const elsewhere = await startServer((_request, response) => {
    visits++;
    response.end(JSON.stringify({ data: [kettle], meta }));
  });
  for (const status of [301, 302, 307, 308]) {
    const reply = await ask(respondWith(status, "", { Location: `${elsewhere}/products` }));
    expect(reply).toMatchObject({ ok: false, failure: { problem: "invalid answer" } });
  }
  expect(visits).toBe(0);
});

it("an upstream is offline when nothing listens at its address", async () => {
  expect(await ask("http://127.0.0.1:9/v1")).toMatchObject({ ok: false, failure: { problem: "offline" } });
});
