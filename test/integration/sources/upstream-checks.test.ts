import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { aurora, type ProductLine } from "../../support/catalogue.js";
import { openReceiver } from "../../support/receiver.js";
import { until } from "../../support/until.js";
import { lampAt, readOffers, readUpstream, startUpstreamFixture } from "../../support/upstream.js";

it("upstream prices are fetched again after an hour, and the product's fields after a day", async () => {
  const { upstream, engine, advance } = await startUpstreamFixture([lampAt(40, "2026-06-15T08:00:00.000Z")]);
  expect((await readOffers(engine, "0012345678905"))[0]?.price).toBe(40);
  await upstream.import([{ ...lampAt(35, "2026-06-15T12:10:00.000Z"), title: "Harbor Lamp, new" }]);
  advance(59 * MINUTE_MS);
  expect((await readOffers(engine, "0012345678905"))[0]?.price).toBe(40);
  advance(MINUTE_MS);
  expect((await readOffers(engine, "0012345678905"))[0]).toMatchObject({
    price: 35,
    timestamp: "2026-06-15T12:10:00.000Z",
  });
  await upstream.import([{ ...lampAt(35, "2026-06-15T12:10:00.000Z"), title: "Harbor Lamp, renewed" }]);
  const title = async () => (await engine.get("/products?ids=0012345678905")).body.data[0]?.title;
  expect(await title()).toBe("Harbor Lamp, new");
  advance(DAY_MS);
  expect(await title()).toBe("Harbor Lamp, renewed");
});

it("upstream prices are checked on schedule with one request for all offers, and drops cause events", async () => {
  const withTwoOffers = (price: number, timestamp: string): ProductLine => {
    const line = lampAt(price, timestamp);
    const [first] = line.offers!;
    return {
      ...line,
      offers: [first!, { ...first!, id: "lamp-2", URL: "https://b.example/", retailer: "b.example" }],
    };
  };
  const { upstream, engine, proxy, advance } = await startUpstreamFixture([
    withTwoOffers(40, "2026-06-15T08:00:00.000Z"),
  ]);
  const receiver = await openReceiver();
  await engine.request("PUT", "/products/scheduled?ids=0012345678905&schedule=hourly");
  await engine.request("POST", "/webhooks", {
    url: receiver.url,
    events: ["price_drop", "schedule_completion"],
  });
  proxy.requestedPaths.length = 0;
  await upstream.import([withTwoOffers(30, "2026-06-15T12:20:00.000Z")]);
  advance(HOUR_MS);
  const completions = () => receiver.received.filter(({ body }) => body.event === "schedule_completion");
  await until(() => completions().length === 1);
  expect(proxy.requestedPaths).toHaveLength(1);
  const drops = receiver.received
    .filter(({ body }) => body.event === "price_drop")
    .map(({ body }) => body.data);
  expect(drops.map(({ retailer, price }) => [retailer, price?.previous, price?.current]).sort()).toEqual([
    ["b.example", 40, 30],
    ["shop.example", 40, 30],
  ]);
  expect((await engine.data("inbox.list", {})).total).toBe(1);
  const checks = (await engine.data("schedules.overview", {})).schedules[0]!.checks;
  expect(checks.map(({ outcome, failures }) => [outcome, failures])).toEqual([
    ["ok", 0],
    ["ok", 0],
  ]);
  // The timestamp is the upstream's, not that of the check.
  expect((await readOffers(engine, "0012345678905"))[0]?.timestamp).toBe("2026-06-15T12:20:00.000Z");
});

it("cached data stays available while an upstream fails, and the history's gap is filled later", async () => {
  const { upstream, engine, proxy, advance } = await startUpstreamFixture([
    aurora,
    lampAt(40, "2026-06-15T08:00:00.000Z"),
  ]);
  const paths = [
    "/products?ids=036000291452,B0AURORA01",
    "/products/offers?ids=0012345678905,036000291452",
    "/products/offers/history?ids=0012345678905&start=2026-06-01&end=2026-06-15",
    "/products/reviews?id=036000291452",
    "/products/search?q=aurora",
  ];
  const before = [];
  for (const path of paths) before.push((await engine.get(path)).body);
  await engine.request("PUT", "/products/scheduled?ids=0012345678905&schedule=hourly");
  proxy.cut();
  const lastCheck = async () => (await engine.data("schedules.overview", {})).schedules[0]?.checks[0];
  advance(HOUR_MS);
  await until(async () => (await lastCheck())?.failures === 1);
  expect(await lastCheck()).toMatchObject({
    outcome: "offline",
    detail: expect.stringMatching(/cannot be reached/),
  });
  advance(DAY_MS);
  for (const [i, path] of paths.entries()) {
    const { status, body } = await engine.get(path);
    expect(status).toBe(200);
    expect(body.data ?? body.review, path).toEqual(before[i]!.data ?? before[i]!.review);
  }
  expect(await readUpstream(engine)).toMatchObject({
    state: "paused",
    note: expect.stringMatching(/Next attempt in/),
  });
  await engine.restart();
  expect((await readOffers(engine, "0012345678905"))[0]?.timestamp).toBe("2026-06-15T08:00:00.000Z");

  await upstream.import([lampAt(55, "2026-06-15T20:00:00.000Z")]);
  await upstream.import([lampAt(25, "2026-06-16T02:00:00.000Z")]);
  await upstream.import([lampAt(38, "2026-06-16T10:00:00.000Z")]);
  proxy.restore();
  advance(HOUR_MS);
  await until(async () => (await lastCheck())?.failures === 0);
  const { body } = await engine.get(
    "/products/offers/history?ids=0012345678905&start=2026-06-15&end=2026-06-16",
  );
  expect(body.data[0]!.offers[0]!.history.map(({ price, timestamp }) => [price, timestamp])).toEqual([
    [40, "2026-06-15T08:00:00.000Z"],
    [55, "2026-06-15T20:00:00.000Z"],
    [25, "2026-06-16T02:00:00.000Z"],
    [38, "2026-06-16T10:00:00.000Z"],
  ]);
  expect((await readUpstream(engine)).state).toBe("ready");
});

it("an offer that the upstream no longer lists fails its check and keeps its last price", async () => {
  const { upstream, engine, advance } = await startUpstreamFixture([lampAt(40, "2026-06-15T08:00:00.000Z")]);
  await engine.request("PUT", "/products/scheduled?ids=0012345678905&schedule=hourly");
  upstream.db.connection.prepare("DELETE FROM offer").run();
  advance(HOUR_MS);
  const lastCheck = async () => (await engine.data("schedules.overview", {})).schedules[0]?.checks[0];
  await until(async () => (await lastCheck())?.failures === 1);
  expect(await lastCheck()).toMatchObject({
    outcome: "gone",
    detail: "Upstream no longer lists this offer.",
  });
  expect((await readOffers(engine, "0012345678905"))[0]?.price).toBe(40);
});
