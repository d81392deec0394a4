import { describe, expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import type { TestEngine } from "../../support/engine.js";
import {
  addLink,
  checkHourly,
  putLink,
  readLink,
  type Shop,
  startShop,
  startShopAndEngine,
  startShopEngine,
} from "../../support/shop.js";
import { importAll } from "../lists/shops.js";

const soldOut = { offer: { availability: "OutOfStock" } };
const back = { offer: { price: 149.95, availability: "InStock" } };
const whenBack = { alerts_on_return: true };

async function fetchOffers(engine: TestEngine, productKey: string) {
  const { body } = await engine.get(`/products/offers?ids=${productKey}`);
  return body.data[0]?.offers ?? [];
}

async function rowOf(engine: TestEngine, productKey: string) {
  return (await engine.data("watch.rows", { product_keys: [productKey] })).rows[0];
}

/** A shop with a sold-out product that an engine watches until it is back. */
async function startWaiting(page: Shop["page"] = soldOut) {
  const { shop, engine, url } = await startShopAndEngine();
  shop.page = page;
  const { product_key: productKey } = await addLink(engine, url, whenBack);
  return { shop, engine, url, productKey, ...(await checkHourly(engine, productKey)) };
}

describe("a product whose page shows no price", () => {
  it.each([
    ["says that it is sold out", soldOut],
    ["only names the product", { offer: {} }],
  ])("is watched without one if the page %s, until it is back", async (_how, page) => {
    const { shop, engine, url } = await startShopAndEngine();
    shop.page = page;
    expect(await readLink(engine, { url })).toMatchObject({ outcome: "unread", title: "Trail Lantern" });
    const added = await addLink(engine, url, whenBack);
    expect(added).toMatchObject({ price: null, currency: null, is_sold_out: true, title: "Trail Lantern" });
    const { product_key: productKey } = added;
    const { alerts, check } = await checkHourly(engine, productKey);
    await check();
    expect(await rowOf(engine, productKey)).toMatchObject({
      best: null,
      is_in_stock: false,
      retailers: ["127.0.0.1"],
      health: { state: "ok", failures: 0 },
    });
    expect(await fetchOffers(engine, productKey)).toEqual([]);
    expect(await engine.data("offers.terms", { product_key: productKey })).toMatchObject({
      pages: [{ url, has_price: false }],
    });
    shop.page = back;
    await check();
    expect(await alerts()).toEqual([["availability_change", "Back in stock at 127.0.0.1 for $149.95"]]);
    expect(await fetchOffers(engine, productKey)).toMatchObject([
      { price: 149.95, currency: "USD", availability: "in" },
    ]);
    expect(await rowOf(engine, productKey)).toMatchObject({ best: { price: 149.95 }, low: 149.95 });
    expect(await engine.data("offers.terms", { product_key: productKey })).toMatchObject({
      pages: [{ url, has_price: true }],
    });
  });

  it("needs a name on the page", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    shop.page = { offer: {}, html: "<p>Out of stock</p>" };
    expect(await readLink(engine, { url, ...whenBack })).toMatchObject({ outcome: "unread" });
  });

  it("alerts only once it can be bought, not at its first price", async () => {
    const { shop, engine, productKey, alerts, check } = await startWaiting();
    shop.page = { offer: { price: 159.95, availability: "OutOfStock" } };
    await check();
    expect(await fetchOffers(engine, productKey)).toMatchObject([{ price: 159.95, availability: "out" }]);
    expect(await alerts()).toEqual([]);
    shop.page = back;
    await check();
    expect(await alerts()).toEqual([
      ["availability_change", "Back in stock at 127.0.0.1 for $149.95, was $159.95 (−6%)"],
    ]);
  });

  it("alerts at a first price without a word on stock, and once", async () => {
    const { shop, alerts, check } = await startWaiting();
    shop.page = { offer: { price: 149.95 } };
    await check();
    shop.page = back;
    await check();
    expect(await alerts()).toEqual([["availability_change", "Now in stock at 127.0.0.1 for $149.95"]]);
  });

  it("keeps waiting while the price is unclear, and says so", async () => {
    const { shop, engine, productKey, check } = await startWaiting();
    const offers = [20, 30].map((price) => ({
      "@type": "Offer",
      price,
      priceCurrency: "USD",
      name: `${price}`,
    }));
    const data = JSON.stringify({ "@type": "Product", name: "Trail Lantern", offers });
    shop.page = {
      offer: {},
      html: `<h1>Trail Lantern</h1><script type="application/ld+json">${data}</script>`,
    };
    await check();
    expect(await rowOf(engine, productKey)).toMatchObject({
      best: null,
      health: { state: "failing", outcome: "ambiguous" },
    });
  });

  it.each([
    ["that of the shop's other pages", "kr", "SEK"],
    ["the likeliest with its sign", "$", "USD"],
  ])("takes the currency of its first price from the page, or else %s", async (_what, sign, currency) => {
    const [shop, other] = [await startShop(), await startShop()];
    const engine = await startShopEngine([shop, other]);
    const html = (price: string) => `<h1>Trail Lantern</h1><p class="price">${price}</p><p>In stock</p>`;
    if (currency === "SEK") {
      other.page = { offer: { price: 99, priceCurrency: "SEK" }, extraFields: { name: "Rope" } };
      const rope = await addLink(engine, `${other.origin}/p/rope`);
      await engine.data("watch.stop", { product_keys: [rope.product_key] });
    }
    shop.page = { offer: {}, html: `<h1>Trail Lantern</h1><p>Out of stock</p>` };
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`, whenBack);
    const { check } = await checkHourly(engine, productKey);
    shop.page = { offer: {}, html: html(`${sign} 149.95`) };
    await check();
    expect((await rowOf(engine, productKey))?.best).toMatchObject({ price: 149.95, currency });
  });

  it("has a price at once where the shopper's browser shows one", async () => {
    const { engine, url, productKey, alerts } = await startWaiting();
    const data = { "@type": "Product", name: "Trail Lantern", offers: { "@type": "Offer", ...back.offer } };
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><h1>Trail Lantern</h1><p>$149.95</p>`;
    expect(await engine.data("visits.record", { url, html })).toMatchObject({
      outcome: "recorded",
      product_key: productKey,
      page: { price: 149.95, currency: "USD" },
    });
    expect(await alerts()).toHaveLength(1);
  });

  it.each([
    ["before", soldOut, null],
    ["after", back, { price: 149.95, currency: "USD" }],
  ])("can be taken back %s its first price, and put back", async (_when, page, best) => {
    const { shop, engine, url } = await startShopAndEngine();
    shop.page = soldOut;
    const { act_id, product_key: productKey } = await addLink(engine, url, whenBack);
    const id = act_id ?? 0;
    const { check } = await checkHourly(engine, productKey);
    shop.page = page;
    await check();
    expect((await engine.data("acts.undo", { id })).kept).toEqual([]);
    expect(await rowOf(engine, productKey)).toBeUndefined();
    await engine.data("acts.redo", { id });
    const row = await rowOf(engine, productKey);
    expect(row?.best ?? null).toEqual(best === null ? null : expect.objectContaining(best));
  });

  it("gets a target that names its currency, and says why it gets no other", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    shop.page = soldOut;
    const target = { price: 120, currency: null };
    expect(await putLink(engine, { url, ...whenBack, target })).toMatchObject({
      state: "watched",
      reason: "The target was not set, because no price is known.",
    });
    const dollars = { ...target, currency: "USD" };
    const { product_key: productKey } = await putLink(engine, { url, ...whenBack, target: dollars });
    expect(await rowOf(engine, productKey ?? "")).toMatchObject({ target: { price: 120, currency: "USD" } });
  });

  it("gets a target in the currency of its shop, which its first price reaches", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    shop.page = { offer: { price: 99, priceCurrency: "SEK" }, extraFields: { name: "Rope" } };
    const rope = await addLink(engine, `${shop.origin}/p/rope`);
    await engine.data("watch.stop", { product_keys: [rope.product_key] });
    shop.page = soldOut;
    const target = { price: 1200, currency: null };
    const { product_key, reason } = await putLink(engine, { url, ...whenBack, target });
    expect(reason).toBeNull();
    const productKey = product_key ?? "";
    expect(await engine.data("offers.foreign", { product_key: productKey })).toMatchObject({
      currencies: [],
      shown_currency: "SEK",
    });
    const { alerts, check } = await checkHourly(engine, productKey);
    shop.page = { offer: { price: 1100, priceCurrency: "SEK", availability: "InStock" } };
    await check();
    expect(await alerts()).toEqual([
      ["availability_change", expect.stringContaining("under your target of SEK\u00a01,200.00")],
    ]);
  });

  it("gets no point of a price without a currency, but one that is entered with it", async () => {
    const { engine, productKey } = await startWaiting();
    const [page] = (await engine.data("offers.terms", { product_key: productKey })).pages;
    const offer_id = page?.offer_id ?? "";
    const to = { price: 9, availability: null };
    const timestamp = new Date(engine.clock.now()).toISOString();
    expect(await engine.call("history.edit", { offer_id, timestamp, to })).toMatchObject({ ok: false });
    await engine.data("prices.enter", { offer_id, price: 140, currency: "USD", is_in_stock: false });
    expect(await fetchOffers(engine, productKey)).toMatchObject([{ price: 140, availability: "out" }]);
  });

  it("is known by its link, also without a price", async () => {
    const { engine, url } = await startWaiting();
    expect(await putLink(engine, { url })).toMatchObject({ state: "known", result: { was_watched: true } });
  });
});

describe("a page without a price", () => {
  it("joins a known product as a shop that is sold out, and no price of it counts", async () => {
    const [first, second] = [await startShop(), await startShop()];
    first.page.extraFields = { gtin13: "0036000291452" };
    second.page = { ...soldOut, extraFields: { gtin13: "0036000291452" } };
    const engine = await startShopEngine([first, second]);
    const { product_key: productKey } = await addLink(engine, `${first.origin}/p/lantern`);
    const joined = await addLink(engine, `${second.origin}/p/lantern`, whenBack);
    expect(joined).toMatchObject({
      product_key: productKey,
      price: null,
      is_known_product: true,
      best_before: { price: 49.99 },
    });
    expect(await fetchOffers(engine, productKey)).toMatchObject([{ price: 49.99 }]);
    expect(await rowOf(engine, productKey)).toMatchObject({
      best: { price: 49.99 },
      low: 49.99,
      high: 49.99,
    });
    const { pages } = await engine.data("offers.terms", { product_key: productKey });
    expect(pages.map(({ has_price }) => has_price).sort()).toEqual([false, true]);
  });

  it("keeps the last price of a page that is known under another address", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    const { product_key: productKey } = await addLink(engine, url);
    let visits = 0;
    shop.onRequest = () => {
      shop.page = visits++ === 0 ? { offer: {}, status: 301, location: url } : soldOut;
    };
    const added = await addLink(engine, `${shop.origin}/go/4711`, whenBack);
    expect(added).toMatchObject({ product_key: productKey, price: 49.99, is_sold_out: true });
    expect(await fetchOffers(engine, productKey)).toMatchObject([{ price: 49.99, availability: "out" }]);
  });

  it("that sells another pack size asks whether it joins, without a price", async () => {
    const [first, second] = [await startShop(), await startShop()];
    const fields = { gtin13: "0036000291452" };
    first.page.extraFields = { ...fields, name: "Oats 500 g" };
    second.page = { ...soldOut, extraFields: { ...fields, name: "Oats 1 kg" } };
    const engine = await startShopEngine([first, second]);
    await addLink(engine, `${first.origin}/p/lantern`);
    const question = await readLink(engine, { url: `${second.origin}/p/lantern`, ...whenBack });
    expect(question).toMatchObject({ outcome: "size", price: null, currency: null });
  });

  it("keeps a price that the shopper enters as the last one before it sold out", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    shop.page = soldOut;
    const { id } = await putLink(engine, { url });
    const read = { title: "Trail Lantern", price: 140, currency: "USD" };
    const { product_key: productKey } = await engine.data("links.enter", { id, ...read });
    const { check, alerts } = await checkHourly(engine, productKey ?? "");
    expect(await fetchOffers(engine, productKey ?? "")).toMatchObject([{ price: 140, availability: "out" }]);
    await check();
    shop.page = back;
    await check();
    expect(await alerts()).toEqual([
      ["availability_change", "Back in stock at 127.0.0.1 for $149.95, was $140.00 (+7%)"],
    ]);
  });

  it("is in the file of the watch list without a price, and waits on in another folder", async () => {
    const { shop, engine, url } = await startWaiting();
    const { content } = await engine.data("watch.export", {});
    expect(JSON.parse(content)).toMatchObject({
      products: [{ links: [{ url, price: null, currency: null }] }],
    });
    const copy = await startShopEngine([shop]);
    await importAll(copy, { content });
    const [link] = (await copy.data("watch.list", {})).rows;
    const { check, alerts } = await checkHourly(copy, link?.product_key ?? "");
    await check();
    expect((await copy.data("watch.export", {})).content).toContain('"price": null');
    shop.page = back;
    await check();
    expect(await alerts()).toEqual([["availability_change", "Back in stock at 127.0.0.1 for $149.95"]]);
  });

  it("has no offer in the catalogue's file, and no point in its history", async () => {
    const { engine } = await startWaiting();
    const { exportCatalogue } = await import(
      "../../../src/main/engine/operations/catalogue/export-catalogue.js"
    );
    expect([...exportCatalogue(engine.db)].map((line) => JSON.parse(line).offers)).toEqual([[]]);
    expect(allRows(engine.db, "SELECT 1 FROM price_block")).toEqual([]);
  });
});
