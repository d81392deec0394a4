import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { aurora, deal, plainProduct } from "../../support/catalogue.js";
import { openTestEngine } from "../../support/engine.js";
import {
  lampAt,
  readCreditsUsed,
  readOffers,
  readUpstream,
  startFakeUpstream,
  startUpstreamFixture,
} from "../../support/upstream.js";

describe("lookups that need an upstream", () => {
  it("a lookup is answered by the upstream for any identifier and charged locally as usual", async () => {
    const { upstream, engine, proxy } = await startUpstreamFixture([aurora]);
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
    // The product is fetched with its offers, which are wanted next.
    expect(proxy.requestedPaths).toEqual([expect.stringContaining("/products/offers?ids=036000291452,")]);
    expect(await readCreditsUsed(upstream)).toBe(3);
    const theirs = (await upstream.get("/products?ids=036000291452")).body.data[0];
    expect(body.data[0]).toEqual(theirs);
  });

  it("a lookup uses no upstream credits the second time, found or not", async () => {
    const { upstream, engine, proxy, advance } = await startUpstreamFixture([aurora]);
    const ask = async () => {
      await engine.get("/products/offers?ids=036000291452,nobody-1");
      await engine.call("products.get", { ids: ["036000291452", "nobody-1"] });
    };
    await ask();
    const [used, requestCount] = [await readCreditsUsed(upstream), proxy.requestedPaths.length];
    expect(used).toBe(3);
    for (let i = 0; i < 3; i++) await ask();
    advance(9 * MINUTE_MS);
    await ask();
    expect([await readCreditsUsed(upstream), proxy.requestedPaths.length]).toEqual([used, requestCount]);
    advance(2 * MINUTE_MS);
    await ask();
    expect(proxy.requestedPaths.length).toBeGreaterThan(requestCount);
    expect(await readCreditsUsed(upstream)).toBe(used);
  });

  it("a lookup causes one upstream request however many identical lookups run concurrently", async () => {
    const { upstream, engine, proxy } = await startUpstreamFixture([aurora]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => engine.get("/products/offers?ids=036000291452")),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(proxy.requestedPaths).toHaveLength(1);
    expect(await readCreditsUsed(upstream)).toBe(3);
    expect(await readCreditsUsed(engine)).toBe(36);
  });

  it("a lookup returns the same offers, history and review as the upstream", async () => {
    // The API does not mark auctions, so an auction's offer would not be the same here.
    const offers = aurora.offers?.filter(({ auction }) => auction !== true) ?? [];
    const { upstream, engine } = await startUpstreamFixture([{ ...aurora, offers }]);
    await engine.get("/products?ids=B0AURORA01");
    await engine.data("upstreams.history", { product_key: "product/aurora-headphones/p1", fetch: true });
    for (const path of [
      "/products/offers/history?ids=B0AURORA01&start=2026-05-01&end=2026-06-15",
      "/products/offers?ids=B0AURORA01",
      "/products/reviews?id=B0AURORA01",
    ]) {
      const [ours, theirs] = [await engine.get(path), await upstream.get(path)];
      expect(ours.status).toBe(200);
      const { meta: _ours, ...answer } = ours.body;
      const { meta: _theirs, ...expected } = theirs.body;
      expect(answer, path).toEqual(expected);
    }
  });

  it("a history is fetched once the user accepts its price, and then from its last day on", async () => {
    const { upstream, engine, proxy, advance } = await startUpstreamFixture([aurora]);
    const product_key = "product/aurora-headphones/p1";
    const ask = (start: string, end: string) =>
      engine.get(`/products/offers/history?ids=036000291452&start=${start}&end=${end}`);
    const offer = async () => (await engine.data("upstreams.history", { product_key })).offer;
    expect(await offer(), "the product is still unknown").toBeNull();
    await ask("2026-06-01", "2026-06-15");
    const used = await readCreditsUsed(upstream);
    const left = (await readUpstream(engine)).credits_remaining;
    expect(await offer()).toEqual({ service: "Upstream", credits: 369, credits_remaining: left, asks: null });
    expect(proxy.requestedPaths).toEqual(["/v1/products/offers?ids=036000291452"]);
    await engine.data("upstreams.history", { product_key, fetch: true });
    expect(await readCreditsUsed(upstream)).toBe(used + 369);
    expect(proxy.requestedPaths[1]).toMatch(/history\?ids=.*&start=2025-06-15&end=2026-06-15$/);
    expect(await offer(), "the history is here").toBeNull();
    await ask("2026-05-01", "2026-06-15");
    expect(proxy.requestedPaths).toHaveLength(2);
    advance(2 * DAY_MS);
    await ask("2026-05-01", "2026-06-14");
    expect(proxy.requestedPaths[2], "only the prices are renewed").toContain("/products/offers?");
    advance(2 * HOUR_MS);
    const { body } = await ask("2025-06-20", "2026-06-17");
    expect(proxy.requestedPaths[3]).toMatch(/start=2026-06-15&end=2026-06-17$/);
    const points = body.data[0]!.offers.find(({ id }) => id === "aurora-new")!.history;
    expect(points.map(({ price, availability }) => [price, availability])).toEqual([
      [249.99, "in"],
      [229.99, "in"],
      [229.99, "out"],
      [199.99, "in"],
    ]);
  });

  it("a history that the upstream cannot deliver is not counted as fetched", async () => {
    const { engine, proxy } = await startUpstreamFixture([aurora]);
    const product_key = "product/aurora-headphones/p1";
    await readOffers(engine, "036000291452");
    proxy.cut();
    const failed = await engine.call("upstreams.history", { product_key, fetch: true });
    expect(failed).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/cannot be reached/) },
    });
    const again = await engine.call("upstreams.history", { product_key, fetch: true });
    expect(again).toMatchObject({ ok: false, error: { message: expect.stringMatching(/Next attempt in/) } });
    expect((await engine.data("upstreams.history", { product_key })).offer).not.toBeNull();
  });

  it("searches, deals, batches and schedules are answered by the upstream, once for each", async () => {
    const { upstream, engine, proxy } = await startUpstreamFixture([
      aurora,
      plainProduct("kettle", "Bare Kettle", 2),
      lampAt(40, "2026-06-15T08:00:00.000Z"),
      deal("kettle-deal", { ageMs: HOUR_MS }),
    ]);
    const search = await engine.get("/products/search?q=kettle");
    expect(search.body.data.map(({ title }) => title)).toEqual(["Bare Kettle"]);
    expect((await engine.get("/deals")).body.deals).toEqual((await upstream.get("/deals")).body.deals);
    const batch = await engine.request("POST", "/products/batch", {
      identifiers: ["036000291452", "nobody"],
      include: ["offers", "reviews"],
    });
    expect(batch.body.results[0]).toMatchObject({
      status: "found",
      review: { headline: "Quiet at last" },
    });
    expect(batch.body.results[0]?.offers?.length).toBeGreaterThan(3);
    expect(batch.body.results[1]?.status).toBe("not_found");
    const scheduled = await engine.request("PUT", "/products/scheduled?ids=0012345678905&schedule=daily");
    expect(scheduled.body.data[0]?.title).toBe("Harbor Lamp");
    const overview = await engine.data("schedules.overview", { product_key: "product/lamp/x" });
    expect(overview.checkable_retailers).toEqual(["shop.example"]);
    const requestCount = proxy.requestedPaths.length;
    for (const path of [
      "/products/search?q=Kettle",
      "/deals?sort=new",
      "/products/search?q=kettle&offset=20",
    ])
      expect((await engine.get(path)).status).toBe(200);
    expect(proxy.requestedPaths).toHaveLength(requestCount);
  });

  it("a search with local_only sends nothing upstream", async () => {
    const { engine, proxy } = await startUpstreamFixture([aurora]);
    const result = await engine.data("products.search", { q: "auro", limit: 5, local_only: true });
    expect(result.data).toEqual([]);
    expect(proxy.requestedPaths).toEqual([]);
    expect((await engine.data("products.search", { q: "aurora" })).data).toHaveLength(1);
  });

  it("a lookup uses no upstream credits when the local account cannot pay", async () => {
    const { engine, proxy } = await startUpstreamFixture([aurora]);
    engine.setAccount({ planCredits: 0 });
    expect((await engine.get("/products?ids=036000291452")).status).not.toBe(200);
    engine.setAccount({ planCredits: 100, status: "none" });
    expect((await engine.get("/products?ids=036000291452")).status).toBe(403);
    expect((await engine.get("/products?ids=")).status).toBe(403);
    expect(proxy.requestedPaths).toEqual([]);
  });
});

describe("products known locally and upstream", () => {
  const own = { ...plainProduct("mine", "My Headphones", 1), brand: "Northlight" };
  const mine = "product/mine/x";
  /** An engine with a product of the shopper's own, and the services that are connected. */
  const openWith = async (numbers: object) => {
    const fixture = await startUpstreamFixture([aurora]);
    await fixture.engine.import([{ ...own, ...numbers }]);
    const ask = (fetch = false) => fixture.engine.data("upstreams.history", { product_key: mine, fetch });
    return { ...fixture, ask };
  };

  it.each([
    ["barcode", { barcode: "036000291452", marketplace: "B0AURORA01" }, "036000291452"],
    ["ASIN, without a barcode", { marketplace: "B0AURORA01" }, "B0AURORA01"],
    ["brand and part number, without either", { mpn: aurora.mpn }, aurora.mpn],
  ])(
    "history and shops of one's own product come by %s, once asked, and go with one undo",
    async (_by, numbers, asks) => {
      const { engine, upstream, proxy, ask } = await openWith(numbers);
      const left = (await readUpstream(engine)).credits_remaining;
      const before = await readOffers(engine, mine);
      expect(await ask()).toMatchObject({
        offer: { service: "Upstream", credits: 369, credits_remaining: left, asks },
      });
      expect(proxy.requestedPaths, "nothing is named to a service before").toEqual([]);

      const done = await ask(true);
      expect(done).toMatchObject({ offer: null, unknown_to: null, act_id: expect.any(Number) });
      expect(await readCreditsUsed(upstream)).toBe(369);
      const { body } = await engine.get(
        `/products/offers/history?ids=${mine}&start=2026-05-01&end=2026-06-15`,
      );
      expect(body.data).toMatchObject([{ service: mine, title: "My Headphones" }]);
      expect(body.data[0]!.offers.length).toBeGreaterThan(before.length + 2);
      expect(body.data[0]!.offers.find(({ id }) => id === "aurora-new")!.history.length).toBeGreaterThan(2);
      expect((await ask()).offer).toBeNull();

      const undone = await engine.data("acts.undo", {});
      expect(undone).toMatchObject({ act: { kind: "upstreams.history" }, kept: [] });
      expect(await readOffers(engine, mine)).toEqual(before);
      expect((await ask()).offer, "it can be asked again").not.toBeNull();
      await engine.data("acts.redo", { id: done.act_id ?? 0 });
      expect((await readOffers(engine, mine)).length).toBeGreaterThan(before.length + 2);
    },
  );

  it.each([
    ["that it does not know", { barcode: "4006381333931" }],
    ["whose part number it has of another brand", { mpn: aurora.mpn, brand: "Another" }],
  ])("a service joins nothing to a product %s, and is not offered again at once", async (_what, numbers) => {
    const { engine, ask } = await openWith(numbers);
    const before = await engine.data("app.info", {});
    expect(await ask(true)).toEqual({ offer: null, unknown_to: "Upstream", act_id: null });
    expect((await ask()).offer).toBeNull();
    const after = await engine.data("app.info", {});
    expect([after.products, after.offers]).toEqual([before.products, before.offers]);
  });

  it("the next service is offered once the first does not know the product", async () => {
    const { engine, ask } = await openWith({ barcode: "4006381333931" });
    const second = await startFakeUpstream();
    await engine.data("upstreams.add", { base_url: second.baseUrl, key: "k".repeat(40), name: "Second" });
    expect((await ask()).offer?.service).toBe("Upstream");
    await ask(true);
    expect((await ask()).offer?.service).toBe("Second");
  });

  it("a product without a number is named to no service", async () => {
    const { ask, proxy } = await openWith({});
    expect(await ask(true)).toEqual({ offer: null, unknown_to: null, act_id: null });
    expect(proxy.requestedPaths).toEqual([]);
  });

  it("products of the same barcode are one, with the user's fields and the upstream's offers", async () => {
    const { engine, upstream } = await startUpstreamFixture([lampAt(40, "2026-06-15T08:00:00.000Z")]);
    await upstream.import([plainProduct("other", "Other thing", 1)]);
    await engine.import([
      { ...plainProduct("mine", "My Lamp", 1), barcode: "012345678905", brand: "Mine" },
      // An unrelated offer with the same id.
      {
        ...plainProduct("stranger", "Stranger"),
        offers: [{ ...lampAt(1, "2026-06-01T00:00:00.000Z").offers![0]!, URL: "https://x.example/" }],
      },
    ]);
    // The upstream finds this id, and the barcode joins its product to the local one.
    const { body } = await engine.get("/products/offers?ids=product/lamp/x");
    expect(body.data[0]).toMatchObject({ service: "product/mine/x", title: "My Lamp", brand: "Mine" });
    expect(body.data[0]!.offers.map(({ price }) => price)).toEqual([20, 40]);
    expect((await readOffers(engine, "product/stranger/x"))[0]?.price).toBe(1);
    expect((await engine.get("/products?ids=product/lamp/x")).body.data[0]?.service).toBe("product/mine/x");
  });
});

it("an upstream may use ids, dates and fields of its own; invalid items are left out", async () => {
  const fake = await startFakeUpstream();
  const engine = await openTestEngine();
  await engine.data("upstreams.add", { base_url: fake.baseUrl, key: "k".repeat(40) });
  const offer = {
    id: "o1",
    retailer: "Shop.example",
    price: 20,
    currency: "USD",
    URL: "https://shop.example/o",
  };
  const offers = [
    { ...offer, timestamp: "2027-01-01T00:00:00Z", condition_grade: "mint", history: [] },
    { ...offer, id: "o2", timestamp: "2026-06-15T10:00:00+02:00", URL: "https://shop.example/other" },
    { ...offer, id: "o3", price: 0, timestamp: "2026-06-15T10:00:00Z" },
    { ...offer, id: "o4", price: 1e300, timestamp: "2026-06-15T10:00:00Z" },
    { ...offer, id: "o5", timestamp: "yesterday" },
  ];
  const product = { service: "sku:0012", title: "Odd Lamp", barcode: "0012345678905", offers };
  const match = { identifier: "0012345678905", by: "gtin", candidates: 1 };
  fake.respond = () => ({ body: { data: [{ ...product, match }, { title: 7 }] } });
  const { body } = await engine.get("/products/offers?ids=0012345678905");
  expect(body.data).toHaveLength(1);
  expect(body.data[0]).toMatchObject({
    title: "Odd Lamp",
    service: expect.stringMatching(/^product\/odd-lamp\//),
  });
  expect(body.data[0]!.offers.map(({ id, retailer, timestamp }) => [id, retailer, timestamp])).toEqual([
    ["o1", "shop.example", "2026-06-15T12:00:00.000Z"],
    ["o2", "shop.example", "2026-06-15T08:00:00.000Z"],
  ]);
  // After an hour, the offers are fetched again by the upstream's own id.
  engine.clock.advance(60 * MINUTE_MS);
  fake.requestedPaths.length = 0;
  await engine.get("/products/offers?ids=0012345678905");
  expect(fake.requestedPaths).toEqual(["/v1/products/offers?ids=sku%3A0012"]);
  expect(await engine.data("app.info", {})).toMatchObject({ products: 1, offers: 2 });
});
