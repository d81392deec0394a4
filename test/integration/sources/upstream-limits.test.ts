import { expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { aurora, plainProduct } from "../../support/catalogue.js";
import { openTestEngine } from "../../support/engine.js";
import { until } from "../../support/until.js";
import {
  lampAt,
  readOffers,
  readUpstream,
  startFakeUpstream,
  startUpstreamFixture,
} from "../../support/upstream.js";

it("an upstream has its own credit and rate limits shown", async () => {
  const { upstream, engine, upstreamId } = await startUpstreamFixture([aurora]);
  await engine.get("/products/offers?ids=036000291452");
  const theirs = await upstream.data("account.show", {});
  expect(await readUpstream(engine)).toMatchObject({
    id: upstreamId,
    name: "Upstream",
    state: "ready",
    note: null,
    credits_remaining: theirs.remaining,
    credits_limit: theirs.plan_credits + theirs.bonus,
    period_end: theirs.period.end_date,
    rate: { limit: 1_000, remaining: theirs.rate.remaining },
    cached: { products: 1, offers: 6 },
  });
});

it("an upstream is paused when its credits run out, until its period ends, even across a restart", async () => {
  const { upstream, engine, proxy, advance } = await startUpstreamFixture([
    aurora,
    plainProduct("kettle", "Bare Kettle", 1),
  ]);
  const { used, period } = await upstream.data("account.show", {});
  upstream.setAccount({ planCredits: used + 1, bonusCredits: 0 });
  expect((await engine.get("/products/offers?ids=036000291452")).status).toBe(404);
  expect(await readUpstream(engine)).toMatchObject({ state: "paused", credits_remaining: 0 });
  proxy.requestedPaths.length = 0;
  await engine.restart();
  expect((await engine.get("/products?ids=product/kettle/x")).status).toBe(404);
  expect(proxy.requestedPaths).toEqual([]);
  advance(Date.parse(period.end_date) + DAY_MS - engine.clock.now());
  upstream.setAccount({ planCredits: 1_000 });
  expect((await engine.get("/products?ids=product/kettle/x")).status).toBe(200);
  expect((await readUpstream(engine)).state).toBe("ready");
});

it("an upstream is marked as refused when its key is revoked, until another key is set", async () => {
  const { upstream, engine, proxy, upstreamId } = await startUpstreamFixture([aurora]);
  const { id, key } = upstream.createKey();
  await engine.data("upstreams.update", { id: upstreamId, key });
  upstream.revokeKey(id);
  expect((await engine.get("/products?ids=036000291452")).status).toBe(404);
  expect(await readUpstream(engine)).toMatchObject({
    state: "refused",
    note: expect.stringMatching(/does not accept the key/),
  });
  proxy.requestedPaths.length = 0;
  await engine.get("/products?ids=B0AURORA01");
  expect(proxy.requestedPaths).toEqual([]);
  const wrong = await engine.call("upstreams.update", { id: upstreamId, key });
  expect(wrong).toMatchObject({ ok: false, error: { code: "ERR_INVALID_PARAMS" } });
  await engine.data("upstreams.update", { id: upstreamId, key: upstream.key });
  expect((await engine.get("/products?ids=036000291452")).status).toBe(200);
});

it("an upstream receives no request until Retry-After has passed, and checks record the reason", async () => {
  const fake = await startFakeUpstream();
  const { requestedPaths } = fake;
  const error_detail = { code: "ERR_RATE_LIMIT", message: "Too many.", action: "", docs_url: "" };
  const limiting = { status: 429, headers: { "Retry-After": "600" }, body: { error_detail } };
  fake.respond = () => limiting;
  const engine = await openTestEngine();
  await engine.data("upstreams.add", { base_url: fake.baseUrl, key: "k".repeat(40) });
  requestedPaths.length = 0;
  const status = async () => (await engine.get("/products/offers?ids=0012345678905")).status;
  expect(await status()).toBe(404);
  expect(await readUpstream(engine)).toMatchObject({
    name: new URL(fake.baseUrl).host,
    state: "paused",
    note: "The service asks for fewer requests. Next attempt in 10 min.",
  });
  fake.respond = () => ({ body: { data: [lampAt(40, "2026-06-15T08:00:00.000Z")] } });
  engine.clock.advance(9 * MINUTE_MS);
  expect(await status()).toBe(404);
  expect(requestedPaths).toHaveLength(1);
  engine.clock.advance(MINUTE_MS);
  expect(await status()).toBe(200);
  await engine.request("PUT", "/products/scheduled?ids=0012345678905&schedule=hourly");
  fake.respond = () => limiting;
  engine.clock.advance(60 * MINUTE_MS);
  const check = async () => (await engine.data("schedules.overview", {})).schedules[0]?.checks[0];
  await until(async () => (await check()) !== undefined);
  expect(await check()).toMatchObject({
    outcome: "limited",
    failures: 1,
    detail: expect.stringMatching(/fewer/),
  });
});

it("a hanging upstream delays neither stored data nor the engine's stop", async () => {
  const { engine, proxy, advance } = await startUpstreamFixture([lampAt(40, "2026-06-15T08:00:00.000Z")]);
  await readOffers(engine, "0012345678905");
  proxy.hang();
  advance(2 * 60 * MINUTE_MS);
  const order: string[] = [];
  const unknown = engine.get("/products?ids=nobody-knows").then(
    () => order.push("unknown"),
    () => order.push("unknown"),
  );
  expect((await readOffers(engine, "0012345678905"))[0]?.price).toBe(40);
  order.push("here");
  await engine.restart();
  await unknown;
  expect(order).toEqual(["here", "unknown"]);
  expect((await readUpstream(engine)).state).toBe("ready");
});
