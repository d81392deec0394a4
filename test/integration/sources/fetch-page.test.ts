import { createServer, type RequestListener } from "node:http";
import type { LookupFunction } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FetchOutcome } from "../../../src/main/engine/sources/page/fetch-outcome.js";
import { type FetchOptions, fetchPage } from "../../../src/main/engine/sources/page/fetch-page.js";
import { serve } from "../../support/serve.js";

interface Shop {
  readonly origin: string;
  readonly host: string;
  readonly paths: string[];
}

async function startShop(listener: RequestListener): Promise<Shop> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    listener(request, response);
  });
  const port = await serve(server);
  return { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, paths };
}

const limits = { timeoutMs: 10_000, bytes: 100_000, redirects: 5 };
/** For shops that take too long. */
const shortTimeout = { ...limits, timeoutMs: 1_500 };

const options: FetchOptions = {
  allowedHosts: new Set(),
  userAgent: "Tidemark/test",
  language: "en",
  limits,
};

/** Resolves every name to these addresses. */
function lookupTo(...addresses: readonly string[]): LookupFunction {
  return (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (all === true) done(null, found);
    else done(null, addresses[0] ?? "", 4);
  };
}

function get(shop: Shop, path = "/", more: Partial<FetchOptions> = {}): Promise<FetchOutcome> {
  return fetchPage(shop.origin + path, { ...options, allowedHosts: new Set([shop.host]), ...more });
}

const html = "<h1>Lantern</h1>";

describe("page fetches", () => {
  it("returns a page of an allowed host with its validators", async () => {
    const shop = await startShop((_request, response) =>
      response
        .writeHead(200, { "Content-Type": "text/html", ETag: '"v1"', "Last-Modified": "yesterday" })
        .end(html),
    );
    expect(await get(shop)).toEqual({
      kind: "page",
      url: `${shop.origin}/`,
      status: 200,
      html,
      etag: '"v1"',
      lastModified: "yesterday",
      retryAfterSeconds: null,
    });
  });

  it.each([
    ["gzip", "gzip", gzipSync(html)],
    ["zstd", "zstd", zstdCompressSync(html)],
    ["br", "br", brotliCompressSync(html)],
    ["deflate", "deflate", deflateSync(html)],
    ["deflate without zlib's frame", "deflate", deflateRawSync(html)],
  ])("decodes a page sent as %s", async (_name, encoding, body) => {
    const shop = await startShop((_request, response) =>
      response.writeHead(200, { "Content-Type": "text/html", "Content-Encoding": encoding }).end(body),
    );
    expect(await get(shop)).toMatchObject({ kind: "page", html });
  });

  it.each([
    ["gzip", "The page's compressed data is invalid."],
    ["deflate", "The page's compressed data is invalid."],
    ["br", "The page was cut off before its end."],
    ["zstd", "The page's compressed data is invalid."],
    ["compress", "The shop compresses the page in a way that Tidemark cannot read."],
  ])("fails with a reason when the page is not encoded as %s", async (encoding, detail) => {
    const shop = await startShop((_request, response) =>
      response.writeHead(200, { "Content-Type": "text/html", "Content-Encoding": encoding }).end("Xhello"),
    );
    expect(await get(shop)).toMatchObject({ kind: "failed", outcome: "network", detail });
  });

  it("keeps no validators that a server would refuse as too long in later requests", async () => {
    const shop = await startShop((_request, response) =>
      response
        .writeHead(200, {
          "Content-Type": "text/html",
          ETag: `"${"e".repeat(20_000)}"`,
          "Last-Modified": "x".repeat(1_001),
        })
        .end(html),
    );
    expect(await get(shop)).toMatchObject({ kind: "page", html, etag: null, lastModified: null });
  });

  it("reports an unchanged page after a conditional request", async () => {
    const shop = await startShop((request, response) => {
      const isKnown =
        request.headers["if-none-match"] === '"v1"' && request.headers["if-modified-since"] === "then";
      response.writeHead(isKnown ? 304 : 200, { "Content-Type": "text/html" }).end();
    });
    expect(await get(shop, "/", { etag: '"v1"', lastModified: "then" })).toMatchObject({ kind: "unchanged" });
    expect(await get(shop)).toMatchObject({ kind: "page" });
  });

  it.each([
    ['<h1>Lantern</h1><p class="price">$45', '<h1>Lantern</h1><p class="price">'],
    ['<h1>Lantern</h1><meta itemprop="price" content="45', "<h1>Lantern</h1>"],
    ["<h1>Lantern</h1>\n", "<h1>Lantern</h1>\n"],
    ["$45", "$45"],
  ])("drops the unfinished text of a page that breaks off as if it were complete: %j", async (sent, read) => {
    const shop = await startShop((_request, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end(sent),
    );
    expect(await get(shop)).toMatchObject({ kind: "page", html: read });
  });

  it("follows at most five redirects to a page", async () => {
    const shop = await startShop((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) response.writeHead(200, { "Content-Type": "text/html" }).end(html);
      else response.writeHead(302, { Location: `/${step - 1}` }).end();
    });
    expect(await get(shop, "/5")).toMatchObject({ kind: "page", url: `${shop.origin}/0`, html });
    expect(await get(shop, "/6")).toMatchObject({
      kind: "failed",
      detail: expect.stringContaining("more than 5"),
    });
  });

  it("returns a page with an error status and its Retry-After", async () => {
    const shop = await startShop((_request, response) =>
      response.writeHead(429, { "Content-Type": "text/html", "Retry-After": "120" }).end("slow down"),
    );
    expect(await get(shop)).toMatchObject({ kind: "page", status: 429, retryAfterSeconds: 120 });
  });

  it.each([
    ["Mon, 15 Jun 2026 12:10:00 GMT", 600],
    ["Mon, 15 Jun 2026 11:00:00 GMT", null],
    ["-5", null],
    ["soon", null],
  ])("reads a Retry-After of '%s' by the sender's clock", async (after, seconds) => {
    const shop = await startShop((_request, response) =>
      response
        .writeHead(429, {
          "Content-Type": "text/html",
          "Retry-After": after,
          Date: "Mon, 15 Jun 2026 12:00:00 GMT",
        })
        .end("slow down"),
    );
    expect(await get(shop)).toMatchObject({
      kind: "page",
      status: 429,
      retryAfterSeconds: seconds,
    });
  });

  it("does not follow a redirect where none is allowed", async () => {
    const shop = await startShop((_request, response) => response.writeHead(302, { Location: "/1" }).end());
    expect(await get(shop, "/", { limits: { ...limits, redirects: 0 } })).toMatchObject({
      kind: "failed",
      outcome: "redirect",
    });
    expect(shop.paths).toEqual(["/"]);
  });
});

describe("pages that lead on by themselves", () => {
  const meta = (content: string) => `<meta http-equiv="refresh" content="${content}">`;
  const shopOf = (first: string, headers: Record<string, string> = {}, status = 200) =>
    startShop((request, response) => {
      const isFirst = request.url === "/shop/start";
      response.writeHead(isFirst ? status : 200, {
        "Content-Type": "text/html",
        ...(isFirst ? headers : {}),
      });
      response.end(isFirst ? first : html);
    });

  it.each<[string, string, Record<string, string>?]>([
    ["a meta tag", `${meta("0; url=lantern")}<p>One moment`],
    ["a meta tag after some seconds", meta("5;URL='/shop/lantern'")],
    ["a meta tag that names no parameter", meta("1, /shop/lantern")],
    ["a meta tag beside a base", `<base href="/shop/">${meta("0; url=lantern")}`],
    ["a header", "", { Refresh: "0; url=/shop/lantern" }],
  ])("are left by %s, as by a redirect", async (_name, first, headers) => {
    const shop = await shopOf(first, headers);
    expect(await get(shop, "/shop/start")).toMatchObject({ url: `${shop.origin}/shop/lantern`, html });
  });

  it.each<[string, string, Record<string, string>?, number?]>([
    ["stay for longer", meta("6; url=/lantern")],
    ["load themselves again", meta("0; url=/shop/start#again")],
    ["only name a time", meta("3")],
    ["show a price", `${meta("3; url=/next")}<h1>Lantern</h1><p class="price">$45.00</p>`],
    ["send only browsers without scripts away", `<noscript>${meta("0; url=/no-script")}</noscript>`],
    ["lead to an app", meta("0; url=market://details?id=shop")],
    ["are a wall", `<title>Just a moment</title>${meta("1; url=/shop/start?token=1")}`],
    ["are missing", "<h1>Not here</h1>", { Refresh: "3; url=/" }, 404],
    ["are long", `${meta("0; url=/lantern")}${"<p>long</p>".repeat(5_000)}`],
  ])("are read if they %s", async (_name, first, headers, status) => {
    const shop = await shopOf(`${first}<p>`, headers, status);
    expect(await get(shop, "/shop/start")).toMatchObject({
      kind: "page",
      html: expect.stringContaining(first),
    });
    expect(shop.paths).toEqual(["/shop/start"]);
  });

  it("count among the five redirects, and lead into no private network", async () => {
    const round = await startShop((request, response) => {
      const next = Number(request.url?.slice(1)) + 1;
      response.writeHead(200, { "Content-Type": "text/html", Refresh: `0; url=/${next}` }).end();
    });
    expect(await get(round, "/0")).toMatchObject({ detail: expect.stringContaining("more than 5") });
    expect(round.paths).toHaveLength(6);
    const shop = await shopOf(meta("0; url=http://169.254.169.254/"));
    expect(await get(shop, "/shop/start")).toMatchObject({ kind: "failed", outcome: "refused redirect" });
  });
});

it("a fetch fails when a shop answers 304 to an unconditional request", async () => {
  const shop = await startShop((_request, response) => response.writeHead(304).end());
  expect(await get(shop)).toEqual({
    kind: "failed",
    outcome: "no price",
    detail: "The shop reported an unchanged page without being asked, so there is no page to read.",
  });
});

it.each<[string, RequestListener]>([
  ["never answers", () => undefined],
  [
    "never ends its response",
    (_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(drip));
    },
  ],
])("a fetch times out with a reason when the shop %s", async (_name, listener) => {
  const shop = await startShop(listener);
  expect(await get(shop, "/", { limits: shortTimeout })).toMatchObject({
    kind: "failed",
    outcome: "timeout",
    detail: expect.stringMatching(/\.$/),
  });
});

it.each<[string, RequestListener, string]>([
  [
    "is too large",
    (_request, response) =>
      void response.writeHead(200, { "Content-Type": "text/html" }).end("x".repeat(100_001)),
    "too large",
  ],
  [
    "is too large once unpacked",
    (_request, response) =>
      void response
        .writeHead(200, { "Content-Type": "text/html", "Content-Encoding": "gzip" })
        .end(gzipSync("x".repeat(10_000_000))),
    "too large",
  ],
  [
    "breaks off",
    (request, response) => {
      response.writeHead(200, { "Content-Type": "text/html", "Content-Length": "1000" });
      response.write("half");
      setImmediate(() => request.socket.destroy());
    },
    "network",
  ],
  [
    "is a picture",
    (_request, response) => void response.writeHead(200, { "Content-Type": "image/png" }).end("x"),
    "not a web page",
  ],
  ["closes the connection at once", (request) => void request.socket.destroy(), "network"],
])("a fetch fails with a reason when the response %s", async (_name, listener, outcome) => {
  const shop = await startShop(listener);
  expect(await get(shop)).toMatchObject({ kind: "failed", outcome, detail: expect.stringMatching(/\.$/) });
});

it("a fetch fails when its signal aborts", async () => {
  const shop = await startShop(() => undefined);
  const controller = new AbortController();
  const fetching = get(shop, "/", { signal: controller.signal });
  controller.abort();
  expect(await fetching).toMatchObject({ kind: "failed" });
});

describe("the address guard", () => {
  /** `address-guard.test.ts` has the others. */
  const privateAddresses = ["127.0.0.1", "::1"];

  it.each(privateAddresses)("refuses a name that resolves to %s", async (address) => {
    const outcome = await fetchPage("http://shop.example/", { ...options, lookup: lookupTo(address) });
    expect(outcome).toMatchObject({ kind: "failed", outcome: "refused address" });
  });

  it("refuses a name that resolves to a public and a private address", async () => {
    const outcome = await fetchPage("http://shop.example/", {
      ...options,
      lookup: lookupTo("8.8.8.8", "127.0.0.1"),
    });
    expect(outcome).toMatchObject({ kind: "failed", outcome: "refused address" });
  });

  it("refuses private addresses in any notation, local names, and URLs of other schemes", async () => {
    const shop = await startShop((_request, response) => void response.end(html));
    const { port } = new URL(shop.origin);
    const hosts = [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
      "a.localhost",
      "router",
    ];
    for (const host of hosts)
      expect(await fetchPage(`http://${host}:${port}/`, options), host).toMatchObject({
        outcome: "refused address",
      });
    for (const url of ["file:///etc/passwd", "ftp://shop.example/", "http://user:secret@shop.example/"])
      expect(await fetchPage(url, options)).toMatchObject({ kind: "failed", outcome: "not a web page" });
    expect(shop.paths).toEqual([]);
  });

  it("refuses redirects from an allowed host into a private network", async () => {
    const inner = await startShop((_request, response) => void response.end("secret"));
    const targets = [
      inner.origin,
      inner.origin.replace("127.0.0.1", "[::ffff:127.0.0.1]"),
      "http://[::1]/admin",
      "http://169.254.169.254/latest/meta-data",
      "file:///etc/passwd",
    ];
    for (const target of targets) {
      const shop = await startShop(
        (_request, response) => void response.writeHead(302, { Location: target }).end(),
      );
      expect(await get(shop), target).toMatchObject({ kind: "failed" });
    }
    const named = await startShop(
      (_request, response) => void response.writeHead(302, { Location: "http://inner.example/" }).end(),
    );
    for (const address of privateAddresses)
      expect(await get(named, "/", { lookup: lookupTo(address) })).toMatchObject({
        outcome: "refused redirect",
        detail: expect.stringContaining("private network"),
      });
    expect(inner.paths).toEqual([]);
  });
});

describe("cookies of a page fetch", () => {
  function visitWith(setCookie: string, cookies: string[]) {
    return startShop((request, response) => {
      cookies.push(request.headers.cookie ?? "");
      if (request.url !== "/start") response.writeHead(200, { "Content-Type": "text/html" }).end(html);
      else response.writeHead(302, { Location: "/p/lantern", "Set-Cookie": setCookie }).end();
    });
  }

  it("a shop gets back the cookie that it set with a redirect, but not at the next visit", async () => {
    const cookies: string[] = [];
    const shop = await visitWith("seen=yes; Path=/p; HttpOnly", cookies);
    expect(await get(shop, "/start")).toMatchObject({ kind: "page", html });
    await get(shop, "/p/lantern");
    expect(cookies).toEqual(["", "seen=yes", ""]);
  });

  it("expiry dates are by the shop's clock, even if that is years behind", async () => {
    const cookies: string[] = [];
    const shop = await startShop((request, response) => {
      cookies.push(request.headers.cookie ?? "");
      if (request.url !== "/start") return response.writeHead(200, { "Content-Type": "text/html" }).end(html);
      const dates = {
        Date: "Thu, 02 Jan 2020 10:00:00 GMT",
        "Set-Cookie": [
          "a=1; Path=/; Expires=Thu, 02 Jan 2020 11:00:00 GMT",
          "b=1; Path=/; Expires=Thu, 02 Jan 2020 09:00:00 GMT",
        ],
      };
      return response.writeHead(302, { Location: "/p", ...dates }).end();
    });
    await get(shop, "/start");
    expect(cookies).toEqual(["", "a=1"]);
  });

  it("a visit holds 50 cookies, none longer than 4,096 characters", async () => {
    const cookies: string[] = [];
    const many = Array.from({ length: 60 }, (_, i) => `c${i}=1; Path=/`);
    const shop = await startShop((request, response) => {
      cookies.push(request.headers.cookie ?? "");
      if (request.url !== "/start") return response.writeHead(200, { "Content-Type": "text/html" }).end(html);
      const setCookie = [`long=${"x".repeat(4_096)}; Path=/`, ...many];
      return response.writeHead(302, { Location: "/p", "Set-Cookie": setCookie }).end();
    });
    await get(shop, "/start");
    expect(cookies[1]?.split("; ")).toHaveLength(50);
    expect(cookies[1]).not.toContain("long");
  });

  it("a cookie is not sent to another host", async () => {
    const cookies: string[] = [];
    const other = await visitWith("", cookies);
    const shop = await startShop((_request, response) =>
      response
        .writeHead(302, {
          Location: `${other.origin.replace("127.0.0.1", "127.0.0.2")}/p`,
          "Set-Cookie": "a=1; Path=/",
        })
        .end(),
    );
    const otherPort = new URL(other.origin).port;
    await get(shop, "/", { allowedHosts: new Set([shop.host, `127.0.0.2:${otherPort}`]) });
    expect(cookies.filter((cookie) => cookie !== "")).toEqual([]);
  });
});
