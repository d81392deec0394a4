import { expect, it } from "vitest";
import { limits } from "../../src/shared/contract/limits.js";
import { deals, products } from "../support/catalogue.js";
import { openTestEngine, type TestEngine } from "../support/engine.js";
import { until } from "../support/until.js";
import { lampAt, startUpstreamFixture } from "../support/upstream.js";

const id = "036000291452";

/** Uses up the rolling hour with free requests of a key. */
async function exhaustRateLimit(engine: TestEngine): Promise<void> {
  const batchSize = 50;
  for (let sent = 0; sent < limits.requestsPerHour; sent += batchSize)
    await Promise.all(Array.from({ length: batchSize }, () => engine.get("/usage")));
}

/** An engine whose account has no credits, and no requests left in this hour. */
async function startExhaustedEngine(): Promise<TestEngine> {
  const engine = await openTestEngine();
  await engine.import([...products, ...deals]);
  engine.setAccount({ planCredits: 0 });
  await exhaustRateLimit(engine);
  return engine;
}

async function untilBatchEnds(engine: TestEngine, jobId: string) {
  const read = () => engine.data("batch.get", { id: jobId });
  await until(async () => ["completed", "failed"].includes((await read()).batch.status));
  return read();
}

it("the owner searches, opens, watches, unwatches and looks up lists with no credits and requests left", async () => {
  const engine = await startExhaustedEngine();
  const before = await engine.data("account.show", {});
  expect(before).toMatchObject({ used: 0, remaining: 0, requests_made: 1_000, rate: { remaining: 0 } });

  const suggested = await engine.data("products.search", { q: "aurora", limit: 5, local_only: true });
  expect(suggested.data).not.toEqual([]);
  await engine.data("products.search", { q: "harbor" });
  await engine.data("products.get", { ids: [id] });
  await engine.data("offers.get", { ids: [id] });
  await engine.data("offers.history", { ids: [id], start: "2026-03-18", end: "2026-06-15" });
  await engine.data("reviews.get", { id });
  await engine.data("deals.list", {});
  await engine.data("schedules.put", { ids: [id], schedule: "daily" });
  await engine.data("schedules.delete", { ids: [id] });
  await engine.data("schedules.put", { ids: [id], schedule: "daily" });
  const small = await engine.data("batch.create", { identifiers: [id], include: ["offers"] });
  expect(small).toMatchObject({ summary: { found: 1 } });
  expect(await engine.call("products.get", { ids: ["no such thing"] })).toMatchObject({
    ok: false,
    error: { code: "ERR_PRODUCT_NOT_FOUND" },
  });

  const usage = await engine.data("usage.get", {});
  expect(usage.data.current_period).toMatchObject({ credits_used: 0, requests_made: 1_000 });
  expect(await engine.data("account.show", {})).toEqual(before);
});

it("the owner's long list is looked up to its end with no credits left, also after a restart", async () => {
  const engine = await openTestEngine();
  await engine.import(products);
  engine.setAccount({ planCredits: 0 });
  const identifiers = Array.from({ length: limits.identifiersPerRequest }, () => id);
  const started = await engine.data("batch.create", { identifiers, include: ["offers"] });
  if (!("batch" in started)) throw new Error("Expected a job.");
  await engine.restart();
  const ended = await untilBatchEnds(engine, started.batch.id);
  expect(ended).toMatchObject({ batch: { status: "completed" }, summary: { found: identifiers.length } });
  expect(await engine.data("account.show", {})).toMatchObject({ used: 0, requests_made: 0 });
});

it("a list sent over HTTP is charged although the owner's list with the same products is not", async () => {
  const engine = await openTestEngine();
  await engine.import(products);
  const identifiers = Array.from({ length: 21 }, () => id);
  const own = await engine.data("batch.create", { identifiers });
  const sent = await engine.request("POST", "/products/batch", { identifiers });
  if ("batch" in own) await untilBatchEnds(engine, own.batch.id);
  await untilBatchEnds(engine, sent.body.batch.id);
  expect(await engine.data("account.show", {})).toMatchObject({ used: 1, requests_made: 1 });
});

it("the same calls over HTTP are refused as before, and are charged once there are credits", async () => {
  const engine = await startExhaustedEngine();
  expect((await engine.get(`/products?ids=${id}`)).body.error_detail?.code).toBe("ERR_RATE_LIMIT");
  engine.clock.advance(3_600_000);
  expect((await engine.get(`/products?ids=${id}`)).body.error_detail?.code).toBe("ERR_CREDITS_EXHAUSTED");
  engine.setAccount({ planCredits: 10 });
  await engine.get(`/products?ids=${id}`);
  expect(await engine.data("account.show", {})).toMatchObject({ used: 1, remaining: 9 });
});

it("the owner needs no plan", async () => {
  const engine = await openTestEngine();
  await engine.import(products);
  engine.setAccount({ status: "canceled" });
  expect((await engine.get(`/products?ids=${id}`)).body.error_detail?.code).toBe("ERR_SUBSCRIPTION_INACTIVE");
  expect((await engine.data("products.get", { ids: [id] })).data).toHaveLength(1);
});

it("with no credits left here the owner's look-up still asks the upstream, which charges for it", async () => {
  const lamp = lampAt(30, "2026-06-15T09:00:00.000Z");
  const { upstream, engine } = await startUpstreamFixture([lamp]);
  engine.setAccount({ planCredits: 0 });
  const theirs = (await upstream.data("account.show", {})).used;
  expect((await engine.data("offers.get", { ids: ["0012345678905"] })).data[0]?.offers).toHaveLength(1);
  expect((await upstream.data("account.show", {})).used).toBeGreaterThan(theirs);
  expect((await engine.data("account.show", {})).used).toBe(0);
});
