import { describe, expect, it } from "vitest";
import type { RenderRequest, RenderResult } from "../../../src/shared/engine-process.js";
import type { Recipe } from "../../../src/shared/recipe/recipe.js";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.js";
import type { TestEngine } from "../../support/engine.js";
import { openReceiver } from "../../support/receiver.js";
import {
  addLink,
  readLink,
  type Shop,
  startShop,
  startShopAndEngine,
  startShopEngine,
} from "../../support/shop.js";
import { until } from "../../support/until.js";

const unpricedHtml =
  '<html lang="en-US"><title>Trail Lantern</title><h1>Trail Lantern</h1><div id=buy></div><script src=shop.js></script>';

/** A hidden browser whose pages show the given price. */
function fakeBrowser(price: () => string) {
  const requests: RenderRequest[] = [];
  const render = async (request: RenderRequest): Promise<RenderResult> => {
    requests.push(request);
    const html = unpricedHtml.replace("<div id=buy></div>", `<div id=buy>${price()}</div>`);
    return { kind: "page", url: request.url, status: 200, html };
  };
  return { requests, render };
}

const recipe: Recipe = {
  version: 1,
  host: "elsewhere.example",
  price: { selectors: ["#buy > b"], attribute: null, decimal: "." },
};

async function startUnpricedShop(html = unpricedHtml): Promise<{ shop: Shop; url: string }> {
  const shop = await startShop();
  shop.page = { offer: {}, html };
  return { shop, url: `${shop.origin}/p/lantern` };
}

async function watch(engine: TestEngine, productKey: string): Promise<void> {
  await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
}

async function lastCheck(engine: TestEngine, productKey: string) {
  return (await engine.data("schedules.overview", { product_key: productKey })).schedules[0]?.checks[0];
}

async function fetchPrice(engine: TestEngine, productKey: string): Promise<number | undefined> {
  const { body } = await engine.get(`/products/offers?ids=${productKey}`);
  return body.data[0]?.offers?.[0]?.price;
}

describe("pages whose scripts add their price", () => {
  it("a page without a price is opened in a hidden browser unasked, and so are the shop's later checks", async () => {
    const { shop, url } = await startUnpricedShop();
    let price = '<p class="price">$49.99</p>';
    const browser = fakeBrowser(() => price);
    const engine = await startShopEngine([shop], { render: browser.render });
    const { product_key: productKey } = await addLink(engine, url);
    expect(browser.requests).toMatchObject([{ url, allowedHosts: [shop.host] }]);
    expect(await fetchPrice(engine, productKey)).toBe(49.99);

    const requestCount = shop.requests.length;
    await watch(engine, productKey);
    price = '<p class="price">$44.50</p>';
    engine.clock.advance(HOUR_MS);
    await until(async () => (await fetchPrice(engine, productKey)) === 44.5);
    expect(shop.requests).toHaveLength(requestCount);
    expect(browser.requests).toHaveLength(2);

    engine.clock.advance(8 * DAY_MS);
    await until(async () => browser.requests.length === 3);
    expect(shop.requests).toHaveLength(requestCount + 1);
  });

  it.each([
    [11900, "$119.00", 119],
    [599, "$5.99", 5.99],
    [129, "$129.00", 129],
  ])(
    "whether %d in the page's program counts cents is seen when the page is drawn as %s",
    async (amount, text, price) => {
      const state = { product: { name: "Trail Lantern", price: amount, currency: "USD" } };
      const program = `<script>window.__INITIAL_STATE__=${JSON.stringify(state)}</script>`;
      const { shop, url } = await startUnpricedShop(unpricedHtml + program);
      const render = async (request: RenderRequest): Promise<RenderResult> => {
        const html = unpricedHtml.replace(
          "<div id=buy></div>",
          `<div id=buy><b class="price">${text}</b></div>`,
        );
        return { kind: "page", url: request.url, status: 200, html: html + program };
      };
      const engine = await startShopEngine([shop], { render });
      expect(await readLink(engine, { url })).toMatchObject({ outcome: "added", price });
    },
  );

  it("a shop that a hidden browser can no longer read is read plainly in the same check", async () => {
    const { shop, url } = await startUnpricedShop();
    let price = '<p class="price">$49.99</p>';
    const browser = fakeBrowser(() => price);
    const engine = await startShopEngine([shop], { render: browser.render });
    const { product_key: productKey } = await addLink(engine, url);
    await watch(engine, productKey);
    price = "";
    shop.page = { offer: { price: 41, availability: "InStock" } };
    engine.clock.advance(HOUR_MS);
    await until(async () => (await fetchPrice(engine, productKey)) === 41);
    engine.clock.advance(HOUR_MS);
    await until(async () => shop.requests.length === 3);
    expect(browser.requests).toHaveLength(2);
  });

  it("a page is unpriced if neither the plain page nor the hidden browser shows a price", async () => {
    const { shop, url } = await startUnpricedShop();
    const browser = fakeBrowser(() => "");
    const engine = await startShopEngine([shop], { render: browser.render });
    expect(await readLink(engine, { url })).toMatchObject({
      outcome: "unread",
      host: shop.host,
      is_rendered: true,
      reason: expect.stringMatching(/price/),
    });
    expect(browser.requests).toHaveLength(1);
  });

  it("a page without a price is unpriced and not rendered where there is no browser window", async () => {
    const { shop, url } = await startUnpricedShop();
    const engine = await startShopEngine([shop]);
    expect(await readLink(engine, { url })).toMatchObject({ outcome: "unread", is_rendered: false });
  });

  it("a page keeps its price when the hidden browser fails, and the check has the reason", async () => {
    const { shop, url } = await startUnpricedShop();
    let failure: RenderResult | null = null;
    const browser = fakeBrowser(() => '<p class="price">$49.99</p>');
    const engine = await startShopEngine([shop], {
      render: async (request) => failure ?? browser.render(request),
    });
    const { product_key: productKey } = await addLink(engine, url, { render: true });
    await watch(engine, productKey);
    failure = { kind: "failed", outcome: "timeout", detail: "The page was not there in time." };
    engine.clock.advance(HOUR_MS);
    await until(async () => (await lastCheck(engine, productKey))?.failures === 1);
    expect(await lastCheck(engine, productKey)).toMatchObject({ outcome: "timeout", failures: 1 });
    expect(await fetchPrice(engine, productKey)).toBe(49.99);
  });

  it("a page to render cannot be added without a browser window", async () => {
    const { shop, url } = await startUnpricedShop();
    const engine = await startShopEngine([shop]);
    expect(await readLink(engine, { url, render: true })).toMatchObject({
      outcome: "unread",
      reason: expect.stringContaining("only in a browser"),
    });
  });

  it("a page that the shop refuses is read in a hidden browser, and so are the shop's later checks", async () => {
    const { shop, url } = await startUnpricedShop();
    shop.page = { offer: {}, status: 403, html: "<title>Just a moment...</title>" };
    let price = "$49.99";
    const browser = fakeBrowser(() => `<p class="price">${price}</p>`);
    const engine = await startShopEngine([shop], { render: browser.render });
    const { product_key: productKey } = await addLink(engine, url);
    expect(browser.requests).toHaveLength(1);

    const requestCount = shop.requests.length;
    await watch(engine, productKey);
    price = "$44.50";
    engine.clock.advance(HOUR_MS);
    await until(async () => (await fetchPrice(engine, productKey)) === 44.5);
    expect(shop.requests).toHaveLength(requestCount);
  });

  it("a shop that refuses the hidden browser, too, is not opened in it again for a day, unless the shopper says so", async () => {
    const { shop, url } = await startUnpricedShop();
    shop.page = { offer: {}, status: 403, html: unpricedHtml };
    const requests: RenderRequest[] = [];
    const render = async (request: RenderRequest): Promise<RenderResult> => {
      requests.push(request);
      return { kind: "page", url: request.url, status: 403, html: unpricedHtml };
    };
    const engine = await startShopEngine([shop], { render });
    const refusal = { outcome: "unread", cause: "refused", title: "Trail Lantern" };
    expect(await readLink(engine, { url })).toMatchObject({ ...refusal, is_rendered: true });
    expect(await readLink(engine, { url: `${url}-2` })).toMatchObject({ ...refusal, is_rendered: false });
    expect(requests).toHaveLength(1);
    expect(await readLink(engine, { url, render: true })).toMatchObject({ ...refusal, is_rendered: true });
    expect(requests).toHaveLength(2);
  });
});

describe("clicked prices", () => {
  const pricedHtml = (amount: string) =>
    unpricedHtml.replace("<div id=buy></div>", `<div id=buy>Yours for <b>${amount}</b></div>`);

  /** A page whose data has a price, and whose large size another one, for `sizeRecipe`. */
  const htmlWithSize = (price: number, large: number) => {
    const offers = { "@type": "Offer", price, priceCurrency: "USD", availability: "InStock" };
    const data = JSON.stringify({ "@type": "Product", name: "Trail Lantern", offers });
    const size = `<p id="buy">Large <b data-price="${large}.00">Choose</b></p>`;
    return `<h1>Trail Lantern</h1><script type="application/ld+json">${data}</script>${size}`;
  };
  const sizeRecipe: Recipe = { ...recipe, price: { ...recipe.price, attribute: "data-price" } };

  it("a clicked price becomes a recipe for its page, which later checks use", async () => {
    const { shop, url } = await startUnpricedShop(pricedHtml("49.99"));
    const browser = fakeBrowser(() => "");
    const engine = await startShopEngine([shop], { render: browser.render });
    expect(await readLink(engine, { url, recipe })).toMatchObject({
      outcome: "currency",
      price: 49.99,
    });
    expect(await engine.data("recipes.list", {})).toMatchObject({ recipes: [] });
    const { product_key: productKey } = await addLink(engine, url, { recipe, currency: "USD" });
    expect(await engine.data("recipes.list", {})).toMatchObject({
      recipes: [{ host: shop.host, price: { selectors: ["#buy > b"] } }],
    });
    expect(browser.requests).toEqual([]);

    await watch(engine, productKey);
    shop.page = { offer: {}, html: pricedHtml("44.50") };
    engine.clock.advance(HOUR_MS);
    await until(async () => (await fetchPrice(engine, productKey)) === 44.5);

    shop.page = { offer: {}, html: unpricedHtml };
    engine.clock.advance(HOUR_MS);
    await until(async () => (await lastCheck(engine, productKey))?.failures === 1);
    expect(await lastCheck(engine, productKey)).toMatchObject({
      outcome: "no price",
      detail: expect.stringMatching(/does not match any more/),
    });
    expect(await fetchPrice(engine, productKey)).toBe(44.5);
  });

  it("a price clicked for one product leaves the others of the shop as they are", async () => {
    const { shop, engine } = await startShopAndEngine();
    shop.page = { offer: {}, html: htmlWithSize(49.99, 75) };
    const { product_key: other } = await addLink(engine, `${shop.origin}/p/other`);
    const url = `${shop.origin}/p/lantern`;
    const clicked = await addLink(engine, url, { recipe: sizeRecipe });
    expect(clicked).toMatchObject({ price: 75 });
    expect(await engine.data("recipes.list", {})).toMatchObject({ recipes: [{ page: "/p/lantern" }] });
    engine.clock.advance(HOUR_MS);
    expect(await addLink(engine, `${shop.origin}/p/other`, { into: other })).toMatchObject({ price: 49.99 });
    expect(await addLink(engine, url, { into: clicked.product_key })).toMatchObject({ price: 75 });
    expect(await fetchPrice(engine, other)).toBe(49.99);
  });

  it("a clicked price is looked up in a hidden browser when the fetched page lacks it", async () => {
    const { shop, url } = await startUnpricedShop();
    const browser = fakeBrowser(() => "<b>$12.00</b>");
    const engine = await startShopEngine([shop], { render: browser.render });
    const added = await readLink(engine, { url, recipe });
    expect(added).toMatchObject({ outcome: "added" });
    expect(browser.requests).toHaveLength(1);
  });

  it("a clicked price adds nothing and saves no recipe when it is not found on the page", async () => {
    const { shop, url } = await startUnpricedShop();
    shop.page = { offer: { price: 49.99, availability: "InStock" } };
    const engine = await startShopEngine([shop], { render: fakeBrowser(() => "<i>$3.00</i>").render });
    expect(await readLink(engine, { url, recipe })).toMatchObject({
      outcome: "unread",
      reason: expect.stringMatching(/clicked/),
    });
    expect(await engine.data("recipes.list", {})).toMatchObject({ recipes: [] });
    expect(await engine.call("products.get", { ids: [url] })).toMatchObject({ ok: false });
  });

  it("undoing the correction of a clicked price leaves none of it in the history", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    const { product_key: productKey } = await addLink(engine, url);
    shop.page = {
      offer: { price: 49.99, availability: "InStock" },
      html: '<div id="buy"><b>$75.00</b></div>',
    };
    engine.clock.advance(60_000);
    const clicked = await engine.data("prices.teach", { url, recipe, currency: "USD" });
    expect(clicked).toMatchObject({ price: 75, correction: { clicked_at: null } });
    expect(await fetchPrice(engine, productKey)).toBe(75);
    await engine.data("acts.undo", {});
    expect(await engine.data("recipes.list", {})).toEqual({ recipes: [] });
    expect(await fetchPrice(engine, productKey)).toBe(49.99);
    const now = new Date(engine.clock.now() + 1).toISOString();
    expect(await engine.data("history.before", { product_key: productKey, before: now })).toMatchObject({
      points: [{ point: { price: 49.99 } }],
    });
    expect(await engine.data("app.statistics", { product_key: productKey })).toMatchObject({
      highest: { price: 49.99 },
    });
  });

  it.each([
    ["too young for a verdict, leaves only the clicked one", 1, [75]],
    ["of weeks, corrects only the newest one", 20, [49.99, 75]],
  ])(
    "a click counts from then on, and once the earlier prices were wrong, too, a history %s",
    async (_case, days, prices) => {
      const { shop, engine, url } = await startShopAndEngine();
      const { product_key: productKey } = await addLink(engine, url);
      engine.clock.advance(days * DAY_MS);
      shop.page = { offer: { price: 47, availability: "InStock" } };
      await addLink(engine, url, { into: productKey });
      const known = async () => {
        const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
        const nowMs = engine.clock.now();
        const span = `start=${day(nowMs - 30 * DAY_MS)}&end=${day(nowMs + DAY_MS)}`;
        const { body } = await engine.get(`/products/offers/history?ids=${productKey}&${span}`);
        return body.data[0]?.offers[0]?.history.map(({ price }: { price: number }) => price);
      };
      expect(await known()).toEqual([49.99, 47]);
      shop.page = { offer: {}, html: htmlWithSize(47, 75) };
      engine.clock.advance(60_000);
      const clicked = await engine.data("prices.teach", { url, recipe: sizeRecipe });
      if (clicked.outcome !== "added") throw new Error("The page was not read.");
      const { correction, offer_id, act_id } = clicked;
      expect(correction).toEqual({ clicked_at: new Date(engine.clock.now()).toISOString() });
      expect(await known()).toEqual([49.99, 47, 75]);
      const click = { offer_id, clicked_at: correction?.clicked_at ?? "", part_of: act_id ?? 0 };
      expect(await engine.data("prices.settle_click", click)).toEqual({ act_id });
      expect(await known()).toEqual(prices);
      expect(await fetchPrice(engine, productKey)).toBe(75);
      await engine.data("acts.undo", {});
      expect(await known()).toEqual([49.99, 47]);
    },
  );

  it("a clicked price that the page also has without the click keeps the history", async () => {
    const { shop, engine, url } = await startShopAndEngine();
    const show = (price: number) => {
      shop.page = { offer: {}, html: htmlWithSize(price, price) };
      engine.clock.advance(HOUR_MS);
    };
    show(99);
    const { product_key: productKey } = await addLink(engine, url);
    show(109);
    await addLink(engine, url, { into: productKey });
    show(99);
    const clicked = await readLink(engine, { url, recipe: sizeRecipe });
    expect(clicked).toMatchObject({ price: 99, correction: null, is_read_without_click: true });
    const now = new Date(engine.clock.now() + 1).toISOString();
    expect(await fetchPrice(engine, productKey)).toBe(99);
    expect(await engine.data("app.statistics", { product_key: productKey })).toMatchObject({
      highest: { price: 109 },
    });
    expect(await engine.data("history.before", { product_key: productKey, before: now })).toMatchObject({
      points: [{ point: { price: 99, timestamp: new Date(engine.clock.now()).toISOString() } }],
    });
  });

  it.each([
    ["corrects the recorded price if checks had read another one", false, 0, 1],
    ["is a new price if checks could not read the page", true, 1, 0],
  ])("a clicked price %s", async (_case, isUnread, drops, edits) => {
    const { shop, engine, url } = await startShopAndEngine();
    const { product_key: productKey } = await addLink(engine, url);
    const ofProduct = { product_key: productKey };
    const receiver = await openReceiver();
    await engine.request("POST", "/webhooks", {
      url: receiver.url,
      events: ["price_drop", "schedule_completion"],
    });
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    if (isUnread) {
      shop.page = { offer: {}, status: 403 };
      engine.clock.advance(HOUR_MS);
      await until(async () => (await lastCheck(engine, productKey))?.failures === 1);
    }
    shop.page = { offer: {}, html: htmlWithSize(49.99, 12) };
    engine.clock.advance(60_000);
    expect(await readLink(engine, { url, recipe: sizeRecipe })).toMatchObject({
      outcome: "added",
      price: 12,
    });
    const line = await engine.call("history.before", {
      ...ofProduct,
      before: new Date(engine.clock.now() + 1).toISOString(),
    });
    expect(line).toMatchObject({ data: { points: [{ point: { price: 12 } }] } });
    expect(await engine.data("history.edits", ofProduct)).toMatchObject({ edits: { length: edits } });
    engine.clock.advance(HOUR_MS);
    const events = () => receiver.received.map(({ body }) => body.event);
    const completions = isUnread ? 2 : 1;
    await until(async () => events().filter((each) => each === "schedule_completion").length === completions);
    expect(events().filter((each) => each === "price_drop")).toHaveLength(drops);
  });

  it("a clicked price corrects the page's offer in the product that the user moved it to", async () => {
    const [first, second] = [await startShop(), await startShop()];
    const extraFields = { gtin13: "0036000291452" };
    first.page = { offer: { price: 59, availability: "InStock" }, extraFields };
    second.page = { offer: { price: 61, availability: "InStock" }, extraFields };
    const engine = await startShopEngine([first, second]);
    const url = `${second.origin}/p/lantern`;
    const both = await addLink(engine, `${first.origin}/p/lantern`);
    await readLink(engine, { url });
    const { body } = await engine.get(`/products/offers?ids=${both.product_key}`);
    const moved = body.data[0]?.offers?.find(({ price }: { price: number }) => price === 61);
    await engine.data("products.split", {
      product_key: both.product_key,
      offer_ids: [moved?.id ?? ""],
    });

    const data = JSON.stringify({ "@type": "Product", name: "Trail Lantern", ...extraFields });
    const html = `<script type="application/ld+json">${data}</script>${pricedHtml("55.00")}`;
    second.page = { offer: {}, html };
    engine.clock.advance(1_000);
    const again = await addLink(engine, url, { recipe, currency: "USD" });
    expect(again.product_key).not.toBe(both.product_key);
    const after = await engine.get(`/products/offers?ids=${again.product_key}`);
    expect(after.body.data[0]).toMatchObject({ offers: [{ id: moved?.id, price: 55 }] });
    expect(await fetchPrice(engine, both.product_key)).toBe(59);
  });

  it("a clicked price corrects the offer of a page that is already tracked", async () => {
    const { shop, url } = await startUnpricedShop();
    const data =
      '<script type="application/ld+json">{"@type":"Product","name":"Trail Lantern","offers":{"price":59,"priceCurrency":"USD"}}</script>';
    shop.page = { offer: {}, html: `${data}${pricedHtml("49.99")}` };
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await addLink(engine, url);
    expect(await fetchPrice(engine, productKey)).toBe(59);
    expect(await engine.data("offers.terms", { product_key: productKey })).toMatchObject({
      pages: [{ url }],
    });
    engine.clock.advance(1_000);
    expect(await readLink(engine, { url, recipe, currency: "USD" })).toMatchObject({
      outcome: "added",
      product_key: productKey,
    });
    expect(await fetchPrice(engine, productKey)).toBe(49.99);
    const { body } = await engine.get(`/products/offers?ids=${productKey}`);
    expect(body.data[0]?.offers).toHaveLength(1);
  });
});
