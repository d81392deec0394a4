import { describe, expect, it } from "vitest";
import { pageOfLink, savePage } from "../../../src/main/engine/db/intake/link.js";
import { allRows, write } from "../../../src/main/engine/db/store.js";
import { HOUR_MS } from "../../../src/shared/time.js";
import type { TestEngine } from "../../support/engine.js";
import { openReceiver } from "../../support/receiver.js";
import {
  addLink,
  enterLink,
  holdAnswers,
  putLink,
  readLink,
  type Shop,
  startShop,
  startShopAndEngine,
  startShopEngine,
} from "../../support/shop.js";
import { until } from "../../support/until.js";
import { entriesOf, importAll } from "../lists/shops.js";

async function fetchOffers(engine: TestEngine, productKey: string) {
  const { body } = await engine.get(`/products/offers?ids=${productKey}`);
  return body.data[0]?.offers ?? [];
}

async function addRules(engine: TestEngine, productKey: string, count: number): Promise<void> {
  for (let percent = 1; percent <= count; percent++)
    await engine.data("rules.save", { product_key: productKey, trigger: { kind: "price_drop", percent } });
}

/** When the shopper entered the best price of a watched product. */
async function enteredAt(engine: TestEngine, productKey: string) {
  return (await engine.data("watch.rows", { product_keys: [productKey] })).rows[0]?.entered_at;
}

describe("links to add", () => {
  it("a link becomes a product with the shop's offer, which the link then identifies", async () => {
    const shop = await startShop();
    shop.page.extraFields = {
      brand: "Northlight",
      gtin13: "0036000291452",
      mpn: "NL-4000",
      image: "/lantern.jpg",
    };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/lantern`;
    const { product_key: productKey, is_known_product } = await addLink(engine, `${url}#reviews`);
    expect(is_known_product).toBe(false);
    const { body } = await engine.get(`/products/offers?ids=${encodeURIComponent(url)},036000291452`);
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({
      service: productKey,
      title: "Trail Lantern",
      brand: "Northlight",
      images: [`${shop.origin}/lantern.jpg`],
      match: { by: "url" },
      offers: [{ price: 49.99, currency: "USD", availability: "in", retailer: "127.0.0.1", URL: url }],
    });
  });

  it("a link of 4,096 characters is kept as it is, and known the next time, and a longer one refused", async () => {
    const { engine, url } = await startShopAndEngine();
    const long = `${url}?variant=`.padEnd(4_096, "x");
    const { product_key: productKey } = await addLink(engine, long);
    expect((await engine.data("offers.terms", { product_key: productKey })).pages).toMatchObject([
      { url: long },
    ]);
    expect(await putLink(engine, { url: long })).toMatchObject({ state: "known", product_key: productKey });
    const longer = await engine.call("links.add", { links: [{ text: `${long}x` }] });
    expect(longer).toMatchObject({ ok: false, error: { message: expect.stringContaining("4096") } });
  });

  it.each(["/p/lantern", "/p/lantern?utm_source=partner"])(
    "a link that leads to the tracked page %s is known, and adds no second shop",
    async (location) => {
      const shop = await startShop();
      const good = shop.page;
      const engine = await startShopEngine([shop]);
      const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
      let visits = 0;
      shop.onRequest = () => {
        shop.page = visits++ === 0 ? { offer: {}, status: 301, location: `${shop.origin}${location}` } : good;
      };
      const added = await readLink(engine, { url: `${shop.origin}/go/4711` });
      expect(added).toMatchObject({ outcome: "added", product_key: productKey, is_known_page: true });
      expect(await fetchOffers(engine, productKey)).toHaveLength(1);
    },
  );

  it("a link to a shop that answers 429 waits, and says until when", async () => {
    const shop = await startShop();
    shop.page = { ...shop.page, status: 429, html: "<h1>Too many requests</h1>" };
    const engine = await startShopEngine([shop]);
    const { id, ...paused } = await putLink(engine, { url: `${shop.origin}/p/lantern` });
    expect(paused).toMatchObject({ state: "waiting", is_requested: true, question: null });
    expect(Date.parse(paused.due_at ?? "") - engine.clock.now()).toBeGreaterThan(30_000);
    // The shopper does not want to wait, but the shop is left alone.
    await engine.data("links.answer", { ids: [id], options: {} });
    const [link] = (await engine.data("links.wait", { ids: [id] })).links;
    expect(link).toMatchObject({ state: "waiting", is_requested: true });
    expect(shop.requests).toHaveLength(1);
  });

  it("waiting for a link ends when the shopper dismisses it, even while its page is being read", async () => {
    const { shop, engine } = await startShopAndEngine();
    const release = holdAnswers(shop);
    const { links } = await engine.data("links.add", { links: [{ text: `${shop.origin}/p/lantern` }] });
    const ids = links.map(({ id }) => id);
    await until(() => shop.requests.length > 0);
    const waiting = engine.data("links.wait", { ids });
    await engine.data("links.dismiss", { ids });
    expect((await waiting).links).toMatchObject([{ state: "waiting" }]);
    release();
  });

  it("an answer that is given while the page is being read counts, and the page is read again", async () => {
    const { shop, engine } = await startShopAndEngine();
    const release = holdAnswers(shop);
    const { links } = await engine.data("links.add", { links: [{ text: `${shop.origin}/p/lantern` }] });
    const ids = links.map(({ id }) => id);
    await until(() => shop.requests.length > 0);
    const options = { target: { price: 40, currency: null }, tags: ["gifts"] };
    await engine.data("links.answer", { ids, options });
    release();
    const waited = await engine.data("links.wait", { ids });
    expect(waited.links).toMatchObject([{ state: "watched", options }]);
    expect(shop.requests).toHaveLength(2);
    const { rows } = await engine.data("watch.list", {});
    expect(rows).toMatchObject([{ target: { price: 40 }, tags: ["gifts"] }]);
    expect(allRows(engine.db, "SELECT 1 FROM act")).toHaveLength(1);
  });

  it.each([
    ["EUR", { price: 40, currency: null }, { price: 40 }],
    ["€", null, null],
  ])(
    "a target in another currency than the page's, %s, is asked about before anything is added",
    async (currency, answer, becomes) => {
      const { engine, url } = await startShopAndEngine();
      const target = { price: 40, currency };
      const { id, ...asked } = await putLink(engine, { url, target });
      expect(asked).toMatchObject({
        state: "question",
        question: { outcome: "target", title: "Trail Lantern", price: 49.99, currency: "USD", target },
        reason: `The target is 40 ${currency}, but the page's price is in USD.`,
      });
      expect(await engine.data("app.info", {})).toMatchObject({ products: 0 });
      const byHand = { id, title: "Lantern", price: 45, currency: "CAD" };
      expect(await engine.data("links.enter", byHand)).toMatchObject({ question: { currency: "CAD" } });
      await engine.data("links.answer", { ids: [id], options: { target: answer } });
      const [added] = (await engine.data("links.wait", { ids: [id] })).links;
      expect(added).toMatchObject({ state: "watched", reason: null });
      const known = await putLink(engine, { url, target });
      expect(known).toMatchObject({ state: "question", question: { outcome: "target" } });
      expect((await engine.data("watch.list", {})).rows).toMatchObject([{ target: becomes }]);
    },
  );

  it.each([
    [null, "USD", { price: 1_299, currency: null }, 1_299],
    [null, "USD", { price: 1.299, currency: null }, 1.3],
    [null, "USD", null, null],
    [
      "EUR",
      "USD",
      { price: 1_299, currency: "EUR" },
      "The target is 1299 EUR, but the page's price is in USD.",
    ],
  ])(
    "a target of two meanings, in %s on a page in %s, is asked about before anything is added: %j",
    async (named, currency, answer, becomes) => {
      const { engine, url } = await startShopAndEngine();
      const target = { price: 1_299, currency: named, other_price: 1.299 };
      const { id, ...asked } = await putLink(engine, { url, target });
      expect(asked).toMatchObject({
        state: "question",
        question: { outcome: "target", price: 49.99, currency, target },
        reason: "Is the target 1,299 or 1.299?",
      });
      expect(await engine.data("app.info", {})).toMatchObject({ products: 0 });
      await engine.data("links.answer", { ids: [id], options: { target: answer } });
      const [answered] = (await engine.data("links.wait", { ids: [id] })).links;
      if (typeof becomes === "string") return expect(answered).toMatchObject({ reason: becomes });
      expect(answered).toMatchObject({ state: "watched", reason: null });
      const { rows } = await engine.data("watch.list", {});
      expect(rows).toMatchObject([{ target: becomes === null ? null : { price: becomes } }]);
      expect(allRows(engine.db, "SELECT 1 FROM act")).toHaveLength(1);
    },
  );

  it("a target of two meanings has one on a page in a currency without decimals", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    shop.page = { offer: { price: "2400", priceCurrency: "JPY", availability: "InStock" } };
    const target = { price: 1_299, currency: null, other_price: 1.299 };
    expect(await putLink(engine, { url, target })).toMatchObject({ state: "watched", reason: null });
    expect((await engine.data("watch.list", {})).rows).toMatchObject([{ target: { price: 1_299 } }]);
  });

  it("names the target, the alert and the tags that its product has no room for", async () => {
    const { engine, url } = await startShopAndEngine();
    const { product_key: productKey } = await addLink(engine, url);
    const { rules } = await engine.data("rules.list", {});
    await engine.data("rules.remove", { ids: rules.map(({ id }) => id) });
    await addRules(engine, productKey, 50);
    const tags = Array.from({ length: 21 }, (_, i) => `tag ${i}`);
    await engine.data("tags.change", { product_keys: [productKey], add: tags.slice(2), remove: [] });
    const target = { price: 40, currency: null };
    const { reason, result } = await putLink(engine, {
      url,
      target,
      tags: tags.slice(0, 3),
      alerts_on_return: true,
    });
    expect(result?.left_out).toEqual([
      { what: "target", detail: "50" },
      { what: "return", detail: "50" },
      { what: "tags", detail: "tag 1" },
    ]);
    expect(reason).toBe(
      "The target was not set, because the product has 50 rules already. The alert for its return was not set, because the product has 50 rules already. These tags were left out, because the product has as many as it can have: tag 1.",
    );
  });

  it("a link of a file is a card, too, if its product has no room for the file's target", async () => {
    const { engine, url } = await startShopAndEngine();
    const { product_key: productKey } = await addLink(engine, url);
    await addRules(engine, productKey, 50);
    const before = (await engine.data("links.list", {})).links;
    const { id } = await importAll(engine, { content: `url,target\n${url},40` });
    const said = {
      state: "known",
      reason: "The target was not set, because the product has 50 rules already.",
    };
    expect(await entriesOf(engine, id)).toMatchObject([said]);
    expect((await engine.data("links.list", {})).links).toMatchObject([
      ...before,
      { ...said, result: { left_out: [{ what: "target", detail: "50" }] } },
    ]);
    const whole = await importAll(engine, { content: url });
    expect(await entriesOf(engine, whole.id)).toMatchObject([{ state: "known", reason: null }]);
    expect((await engine.data("links.list", {})).links).toHaveLength(before.length + 1);
  });

  it("a target takes the place of another also where two products with many rules became one", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    const { product_key: into } = await addLink(engine, url, { target: { price: 40, currency: null } });
    const other = await addLink(engine, `${shop.origin}/p/other`, { into: null });
    for (const productKey of [into, other.product_key]) await addRules(engine, productKey, 30);
    await engine.data("products.merge", { product_key: other.product_key, into });
    expect(await putLink(engine, { url, target: { price: 35, currency: null } })).toMatchObject({
      reason: null,
    });
    expect((await engine.data("watch.list", {})).rows).toMatchObject([{ target: { price: 35 } }]);
  });

  it("a target with the sign of the page's currency is set", async () => {
    const { engine, url } = await startShopAndEngine();
    expect(await putLink(engine, { url, target: { price: 40, currency: "$" } })).toMatchObject({
      reason: null,
    });
    expect((await engine.data("watch.list", {})).rows).toMatchObject([{ target: { price: 40 } }]);
  });

  it("pages of a browser are kept up to a limit; the oldest are read from their shop again", async () => {
    const { shop, engine } = await startShopAndEngine();
    shop.page = { offer: { price: 1299, priceCurrency: undefined, availability: "InStock" } };
    const html = `<h1>Lantern</h1><script type="application/ld+json">{"@type":"Product","name":"Lantern",
      "offers":{"@type":"Offer","price":1299}}</script>`;
    const texts = ["a", "b", "c"].map((name) => `${shop.origin}/p/${name}`);
    const { links } = await engine.data("links.add", { links: texts.map((text) => ({ text, html })) });
    const ids = links.map(({ id }) => id);
    await engine.data("links.wait", { ids });
    const newest = ids.at(-1) ?? 0;
    const page = pageOfLink(engine.db, newest) as Buffer;
    write(engine.db, (tx) => {
      tx.connection.prepare("DELETE FROM link_page WHERE link_id = ?").run(newest);
      savePage(tx, newest, page, 2 * page.length);
    });
    expect(ids.map((id) => pageOfLink(engine.db, id)?.length)).toEqual([undefined, page.length, page.length]);
    await engine.data("links.answer", { ids, options: { currency: "SEK" } });
    const waited = await engine.data("links.wait", { ids });
    expect(waited.links.map(({ state }) => state)).toEqual(["watched", "watched", "watched"]);
    expect(shop.requests.map(({ path }) => path)).toEqual(["/p/a"]);
    expect(allRows(engine.db, "SELECT 1 FROM link_page")).toEqual([]);
  });

  it("a link joins the product with the same barcode, or brand and part number, as another offer", async () => {
    const shops = [await startShop(), await startShop(), await startShop()];
    const [first, second, third] = shops as [Shop, Shop, Shop];
    first.page.extraFields = { brand: "Northlight", mpn: "NL-4000", gtin13: "0036000291452" };
    second.page = {
      offer: { price: 44.99, availability: "InStock" },
      extraFields: { name: "Lantern by Northlight", gtin: "036000291452" },
    };
    third.page = {
      offer: { price: 47.99, availability: "InStock" },
      extraFields: { brand: "NORTHLIGHT", mpn: "nl-4000" },
    };
    const engine = await startShopEngine(shops);
    const { product_key: productKey } = await addLink(engine, `${first.origin}/p/lantern`);
    const bests = [49.99, 44.99];
    for (const shop of [second, third])
      expect(await addLink(engine, `${shop.origin}/p/lantern`)).toMatchObject({
        product_key: productKey,
        is_known_product: true,
        best_before: { price: bests.shift(), currency: "USD" },
      });
    expect((await fetchOffers(engine, productKey)).map(({ price }) => price)).toEqual([44.99, 47.99, 49.99]);
    expect((await engine.get(`/products?ids=${productKey}`)).body.data[0]?.title).toBe("Trail Lantern");
  });

  it("a page that joins a product is found by its part number, also once it is split off", async () => {
    const shops = [await startShop(), await startShop(), await startShop()];
    const [first, second, third] = shops as [Shop, Shop, Shop];
    const brand = "Northlight";
    first.page.extraFields = { brand, gtin13: "0036000291452" };
    second.page.extraFields = { brand, gtin13: "0036000291452", mpn: "NL-4000" };
    third.page.extraFields = { brand, mpn: "nl-4000" };
    const engine = await startShopEngine(shops);
    const { product_key: productKey } = await addLink(engine, `${first.origin}/p/lantern`);
    const joined = await addLink(engine, `${second.origin}/p/lantern`);
    const found = async () => (await engine.get("/products?ids=NL-4000")).body.data[0];
    expect(await found()).toMatchObject({ service: productKey, match: { by: "mpn" } });
    expect(await addLink(engine, `${third.origin}/p/lantern`)).toMatchObject({ product_key: productKey });
    const split = { product_key: productKey, offer_ids: [joined.offer_id] };
    const { product_key: own } = await engine.data("products.split", split);
    expect((await engine.get(`/products?ids=${own}`)).body.data[0]).toMatchObject({ mpn: "NL-4000" });
  });

  it("configurations of one shop under one barcode are products with names of their own, whatever else their links say", async () => {
    const { shop, engine } = await startShopAndEngine();
    const add = (memory: number, price: number, query: string) => {
      const data = {
        "@type": "Product",
        name: "Fjord Laptop 14",
        gtin13: "0036000291452",
        offers: { "@type": "Offer", price, priceCurrency: "EUR", availability: "InStock" },
      };
      const radios = [16, 32].map(
        (gb) =>
          `<label><input type="radio" name="ram" value="${gb}"${gb === memory ? " checked" : ""}> ${gb} GB RAM</label>`,
      );
      const html = `<h1>Fjord Laptop 14</h1><script type="application/ld+json">${JSON.stringify(data)}</script>${radios.join("")}`;
      shop.page = { offer: {}, html };
      return addLink(engine, `${shop.origin}/p/lantern?${query}`);
    };
    const small = await add(16, 999, "ram=16");
    const large = await add(32, 1199, "ram=32");
    expect([small, large]).toMatchObject([
      { title: "Fjord Laptop 14, 16 GB RAM", is_known_product: false },
      { title: "Fjord Laptop 14, 32 GB RAM", is_known_product: false },
    ]);
    const again = await putLink(engine, { url: `${shop.origin}/p/lantern?ram=16&utm_source=mail` });
    expect(again).toMatchObject({ state: "known", product_key: small.product_key });
  });

  it("a link joins the product that it is meant for, unless it already belongs to another one", async () => {
    const [first, second] = [await startShop(), await startShop()];
    second.page = {
      offer: { price: 44.99, availability: "InStock" },
      extraFields: { name: "Lantern, trail, 400 lumens" },
    };
    const engine = await startShopEngine([first, second]);
    const { product_key: into } = await addLink(engine, `${first.origin}/p/lantern`);
    const url = `${second.origin}/p/lantern`;
    const joined = await addLink(engine, url, { into });
    expect(joined).toMatchObject({
      product_key: into,
      title: "Trail Lantern",
      price: 44.99,
      is_known_product: true,
    });
    expect((await fetchOffers(engine, into)).map(({ price }) => price)).toEqual([44.99, 49.99]);
    await engine.call("products.split", { product_key: into, offer_ids: [joined.offer_id] });
    expect(await putLink(engine, { url, into })).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("This page already belongs to another product."),
    });
    expect(await putLink(engine, { url: `${url}?v=2`, into: "product/gone/1" })).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("Unknown product"),
    });
  });

  it("a page that joined a product is split off with its own title and picture, and still watched", async () => {
    const [first, second] = [await startShop(), await startShop()];
    first.page.extraFields = { gtin13: "0036000291452", brand: "Northlight", image: "/lantern.jpg" };
    second.page = {
      offer: { price: 4.99, availability: "InStock" },
      extraFields: { name: "Spare glass", gtin13: "0036000291452", brand: "Klar", image: "/glass.jpg" },
    };
    const engine = await startShopEngine([first, second]);
    const { product_key: productKey } = await addLink(engine, `${first.origin}/p/lantern`);
    await engine.call("schedules.put", { ids: [productKey], schedule: "daily" });
    const joined = await addLink(engine, `${second.origin}/p/lantern`);
    const answer = await engine.call("products.split", {
      product_key: productKey,
      offer_ids: [joined.offer_id],
    });
    const split = answer.ok ? answer.data.product_key : "";
    const { body } = await engine.get(`/products?ids=${split},${productKey}`);
    expect(body.data).toMatchObject([
      { title: "Spare glass", brand: "Klar", images: [`${second.origin}/glass.jpg`] },
      { title: "Trail Lantern", brand: "Northlight", images: [`${first.origin}/lantern.jpg`] },
    ]);
    expect(body.data[0]).not.toHaveProperty("barcode");
    const { body: scheduled } = await engine.get("/products/scheduled");
    expect(scheduled.data.map(({ service }: { service: string }) => service)).toContain(split);
  });

  it("a link is checked on schedule with conditional requests, and causes events for a drop and a sell-out", async () => {
    const { shop, engine } = await startShopAndEngine();
    const receiver = await openReceiver();
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    await engine.request("POST", "/webhooks", {
      url: receiver.url,
      events: ["price_drop", "availability_change", "schedule_completion"],
    });
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    const check = async () => {
      const before = receiver.received.filter(({ body }) => body.event === "schedule_completion").length;
      engine.clock.advance(HOUR_MS);
      await until(
        () => receiver.received.filter(({ body }) => body.event === "schedule_completion").length > before,
      );
    };
    await check();
    expect(shop.requests.at(-1)).toEqual({ path: "/p/lantern", isConditional: true });
    shop.page = { offer: { price: 39.99, availability: "InStock" } };
    await check();
    shop.page = { offer: { availability: "OutOfStock" } };
    await check();
    const events = receiver.received
      .map(({ body }) => body)
      .filter(({ event }) => event !== "schedule_completion")
      .map(({ event, data }) => [event, data.price?.current, data.availability?.current]);
    expect(events).toEqual([
      ["price_drop", 39.99, "in"],
      ["availability_change", 39.99, "out"],
    ]);
  });

  it.each([
    [403, "blocked", "refuses"],
    [404, "gone", "no longer exists"],
    [503, "server error", "HTTP 503"],
  ])(
    "a check that the shop answers with HTTP %i fails as %s, and keeps the price",
    async (status, outcome, reason) => {
      const { shop, engine } = await startShopAndEngine();
      const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
      await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
      shop.page = { offer: { price: 1 }, status };
      const lastCheck = async () => {
        return (await engine.data("schedules.overview", { product_key: productKey })).schedules[0]?.checks[0];
      };
      expect(await lastCheck()).toMatchObject({ outcome: "ok", failures: 0 });
      engine.clock.advance(HOUR_MS);
      await until(async () => (await lastCheck())?.failures === 1);
      expect(await lastCheck()).toMatchObject({
        outcome,
        failures: 1,
        detail: expect.stringContaining(reason),
      });
      expect((await fetchOffers(engine, productKey))[0]?.price).toBe(49.99);
    },
  );
});

it("a link is rejected with a reason and a next step, and leaves nothing behind", async () => {
  const { shop, engine, url } = await startShopAndEngine();
  const pages: [Shop["page"], string, RegExp][] = [
    [{ offer: { price: 49.99 }, status: 404 }, "missing", /no longer exists/],
    [{ offer: { price: 49.99 }, status: 403 }, "refused", /refuses/],
  ];
  for (const [page, cause, reason] of pages) {
    shop.page = page;
    expect(await readLink(engine, { url })).toMatchObject({
      outcome: "unread",
      cause,
      reason: expect.stringMatching(reason),
      advice: expect.stringMatching(/\.$/),
    });
  }
  for (const offer of [{ availability: "OutOfStock" }, {}]) {
    shop.page = { offer };
    expect(await readLink(engine, { url })).toMatchObject({
      outcome: "unread",
      host: shop.host,
      reason: expect.stringMatching(/stock|No single product/),
    });
  }
  for (const host of ["127.0.0.1:9", "169.254.169.254", "router"])
    expect(await readLink(engine, { url: `http://${host}/` })).toMatchObject({
      outcome: "private",
      host,
    });
  for (const wrong of ["file:///etc/passwd", "shop.example"])
    expect(await putLink(engine, { url: wrong })).toMatchObject({ question: { outcome: "unknown" } });
  const info = await engine.call("app.info", {});
  expect(info).toMatchObject({ ok: true, data: { products: 0, offers: 0 } });
});

describe("links entered by hand", () => {
  const wish = (url: string) => ({ url, title: "Trail Lantern", price: 44.5, currency: "EUR" });

  it("a page that a shop refuses becomes a product with the price that the user reads on it", async () => {
    const shop = await startShop();
    shop.page = { offer: { price: 49.99 }, status: 403 };
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await enterLink(engine, wish(`${shop.origin}/p/lantern`));
    const foreign = await engine.call("offers.foreign", { product_key: productKey });
    expect(foreign.ok && foreign.data.currencies[0]).toMatchObject({
      currency: "EUR",
      offers: [{ price: 44.5, URL: `${shop.origin}/p/lantern` }],
    });
    const edits = await engine.call("history.edits", { product_key: productKey });
    expect(edits.ok && edits.data.edits).toMatchObject([{ before: null, after: { price: 44.5 } }]);
    await engine.call("schedules.put", { ids: [productKey], schedule: "daily" });
    expect(await enteredAt(engine, productKey)).toBe(new Date(engine.clock.now()).toISOString());
    expect(shop.requests).toEqual([]);
  });

  it("later checks read the page where the shop shows it again", async () => {
    const shop = await startShop();
    shop.page = { offer: { price: 39.99, priceCurrency: "EUR", availability: "InStock" } };
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await enterLink(engine, wish(`${shop.origin}/p/lantern`));
    await engine.request("PUT", `/products/scheduled?ids=${encodeURIComponent(productKey)}&schedule=hourly`);
    engine.clock.advance(HOUR_MS);
    const price = async () => {
      return (await engine.data("offers.foreign", { product_key: productKey })).currencies[0]?.offers[0]
        ?.price;
    };
    await until(async () => (await price()) === 39.99);
    expect(await enteredAt(engine, productKey)).toBeNull();
  });

  it.each([
    ["is entered anew", true],
    ["is read from the page", false],
  ] as const)("the currency of a price entered by hand is corrected when it %s", async (_how, isByHand) => {
    const { engine, url } = await startShopAndEngine();
    const added = await enterLink(engine, wish(url));
    engine.clock.advance(HOUR_MS);
    const { product_key: productKey, offer_id } = added;
    const hand = { offer_id, price: 49.99, currency: "USD" };
    if (isByHand) expect((await engine.data("prices.enter", hand)).act_id).toBeGreaterThan(0);
    else await addLink(engine, url, { into: productKey });
    expect(await fetchOffers(engine, productKey)).toMatchObject([{ price: 49.99, currency: "USD" }]);
    const edits = await engine.call("history.edits", { product_key: productKey });
    expect(edits.ok && edits.data.edits.map(({ currency, after }) => [currency, after?.price])).toEqual(
      isByHand ? [["USD", 49.99]] : [],
    );
  });

  it("the first price that a check reads causes no alert of a drop, but one of a target met", async () => {
    const { shop, engine } = await startShopAndEngine();
    const hand = { ...wish(`${shop.origin}/p/lantern`), price: 145, currency: "USD" };
    const { product_key: productKey } = await enterLink(engine, hand);
    await engine.call("schedules.put", { ids: [productKey], schedule: "hourly" });
    const trigger = { kind: "target", price: 140, currency: "USD" } as const;
    await engine.call("rules.save", { product_key: productKey, trigger });
    shop.page = { offer: { price: 139.95, availability: "InStock" } };
    engine.clock.advance(HOUR_MS);
    const reasons = async () => {
      return (await engine.data("inbox.list", {})).entries.map(({ reason }) => reason);
    };
    await until(async () => (await reasons()).length > 0);
    const { hostname } = new URL(shop.origin);
    expect(await reasons()).toEqual([`$139.95 at ${hostname}, under your target of $140.00`]);
  });

  it("no title, or a price that is none, is refused", async () => {
    const engine = await startShopEngine([]);
    for (const wrong of [{ title: " " }, { price: 0 }, { price: 0.001 }, { price: -1 }, { currency: "euro" }])
      expect(
        await engine.call("links.enter", { id: 1, ...wish("https://shop.example/"), ...wrong }),
      ).toMatchObject({
        ok: false,
        error: { code: "ERR_INVALID_PARAMS" },
      });
  });
});
