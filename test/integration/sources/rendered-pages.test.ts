import { describe, expect, it, vi } from "vitest";
import type { RenderRequest, RenderResult } from "../../../src/shared/engine-process.js";
import type { Recipe } from "../../../src/shared/recipe/recipe.js";
import type { TestEngine } from "../../support/engine.js";
import { type Shop, startSetting, startShop } from "../../support/shop.js";

const hourMs = 3_600_000;
const bare =
  '<html lang="en-US"><title>Trail Lantern</title><h1>Trail Lantern</h1><div id=buy></div><script src=shop.js></script>';

/** A hidden browser that shows the price that the test says. */
function fakeBrowser(price: () => string) {
  const wishes: RenderRequest[] = [];
  const render = async (wish: RenderRequest): Promise<RenderResult> => {
    wishes.push(wish);
    const html = bare.replace("<div id=buy></div>", `<div id=buy>${price()}</div>`);
    return { kind: "page", url: wish.url, status: 200, html };
  };
  return { wishes, render };
}

const recipe: Recipe = {
  version: 1,
  host: "elsewhere.example",
  price: { selectors: ["#buy > b"], attribute: null, decimal: "." },
};

async function bareShop(html = bare): Promise<{ shop: Shop; url: string }> {
  const shop = await startShop();
  shop.page = { offer: {}, html };
  return { shop, url: `${shop.origin}/p/lantern` };
}

async function watch(engine: TestEngine, service: string): Promise<void> {
  await engine.ask("PUT", `/products/scheduled?ids=${service}&schedule=hourly`);
}

async function checkOf(engine: TestEngine, service: string) {
  const answer = await engine.call("schedules.overview", { service });
  return answer.ok ? answer.data.schedules[0]?.checks[0] : undefined;
}

async function priceOf(engine: TestEngine, service: string): Promise<number | undefined> {
  const { body } = await engine.get(`/products/offers?ids=${service}`);
  return body.data[0]?.offers?.[0]?.price;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(holds, { timeout: 10_000, interval: 20 });
}

describe("a page whose price is there only once its scripts have run", () => {
  it("is unpriced as it is sent, and added in a hidden browser, which later checks use, too", async () => {
    const { shop, url } = await bareShop();
    let price = '<p class="price">$49.99</p>';
    const browser = fakeBrowser(() => price);
    const engine = await startSetting([shop], { render: browser.render });
    expect(await engine.call("links.add", { url })).toMatchObject({
      data: {
        outcome: "unpriced",
        host: shop.host,
        is_rendered: false,
        reason: expect.stringMatching(/price/),
      },
    });
    expect(browser.wishes).toEqual([]);

    const added = await engine.call("links.add", { url, render: true });
    if (!added.ok || added.data.outcome !== "added") throw new Error("Not added.");
    const { service } = added.data;
    expect(browser.wishes).toMatchObject([{ url, allowedHosts: [shop.host] }]);
    expect(await priceOf(engine, service)).toBe(49.99);

    const asked = shop.requests.length;
    await watch(engine, service);
    price = '<p class="price">$44.50</p>';
    engine.clock.advance(hourMs);
    await until(async () => (await priceOf(engine, service)) === 44.5);
    expect(shop.requests).toHaveLength(asked);
    expect(browser.wishes).toHaveLength(2);
  });

  it("keeps its price where the hidden browser fails, and the check says why", async () => {
    const { shop, url } = await bareShop();
    let failure: RenderResult | null = null;
    const browser = fakeBrowser(() => '<p class="price">$49.99</p>');
    const engine = await startSetting([shop], { render: async (wish) => failure ?? browser.render(wish) });
    const added = await engine.call("links.add", { url, render: true });
    if (!added.ok || added.data.outcome !== "added") throw new Error("Not added.");
    const { service } = added.data;
    await watch(engine, service);
    failure = { kind: "failed", outcome: "timeout", detail: "The page was not there in time." };
    engine.clock.advance(hourMs);
    await until(async () => (await checkOf(engine, service)) !== undefined);
    expect(await checkOf(engine, service)).toMatchObject({ outcome: "timeout", failures: 1 });
    expect(await priceOf(engine, service)).toBe(49.99);
  });

  it("cannot be added without a window, which is said", async () => {
    const { shop, url } = await bareShop();
    const engine = await startSetting([shop]);
    expect(await engine.call("links.add", { url, render: true })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/browser window/) },
    });
  });

  it("is not opened where the shop refuses programs", async () => {
    const { shop, url } = await bareShop();
    shop.page = { offer: {}, status: 403, html: bare };
    const browser = fakeBrowser(() => "$1.00");
    const engine = await startSetting([shop], { render: browser.render });
    expect(await engine.call("links.add", { url })).toMatchObject({ ok: false });
    expect(browser.wishes).toEqual([]);
  });
});

describe("a price that was clicked", () => {
  const priced = (amount: string) =>
    bare.replace("<div id=buy></div>", `<div id=buy>Yours for <b>${amount}</b></div>`);

  it("is found again on the page, kept for the host, and read at each later check", async () => {
    const { shop, url } = await bareShop(priced("49.99"));
    const browser = fakeBrowser(() => "");
    const engine = await startSetting([shop], { render: browser.render });
    expect(await engine.call("links.add", { url, recipe })).toMatchObject({
      data: { outcome: "currency", price: 49.99 },
    });
    expect(await engine.call("recipes.list", {})).toMatchObject({ data: { recipes: [] } });
    const added = await engine.call("links.add", { url, recipe, currency: "USD" });
    if (!added.ok || added.data.outcome !== "added") throw new Error("Not added.");
    const { service } = added.data;
    expect(await engine.call("recipes.list", {})).toMatchObject({
      data: { recipes: [{ host: shop.host, price: { selectors: ["#buy > b"] } }] },
    });
    expect(browser.wishes).toEqual([]);

    await watch(engine, service);
    shop.page = { offer: {}, html: priced("44.50") };
    engine.clock.advance(hourMs);
    await until(async () => (await priceOf(engine, service)) === 44.5);

    shop.page = { offer: {}, html: bare };
    engine.clock.advance(hourMs);
    await until(async () => (await checkOf(engine, service))?.failures === 1);
    expect(await checkOf(engine, service)).toMatchObject({
      outcome: "no price",
      detail: expect.stringMatching(/does not match any more/),
    });
    expect(await priceOf(engine, service)).toBe(44.5);
  });

  it("is looked for in a hidden browser where the page as it is sent does not have it", async () => {
    const { shop, url } = await bareShop();
    const browser = fakeBrowser(() => "<b>$12.00</b>");
    const engine = await startSetting([shop], { render: browser.render });
    const added = await engine.call("links.add", { url, recipe });
    expect(added).toMatchObject({ data: { outcome: "added" } });
    expect(browser.wishes).toHaveLength(1);
  });

  it("that cannot be found again adds nothing and keeps no recipe", async () => {
    const { shop, url } = await bareShop();
    shop.page = { offer: { price: 49.99, availability: "InStock" } };
    const engine = await startSetting([shop], { render: fakeBrowser(() => "<i>$3.00</i>").render });
    expect(await engine.call("links.add", { url, recipe })).toMatchObject({
      data: { outcome: "unpriced", reason: expect.stringMatching(/clicked/) },
    });
    expect(await engine.call("recipes.list", {})).toMatchObject({ data: { recipes: [] } });
    expect(await engine.call("products.get", { ids: [url] })).toMatchObject({ ok: false });
  });

  it("is not looked for in a hidden browser where the shop refuses programs", async () => {
    const { shop, url } = await bareShop();
    shop.page = { offer: {}, status: 403, html: bare };
    const browser = fakeBrowser(() => "<b>$12.00</b>");
    const engine = await startSetting([shop], { render: browser.render });
    expect(await engine.call("links.add", { url, recipe })).toMatchObject({ ok: false });
    expect(browser.wishes).toEqual([]);
  });

  it("corrects a page in the product that the shopper has moved it to", async () => {
    const [first, second] = [await startShop(), await startShop()];
    const more = { gtin13: "0036000291452" };
    first.page = { offer: { price: 59, availability: "InStock" }, more };
    second.page = { offer: { price: 61, availability: "InStock" }, more };
    const engine = await startSetting([first, second]);
    const url = `${second.origin}/p/lantern`;
    const both = await engine.call("links.add", { url: `${first.origin}/p/lantern` });
    await engine.call("links.add", { url });
    if (!both.ok || both.data.outcome !== "added") throw new Error("Not added.");
    const { body } = await engine.get(`/products/offers?ids=${both.data.service}`);
    const moved = body.data[0]?.offers?.find(({ price }: { price: number }) => price === 61);
    const split = await engine.call("products.split", {
      service: both.data.service,
      offer_ids: [moved?.id ?? ""],
    });
    if (!split.ok) throw new Error(split.error.message);

    const data = JSON.stringify({ "@type": "Product", name: "Trail Lantern", ...more });
    const html = `<script type="application/ld+json">${data}</script>${priced("55.00")}`;
    second.page = { offer: {}, html };
    engine.clock.advance(1_000);
    const again = await engine.call("links.add", { url, recipe, currency: "USD" });
    if (!again.ok || again.data.outcome !== "added") throw new Error("Not added.");
    expect(again.data.service).not.toBe(both.data.service);
    const after = await engine.get(`/products/offers?ids=${again.data.service}`);
    expect(after.body.data[0]).toMatchObject({ offers: [{ id: moved?.id, price: 55 }] });
    expect(await priceOf(engine, both.data.service)).toBe(59);
  });

  it("corrects a page that is tracked already, as the same offer", async () => {
    const { shop, url } = await bareShop();
    const data =
      '<script type="application/ld+json">{"@type":"Product","name":"Trail Lantern","offers":{"price":59,"priceCurrency":"USD"}}</script>';
    shop.page = { offer: {}, html: `${data}${priced("49.99")}` };
    const engine = await startSetting([shop]);
    const first = await engine.call("links.add", { url });
    if (!first.ok || first.data.outcome !== "added") throw new Error("Not added.");
    const { service } = first.data;
    expect(await priceOf(engine, service)).toBe(59);
    expect(await engine.call("pages.tracked", { service })).toMatchObject({ data: { urls: [url] } });
    engine.clock.advance(1_000);
    expect(await engine.call("links.add", { url, recipe, currency: "USD" })).toMatchObject({
      data: { outcome: "added", service },
    });
    expect(await priceOf(engine, service)).toBe(49.99);
    const { body } = await engine.get(`/products/offers?ids=${service}`);
    expect(body.data[0]?.offers).toHaveLength(1);
  });
});
