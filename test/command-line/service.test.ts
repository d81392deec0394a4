import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { importLines, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, type RunningServer, runCli, startServe } from "../support/cli.js";
import { createBareApp } from "../support/contract.js";
import { openTestEngine } from "../support/engine.js";
import { temporaryFolder } from "../support/folder.js";
import { fetchResponse, sendRequest } from "../support/network.js";
import { startTlsProxy } from "../support/tls.js";
import { connectUpstream, readOffers } from "../support/upstream.js";

beforeAll(ensureBuilt);

const origin = (engine: RunningServer) => new URL(engine.base_url).origin;

it("/health answers without a key and uses no credits", async () => {
  const engine = await startServe(temporaryFolder(), "--sample");
  const before = await engine.get("/usage");
  const answer = await fetch(`${origin(engine)}/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    status: "ok",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    checks_late_seconds: 0,
    deliveries_late_seconds: 0,
    database_check: "pending",
  });
  const after = await engine.get("/usage");
  expect(after.body.meta.credits_remaining).toBe(before.body.meta.credits_remaining);
});

it("/health reports how late the oldest check is", async () => {
  const engine = await openTestEngine();
  await importLines(engine.db, [productLine("late")]);
  await engine.data("schedules.put", { ids: ["product/test/late"], schedule: "hourly" });
  const answer = await askHealth(engine.db, () => engine.clock.now() + 2 * 3_600_000);
  const health = (await answer.json()) as { checks_late_seconds: number };
  expect(health.checks_late_seconds).toBeGreaterThanOrEqual(3_600);
  expect(health).toMatchObject({ database_check: "passed" });
});

it("/health answers 503 with the reason when the database cannot be read", async () => {
  const db = openStore(temporaryFolder());
  closeStore(db);
  const answer = await askHealth(db, Date.now);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ status: "failing", reason: "The database cannot be read." });
});

it("/health refuses methods other than GET and HEAD, and web pages", async () => {
  const engine = await startServe(temporaryFolder());
  const ask = (init: RequestInit) => fetch(`${origin(engine)}/health`, init);
  expect((await ask({ method: "HEAD" })).status).toBe(200);
  const posted = await ask({ method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect((await ask({ headers: { Origin: "https://evil.example" } })).status).toBe(405);
});

function askHealth(db: ReadDb, now: () => number) {
  const app = createBareApp({ db, clock: { now } });
  return app.request("http://127.0.0.1:1/health", { headers: { Host: "127.0.0.1:1" } });
}

describe("serve --public-url", () => {
  const behindProxy = async (folder = temporaryFolder()) => {
    const engine = await startServe(folder, "--public-url", "https://prices.example/v1");
    const own = { Authorization: `Bearer ${engine.api_key}` };
    const ask = (path: string, host: string, headers = {}) =>
      sendRequest({
        port: Number(new URL(engine.base_url).port),
        path,
        headers: { ...own, Host: host, ...headers },
      });
    return { engine, ask };
  };

  it("--public-url accepts the proxy's host name and uses it in responses", async () => {
    const { ask } = await behindProxy();
    for (const host of ["prices.example", "PRICES.example", "prices.example:443"])
      expect((await ask("/v1/usage", host)).status).toBe(200);
    const missing = await ask("/v1/nothing", "prices.example");
    expect(missing.body.error_detail.docs_url).toMatch(/^https:\/\/prices\.example\/docs\/errors#/);
    const described = await ask("/v1/openapi.json", "prices.example");
    expect(JSON.parse(described.text).servers).toMatchObject([{ url: "https://prices.example/v1" }]);
  });

  it("--public-url admits no other host name and no web page", async () => {
    const { engine, ask } = await behindProxy();
    for (const host of ["evil.example", "prices.example.evil.example", "prices.example:8443", "127.0.0.1:1"])
      expect((await ask("/v1/usage", host)).status).toBe(405);
    expect((await ask("/v1/usage", "prices.example", { Origin: "https://prices.example" })).status).toBe(405);
    expect((await engine.get("/usage")).status).toBe(200);
  });

  it.each([
    "http://prices.example",
    "prices.example",
    "https://prices.example/api",
    "https://me@prices.example",
  ])("--public-url rejects %s as wrong usage", async (url) => {
    const { code, stderr } = await runCli(["serve", "--public-url", url, "--data", temporaryFolder()]);
    expect(code).toBe(2);
    expect(stderr).toContain("https://prices.example");
  });

  it("--public-url keeps webhooks out of private networks, except for --allow-webhook-host", async () => {
    const hosts = ["--allow-webhook-host", "10.0.0.5:8443", "--allow-webhook-host", "[fd00::1]:443"];
    const engine = await startServe(temporaryFolder(), "--public-url", "https://prices.example", ...hosts);
    const headers = { Authorization: `Bearer ${engine.api_key}`, "Content-Type": "application/json" };
    const create = async (url: string) => {
      const body = JSON.stringify({ url, events: ["price_drop"] });
      return (await fetch(`${engine.base_url}/webhooks`, { method: "POST", headers, body })).status;
    };
    for (const url of ["https://10.0.0.5:8443/hook", "https://[fd00::1]/hook", "https://hooks.example/"])
      expect(await create(url), url).toBe(201);
    for (const url of ["https://10.0.0.5/hook", "https://[fd00::1]:8443/", "https://127.0.0.1/"])
      expect(await create(url), url).toBe(400);
  });

  it.each(["https://10.0.0.5", "10.0.0.5/hook", "a b", "me@hooks.lan", "hooks.lan:99999", ""])(
    "--allow-webhook-host rejects '%s' as wrong usage",
    async (host) => {
      const { code, stderr } = await runCli(["serve", `--allow-webhook-host=${host}`]);
      expect(code).toBe(2);
      expect(stderr).toContain("10.0.0.5:8443");
    },
  );

  it("--public-url lets another Tidemark use the engine as an upstream over TLS", async () => {
    const proxy = await startTlsProxy();
    const folder = temporaryFolder();
    const store = openStore(folder);
    await importLines(store, [productLine("shared")]);
    closeStore(store);
    const server = await startServe(folder, "--public-url", proxy.origin);
    proxy.forwardTo(server.base_url);

    const own = await openTestEngine();
    await connectUpstream(own, { baseUrl: `${proxy.origin}/v1`, asked: [] } as never, server.api_key);
    expect(await readOffers(own, "product/test/shared")).not.toHaveLength(0);
    expect((await own.data("upstreams.list", {})).upstreams).toMatchObject([
      { base_url: `${proxy.origin}/v1` },
    ]);
  });
});

const keyFile = (bytes: number) => {
  const file = join(temporaryFolder(), "secret-key");
  writeFileSync(file, randomBytes(bytes));
  return file;
};

it("--secret-key keeps plain-text webhook secrets out of the database", async () => {
  const folder = temporaryFolder();
  const engine = await startServe(folder, "--secret-key", keyFile(32));
  const created = await fetchResponse(`${engine.base_url}/webhooks`, {
    key: engine.api_key,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ url: "https://hooks.example/in", events: ["price_drop"] }),
  });
  expect(created.status).toBe(201);
  const { secret } = created.body.webhook;
  expect(secret).toMatch(/^whsec_/);
  await engine.stop();
  expect(readFileSync(join(folder, "tidemark.sqlite3")).includes(secret.slice(6))).toBe(false);
});

it("--secret-key rejects a file that is missing or not a key", async () => {
  for (const file of [join(temporaryFolder(), "none"), keyFile(31)]) {
    const { code, stderr } = await runCli(["serve", "--secret-key", file, "--data", temporaryFolder()]);
    expect(code).toBe(2);
    expect(stderr).toContain(file);
  }
});
