import { beforeEach, describe, expect, it } from "vitest";
import { openTestPage, type TestPage } from "../../support/web-page.js";

const html = { Accept: "text/html,application/xhtml+xml" };

let page: TestPage;

beforeEach(async () => {
  page = await openTestPage();
});

describe("the files of the page", () => {
  it("are served with the window's policy, adapted to their origin", async () => {
    const { status, headers, text } = await page.send("/");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    const [, nonce] = /'nonce-([\w+/=]+)'/.exec(String(policy)) ?? [];
    expect(text).toContain(`content="${nonce}"`);
    expect((await page.send("/")).text).not.toContain(`content="${nonce}"`);
  });

  it("cannot be shown in a frame of another page", async () => {
    const { headers } = await page.send("/");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["x-frame-options"]).toBe("DENY");
    const framed = {
      "Sec-Fetch-Site": "cross-site",
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Dest": "iframe",
    };
    expect((await page.send("/", { headers: framed })).status).toBe(403);
  });

  it.each([
    { path: "/assets/index-1a2b.js", type: "text/javascript", cache: "public, max-age=31536000, immutable" },
    { path: "/manifest.webmanifest", type: "application/manifest+json", cache: "no-cache" },
    { path: "/service-worker.js", type: "text/javascript", cache: "no-cache" },
    { path: "/icons/192.png", type: "image/png", cache: "no-cache" },
  ])("include $path", async ({ path, type, cache }) => {
    const { status, headers } = await page.send(path);
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain(type);
    expect(headers["cache-control"]).toBe(cache);
  });

  it("are the page itself at other addresses, but only for a person who opens them", async () => {
    expect(await page.send("/share?url=x", { headers: html })).toMatchObject({
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
    });
    const navigates = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none" };
    expect((await page.send("/share", { headers: navigates })).status).toBe(200);
    expect((await page.send("/share")).status).toBe(404);
    const fetches = { ...html, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin" };
    expect((await page.send("/share", { headers: fetches })).status).toBe(404);
  });

  it.each([
    "/../secret.json",
    "/..%2fsecret.json",
    "/%2e%2e/secret.json",
    "/assets/..%2f..%2fsecret.json",
    "/assets/..%5c..%5csecret.json",
    "//secret.json",
    "/assets/index-1a2b.js%00.json",
    "/%E0%A4%A.json",
  ])("do not include %s", async (path) => {
    const { status, text } = await page.send(path);
    expect([400, 404, 421]).toContain(status);
    expect(text).not.toContain('"secret"');
  });

  it.each(["PUT", "DELETE", "OPTIONS", "POST"])("cannot be changed by %s", async (method) => {
    expect((await page.send("/", { method, headers: { Origin: page.origin } })).status).toBe(405);
  });
});

describe("the API's own addresses", () => {
  it.each(["/v1/usage", "/v1/openapi.json", "/app/v1/openapi.json", "/docs/errors", "/health", "/v1"])(
    "%s is not there, also for its key and for a person",
    async (path) => {
      const { key } = page.engine;
      const headers = { ...html, Authorization: `Bearer ${key}` };
      const { status, text } = await page.send(path, { headers });
      expect([401, 404]).toContain(status);
      expect(text).not.toContain("root");
    },
  );

  it("owner keys do not open the operations", async () => {
    const { key } = await page.engine.data("keys.create", { owner: true });
    const headers = { Authorization: `Bearer ${key}` };
    expect((await page.send("/app/v1/watch.list", { headers, body: {} })).status).toBe(401);
  });
});

describe("requests from elsewhere", () => {
  it.each(["evil.example", "evil.example:47180", "192.168.1.5", "user@127.0.0.1"])(
    "are refused under the host '%s', which may be a name that was rebound",
    async (host) => {
      const device = await page.pair();
      const { status } = await device.get("/web/session", { headers: { Host: host } });
      expect(status).toBe(421);
      expect((await page.send("/", { headers: { Host: host, ...html } })).status).toBe(421);
    },
  );

  it("are refused if the target names another host than the header", async () => {
    expect((await page.send("http://evil.example/web/session")).status).toBe(421);
  });

  it.each(["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])(
    "are refused from a page of %s",
    async (from) => {
      const device = await page.pair();
      const headers = { Origin: from };
      expect((await device.get("/web/session", { headers })).status).toBe(403);
      expect((await device.get("/app/v1/events", { headers })).status).toBe(403);
      expect((await device.call("watch.list", {}, { headers })).status).toBe(403);
    },
  );

  it("are refused from another site also without an origin, but a link may open the page", async () => {
    const device = await page.pair();
    for (const site of ["cross-site", "same-site"]) {
      const headers = { "Sec-Fetch-Site": site };
      expect((await device.get("/web/session", { headers })).status).toBe(403);
      expect((await device.get("/assets/index-1a2b.js", { headers })).status).toBe(403);
    }
    const link = {
      "Sec-Fetch-Site": "cross-site",
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Dest": "document",
    };
    expect((await page.send("/", { headers: link })).status).toBe(200);
  });

  it("are refused if their headers or bodies are too long", async () => {
    expect((await page.send("/", { headers: { "X-Long": "x".repeat(40_000) } })).status).toBe(400);
    const { status, body } = await page.send("/web/pair", { body: { code: "x".repeat(5_000), name: "P" } });
    expect(status).toBe(400);
    expect(body.message).toBe("The body is larger than 4 KiB.");
  });
});
