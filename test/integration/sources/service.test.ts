import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { CallResult, OperationInput, OperationName } from "../../../src/shared/calls.js";
import { aurora, type CatalogueLineInput, type ProductLine, plainProduct } from "../../support/catalogue.js";
import { deal } from "../../support/catalogue-deals.js";
import { startTestEngine, type TestEngine, type TestEngineOptions } from "../../support/engine.js";
import { startReceiver } from "../../support/receiver.js";
import { type ServiceLine, startLine } from "../../support/service-line.js";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Setting {
  /** The service that is asked. */
  readonly upstream: TestEngine;
  /** The engine that asks. */
  readonly engine: TestEngine;
  readonly line: ServiceLine;
  readonly serviceId: string;
  /** Time passes for both. */
  pass(ms: number): void;
}

async function startOne(options: TestEngineOptions = {}): Promise<TestEngine> {
  const engine = await startTestEngine(options);
  onTestFinished(() => engine.stop());
  return engine;
}

async function ok<K extends OperationName>(engine: TestEngine, operation: K, input: OperationInput<K>) {
  const result = (await engine.call(operation, input)) as CallResult<K>;
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.action}`);
  return result.data;
}

async function connect(engine: TestEngine, line: ServiceLine, key: string) {
  return ok(engine, "services.add", { base_url: line.baseUrl, key, name: "Upstream" });
}

async function startSetting(
  lines: readonly CatalogueLineInput[],
  options: TestEngineOptions = {},
): Promise<Setting> {
  const upstream = await startOne();
  const engine = await startOne(options);
  await upstream.import(lines);
  const line = await startLine(() => upstream.port());
  const { id } = await connect(engine, line, upstream.key);
  line.asked.length = 0;
  const pass = (ms: number) => {
    upstream.clock.advance(ms);
    engine.clock.advance(ms);
  };
  return { upstream, engine, line, serviceId: id, pass };
}

async function creditsUsed(engine: TestEngine): Promise<number> {
  return (await ok(engine, "account.show", {})).used;
}

async function serviceOf(engine: TestEngine) {
  return (await ok(engine, "services.list", {})).services[0]!;
}

async function offersOf(engine: TestEngine, id: string) {
  const { status, body } = await engine.get(`/products/offers?ids=${encodeURIComponent(id)}`);
  expect(status).toBe(200);
  return body.data[0]!.offers;
}

/** As the offers of one listing are seen over the API, with the price as it is now. */
function lamp(price: number, timestamp: string, availability: "in" | "out" = "in"): ProductLine {
  return {
    ...plainProduct("lamp", "Harbor Lamp"),
    barcode: "0012345678905",
    offers: [
      {
        id: "lamp-1",
        retailer: "shop.example",
        price,
        currency: "USD",
        availability,
        URL: "https://shop.example/lamp",
        timestamp,
      },
    ],
  };
}

describe("a look-up that misses", () => {
  it("goes to the service, whatever identifies the product, and is charged here as usual", async () => {
    const { upstream, engine, line } = await startSetting([aurora]);
    const url = "https://shop.example/p/aurora?color=black&size=m&utm_source=x";
    const { status, body } = await engine.get(
      `/products?ids=036000291452,${encodeURIComponent(url)},nobody-1`,
    );
    expect(status).toBe(200);
    expect(body.data.map(({ title, match }) => [title, match?.by])).toEqual([
      [aurora.title, "barcode"],
      [aurora.title, "url"],
    ]);
    expect(body.meta.credits_used).toBe(1);
    expect(line.asked).toHaveLength(1);
    expect(await creditsUsed(upstream)).toBe(1);
    const theirs = (await upstream.get("/products?ids=036000291452")).body.data[0];
    expect(body.data[0]).toEqual(theirs);
  });

  it("costs the service nothing the second time, found or not", async () => {
    const { upstream, engine, line, pass } = await startSetting([aurora]);
    const ask = async () => {
      await engine.get("/products/offers?ids=036000291452,nobody-1");
      await engine.call("products.get", { ids: ["036000291452", "nobody-1"] });
    };
    await ask();
    const [used, asked] = [await creditsUsed(upstream), line.asked.length];
    expect(used).toBe(3);
    for (let i = 0; i < 3; i++) await ask();
    pass(9 * minuteMs);
    await ask();
    expect([await creditsUsed(upstream), line.asked.length]).toEqual([used, asked]);
    pass(2 * minuteMs);
    await ask();
    expect(line.asked.length).toBeGreaterThan(asked);
    expect(await creditsUsed(upstream)).toBe(used);
  });

  it("is one request when many ask for the same at once", async () => {
    const { upstream, engine, line } = await startSetting([aurora]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => engine.get("/products/offers?ids=036000291452")),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(line.asked).toHaveLength(1);
    expect(await creditsUsed(upstream)).toBe(3);
    expect(await creditsUsed(engine)).toBe(36);
  });

  it("finds offers, history and review as the service has them", async () => {
    // A service does not say which listing is an auction's, so that one is not the same here.
    const offers = aurora.offers?.filter(({ auction }) => auction !== true) ?? [];
    const { upstream, engine } = await startSetting([{ ...aurora, offers }]);
    for (const path of [
      "/products/offers/history?ids=B0AURORA01&start=2026-05-01&end=2026-06-15",
      "/products/offers?ids=B0AURORA01",
      "/products/reviews?id=B0AURORA01",
    ]) {
      const [ours, theirs] = [await engine.get(path), await upstream.get(path)];
      expect(ours.status).toBe(200);
      const { meta: _ours, ...answer } = ours.body;
      const { meta: _theirs, ...wanted } = theirs.body;
      expect(answer, path).toEqual(wanted);
    }
  });

  it("asks for no day of a history twice", async () => {
    const { engine, line, pass } = await startSetting([aurora]);
    const ask = (start: string, end: string) =>
      engine.get(`/products/offers/history?ids=036000291452&start=${start}&end=${end}`);
    await ask("2026-06-01", "2026-06-15");
    await ask("2026-06-05", "2026-06-15");
    expect(line.asked).toHaveLength(1);
    await ask("2026-05-01", "2026-06-15");
    expect(line.asked[1]).toContain("start=2026-05-01&end=2026-05-31");
    pass(2 * dayMs);
    const { body } = await ask("2025-06-20", "2026-06-17");
    expect(line.asked.slice(2).map((path) => path.replace(/.*start/, "start"))).toEqual([
      "start=2025-06-20&end=2026-04-30",
      "start=2026-06-15&end=2026-06-17",
    ]);
    const points = body.data[0]!.offers.find(({ id }) => id === "aurora-new")!.history;
    expect(points.map(({ price, availability }) => [price, availability])).toEqual([
      [249.99, "in"],
      [229.99, "in"],
      [229.99, "out"],
      [199.99, "in"],
    ]);
  });

  it("brings what a search, a list of deals, a batch and a schedule need", async () => {
    const { upstream, engine, line } = await startSetting([
      aurora,
      plainProduct("kettle", "Bare Kettle", 2),
      lamp(40, "2026-06-15T08:00:00.000Z"),
      deal("kettle-deal", { ageMs: hourMs }),
    ]);
    const search = await engine.get("/products/search?q=kettle");
    expect(search.body.data.map(({ title }) => title)).toEqual(["Bare Kettle"]);
    expect((await engine.get("/deals")).body.deals).toEqual((await upstream.get("/deals")).body.deals);
    const batch = await engine.ask("POST", "/products/batch", {
      identifiers: ["036000291452", "nobody"],
      include: ["offers", "reviews"],
    });
    expect(batch.body.results[0]).toMatchObject({
      status: "found",
      review: { headline: "Quiet at last" },
    });
    expect(batch.body.results[0]?.offers?.length).toBeGreaterThan(3);
    expect(batch.body.results[1]?.status).toBe("not_found");
    const scheduled = await engine.ask("PUT", "/products/scheduled?ids=0012345678905&schedule=daily");
    expect(scheduled.body.data[0]?.title).toBe("Harbor Lamp");
    const overview = await ok(engine, "schedules.overview", { service: "product/lamp/x" });
    expect(overview.checkable_retailers).toEqual(["shop.example"]);
    const asked = line.asked.length;
    for (const path of [
      "/products/search?q=Kettle",
      "/deals?sort=new",
      "/products/search?q=kettle&offset=20",
    ])
      expect((await engine.get(path)).status).toBe(200);
    expect(line.asked).toHaveLength(asked);
  });

  it("stays here while words are being typed", async () => {
    const { engine, line } = await startSetting([aurora]);
    const typed = await ok(engine, "products.search", { q: "auro", limit: 5, local_only: true });
    expect(typed.data).toEqual([]);
    expect(line.asked).toEqual([]);
    expect((await ok(engine, "products.search", { q: "aurora" })).data).toHaveLength(1);
  });

  it("spends nothing there for who could not pay for the answer here", async () => {
    const { engine, line } = await startSetting([aurora]);
    engine.setAccount({ planCredits: 0 });
    expect((await engine.get("/products?ids=036000291452")).status).not.toBe(200);
    engine.setAccount({ planCredits: 100, status: "none" });
    expect((await engine.get("/products?ids=036000291452")).status).toBe(403);
    expect((await engine.get("/products?ids=")).status).toBe(403);
    expect(line.asked).toEqual([]);
  });
});

describe("a product that is here and there", () => {
  it("is one product of the same barcode, with the shopper's own words and the service's shops", async () => {
    const { engine, upstream } = await startSetting([lamp(40, "2026-06-15T08:00:00.000Z")]);
    await upstream.import([plainProduct("other", "Other thing", 1)]);
    await engine.import([
      { ...plainProduct("mine", "My Lamp", 1), barcode: "012345678905", brand: "Mine" },
      // Somebody else's offer of the same id.
      {
        ...plainProduct("stranger", "Stranger"),
        offers: [{ ...lamp(1, "2026-06-01T00:00:00.000Z").offers![0]!, URL: "https://x.example/" }],
      },
    ]);
    // Here already, so the service is not asked; found there by its id, it is joined to ours.
    const { body } = await engine.get("/products/offers?ids=product/lamp/x");
    expect(body.data[0]).toMatchObject({ service: "product/mine/x", title: "My Lamp", brand: "Mine" });
    expect(body.data[0]!.offers.map(({ price }) => price)).toEqual([20, 40]);
    expect((await offersOf(engine, "product/stranger/x"))[0]?.price).toBe(1);
    expect((await engine.get("/products?ids=product/lamp/x")).body.data[0]?.service).toBe("product/mine/x");
  });
});

describe("prices of a service", () => {
  it("are fetched again once they are an hour old, and the product's fields once they are a day old", async () => {
    const { upstream, engine, pass } = await startSetting([lamp(40, "2026-06-15T08:00:00.000Z")]);
    expect((await offersOf(engine, "0012345678905"))[0]?.price).toBe(40);
    await upstream.import([{ ...lamp(35, "2026-06-15T12:10:00.000Z"), title: "Harbor Lamp, new" }]);
    pass(59 * minuteMs);
    expect((await offersOf(engine, "0012345678905"))[0]?.price).toBe(40);
    pass(minuteMs);
    expect((await offersOf(engine, "0012345678905"))[0]).toMatchObject({
      price: 35,
      timestamp: "2026-06-15T12:10:00.000Z",
    });
    await upstream.import([{ ...lamp(35, "2026-06-15T12:10:00.000Z"), title: "Harbor Lamp, renewed" }]);
    const title = async () => (await engine.get("/products?ids=0012345678905")).body.data[0]?.title;
    expect(await title()).toBe("Harbor Lamp, new");
    pass(dayMs);
    expect(await title()).toBe("Harbor Lamp, renewed");
  });

  it("are checked by a schedule with one request for all offers, and a fall is told", async () => {
    const two = (price: number, timestamp: string): ProductLine => {
      const line = lamp(price, timestamp);
      const [first] = line.offers!;
      return {
        ...line,
        offers: [first!, { ...first!, id: "lamp-2", URL: "https://b.example/", retailer: "b.example" }],
      };
    };
    const { upstream, engine, line, pass } = await startSetting([two(40, "2026-06-15T08:00:00.000Z")], {
      listenerPort: 0,
    });
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    await engine.ask("PUT", "/products/scheduled?ids=0012345678905&schedule=hourly");
    await engine.ask("POST", "/webhooks", {
      url: receiver.url,
      events: ["price_drop", "schedule_completion"],
    });
    line.asked.length = 0;
    await upstream.import([two(30, "2026-06-15T12:20:00.000Z")]);
    pass(hourMs);
    const completions = () => receiver.received.filter(({ body }) => body.event === "schedule_completion");
    await vi.waitUntil(() => completions().length === 1, { timeout: 10_000, interval: 10 });
    expect(line.asked).toHaveLength(1);
    const drops = receiver.received
      .filter(({ body }) => body.event === "price_drop")
      .map(({ body }) => body.data);
    expect(drops.map(({ retailer, price }) => [retailer, price?.previous, price?.current]).sort()).toEqual([
      ["b.example", 40, 30],
      ["shop.example", 40, 30],
    ]);
    await vi.waitUntil(async () => (await ok(engine, "inbox.list", {})).entries.length === 2, {
      timeout: 10_000,
      interval: 20,
    });
    const checks = (await ok(engine, "schedules.overview", {})).schedules[0]!.checks;
    expect(checks.map(({ outcome, failures }) => [outcome, failures])).toEqual([
      ["ok", 0],
      ["ok", 0],
    ]);
    // As old as the service says, not as new as the question.
    expect((await offersOf(engine, "0012345678905"))[0]?.timestamp).toBe("2026-06-15T12:20:00.000Z");
  });
});

describe("without the service", () => {
  it("everything seen is still answered with its age; when it is back, the gap is filled", async () => {
    const { upstream, engine, line, pass } = await startSetting([
      aurora,
      lamp(40, "2026-06-15T08:00:00.000Z"),
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
    await engine.ask("PUT", "/products/scheduled?ids=0012345678905&schedule=hourly");
    await line.cut();
    const health = async () => (await ok(engine, "schedules.overview", {})).schedules[0]?.checks[0];
    pass(hourMs);
    await vi.waitUntil(async () => (await health())?.failures === 1, { timeout: 10_000, interval: 10 });
    expect(await health()).toMatchObject({
      outcome: "offline",
      detail: expect.stringMatching(/cannot be reached/),
    });
    pass(dayMs);
    for (const [i, path] of paths.entries()) {
      const { status, body } = await engine.get(path);
      expect(status).toBe(200);
      expect(body.data ?? body.review, path).toEqual(before[i]!.data ?? before[i]!.review);
    }
    expect(await serviceOf(engine)).toMatchObject({
      state: "paused",
      note: expect.stringMatching(/asked again in/),
    });
    await engine.restart();
    expect((await offersOf(engine, "0012345678905"))[0]?.timestamp).toBe("2026-06-15T08:00:00.000Z");

    await upstream.import([lamp(55, "2026-06-15T20:00:00.000Z")]);
    await upstream.import([lamp(25, "2026-06-16T02:00:00.000Z")]);
    await upstream.import([lamp(38, "2026-06-16T10:00:00.000Z")]);
    await line.mend();
    pass(hourMs);
    await vi.waitUntil(async () => (await health())?.failures === 0, { timeout: 10_000, interval: 10 });
    const { body } = await engine.get(
      "/products/offers/history?ids=0012345678905&start=2026-06-15&end=2026-06-16",
    );
    expect(body.data[0]!.offers[0]!.history.map(({ price, timestamp }) => [price, timestamp])).toEqual([
      [40, "2026-06-15T08:00:00.000Z"],
      [55, "2026-06-15T20:00:00.000Z"],
      [25, "2026-06-16T02:00:00.000Z"],
      [38, "2026-06-16T10:00:00.000Z"],
    ]);
    expect((await serviceOf(engine)).state).toBe("ready");
  });

  it("an offer that is not listed any more is a failed check, and keeps its last price", async () => {
    const { upstream, engine, pass } = await startSetting([lamp(40, "2026-06-15T08:00:00.000Z")]);
    await engine.ask("PUT", "/products/scheduled?ids=0012345678905&schedule=hourly");
    upstream.db.connection.prepare("DELETE FROM offer").run();
    pass(hourMs);
    const health = async () => (await ok(engine, "schedules.overview", {})).schedules[0]?.checks[0];
    await vi.waitUntil(async () => (await health())?.failures === 1, { timeout: 10_000, interval: 10 });
    expect(await health()).toMatchObject({
      outcome: "gone",
      detail: "Upstream does not list this offer any more.",
    });
    expect((await offersOf(engine, "0012345678905"))[0]?.price).toBe(40);
  });
});

describe("a service's limits", () => {
  it("are shown as it tells them", async () => {
    const { upstream, engine, serviceId } = await startSetting([aurora]);
    await engine.get("/products/offers?ids=036000291452");
    const theirs = await ok(upstream, "account.show", {});
    expect(await serviceOf(engine)).toMatchObject({
      id: serviceId,
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

  it("of credits pause it until its period ends, over a restart, too", async () => {
    const { upstream, engine, line, pass } = await startSetting([
      aurora,
      plainProduct("kettle", "Bare Kettle", 1),
    ]);
    const { used, period } = await ok(upstream, "account.show", {});
    upstream.setAccount({ planCredits: used + 1, bonusCredits: 0 });
    expect((await engine.get("/products/offers?ids=036000291452")).status).toBe(404);
    expect(await serviceOf(engine)).toMatchObject({ state: "paused", credits_remaining: 0 });
    line.asked.length = 0;
    await engine.restart();
    expect((await engine.get("/products?ids=product/kettle/x")).status).toBe(404);
    expect(line.asked).toEqual([]);
    pass(Date.parse(period.end_date) + dayMs - engine.clock.now());
    upstream.setAccount({ planCredits: 1_000 });
    expect((await engine.get("/products?ids=product/kettle/x")).status).toBe(200);
    expect((await serviceOf(engine)).state).toBe("ready");
  });

  it("of its key disable it, with a sentence, until there is another one", async () => {
    const { upstream, engine, line, serviceId } = await startSetting([aurora]);
    const { id, key } = upstream.createKey();
    await ok(engine, "services.update", { id: serviceId, key });
    upstream.revokeKey(id);
    expect((await engine.get("/products?ids=036000291452")).status).toBe(404);
    expect(await serviceOf(engine)).toMatchObject({
      state: "refused",
      note: expect.stringMatching(/does not accept the key/),
    });
    line.asked.length = 0;
    await engine.get("/products?ids=B0AURORA01");
    expect(line.asked).toEqual([]);
    const wrong = await engine.call("services.update", { id: serviceId, key });
    expect(wrong).toMatchObject({ ok: false, error: { code: "ERR_INVALID_PARAMS" } });
    await ok(engine, "services.update", { id: serviceId, key: upstream.key });
    expect((await engine.get("/products?ids=036000291452")).status).toBe(200);
  });
});

describe("connecting", () => {
  it("keeps the key sealed, and never gives it back", async () => {
    const { upstream, engine, serviceId } = await startSetting([aurora], { secretKey: Buffer.alloc(32, 7) });
    const stored = engine.db.connection.prepare("SELECT key FROM service").pluck().get() as Buffer;
    expect(stored.includes(upstream.key)).toBe(false);
    const shown = JSON.stringify([
      await engine.call("services.list", {}),
      await engine.call("services.test", { id: serviceId }),
      await engine.call("services.update", { id: serviceId, name: "Renamed" }),
    ]);
    expect(shown).toContain("Renamed");
    expect(shown).not.toContain(upstream.key);
  });

  it("is refused with a sentence where it cannot work", async () => {
    const { upstream, engine, line } = await startSetting([]);
    const refused = async (base_url: string, key: string) => {
      const result = await engine.call("services.add", { base_url, key });
      return result.ok ? "added" : `${result.error.message} ${result.error.action}`;
    };
    const other = line.baseUrl.replace("127.0.0.1", "localhost");
    expect(await refused(line.baseUrl, upstream.key)).toMatch(/connected already/);
    expect(await refused(`${engine.origin()}/v1`, upstream.key)).toMatch(/own address/);
    expect(await refused("http://service.example/v1", upstream.key)).toMatch(/https:\/\//);
    expect(await refused("nowhere", upstream.key)).toMatch(/no address/);
    expect(await refused("http://127.0.0.1:9/v1", upstream.key)).toMatch(/cannot be reached/);
    expect(await refused(other, `ss_live_${"x".repeat(32)}`)).toMatch(/does not accept the key/);
    expect(await refused(other, "two words")).toMatch(/no API key/);
    expect(await refused(other.replace("/v1", "/v2"), upstream.key)).toMatch(/base URL/);
    expect((await ok(engine, "services.list", {})).services).toHaveLength(1);
  });

  it("can be ended: what was fetched stays, and nothing is asked any more", async () => {
    const { engine, line, serviceId, pass } = await startSetting([aurora]);
    await offersOf(engine, "036000291452");
    await ok(engine, "services.update", { id: serviceId, enabled: false });
    line.asked.length = 0;
    pass(2 * dayMs);
    expect(await offersOf(engine, "036000291452")).toHaveLength(6);
    await ok(engine, "services.update", { id: serviceId, enabled: true });
    expect(await ok(engine, "services.remove", { id: serviceId })).toEqual({
      kept: { products: 1, offers: 6 },
    });
    expect(await offersOf(engine, "036000291452")).toHaveLength(6);
    expect(line.asked).toEqual([]);
    expect((await ok(engine, "services.list", {})).services).toEqual([]);
  });

  it("in a circle ends: an engine does not ask on behalf of its own question", async () => {
    const [one, other] = [await startOne(), await startOne()];
    const [lineToOne, lineToOther] = [await startLine(() => one.port()), await startLine(() => other.port())];
    await connect(one, lineToOther, other.key);
    await connect(other, lineToOne, one.key);
    lineToOne.asked.length = 0;
    lineToOther.asked.length = 0;
    const both = await Promise.all([
      one.get("/products?ids=036000291452"),
      other.get("/products?ids=036000291452"),
    ]);
    expect(both.map(({ status }) => status)).toEqual([404, 404]);
    expect(lineToOne.asked.length + lineToOther.asked.length).toBeLessThanOrEqual(4);
  });
});
