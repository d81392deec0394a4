import { describe, expect, it } from "vitest";
import type { TestEngine } from "../../support/engine.js";
import { checkHourly, readLink, type Shop, startShop, startShopEngine } from "../../support/shop.js";

interface Card {
  readonly name: string;
  readonly price: string;
  readonly more?: string;
}

const lanterns: readonly Card[] = [
  { name: "Trail Lantern Mini", price: "$24.90" },
  { name: "Trail Lântern Pro", price: "$49.90" },
  { name: "Trail Lantern Max", price: "$89.00" },
  { name: "Camp Stove", price: "$12.00" },
  { name: "Trail Lantern Mini, used", price: "$9.90" },
];

/** A page of search results, with menus, filters and pages of results as shops have them. */
function results(cards: readonly Card[]): string {
  const items = cards.map(
    ({ name, price, more = "" }) => `<li class="product-card">
      <a href="/p/${encodeURIComponent(name)}"><img src="/pictures/${encodeURIComponent(name)}.jpg" alt=""></a>
      <h3><a href="/p/${encodeURIComponent(name)}">${name}</a></h3>
      <a href="/reviews?of=${encodeURIComponent(name)}">12 reviews</a>
      <span class="price">${price}</span>${more}</li>`,
  );
  return `<html lang="en-US"><title>Lanterns</title><header><a href="/">Ridgeline Outfitters</a>
    <p>Free delivery from $99.00</p></header>
    <nav><ul><li><a href="/c/lanterns-and-lamps">Lanterns</a></li><li><a href="/c/stoves">Stoves</a></li></ul></nav>
    <main><h1>Camping lights</h1><ul class="results">${items.join("")}</ul>
    <div class="pagination"><a href="?page=2">2</a><a href="?page=3">3</a></div></main>
    <footer><a href="/privacy">Privacy</a><a href="/terms">Terms</a></footer></html>`;
}

function show(shop: Shop, cards: readonly Card[]): void {
  shop.page = { offer: {}, html: results(cards) };
}

function change(name: string, by: Partial<Card>): Card[] {
  return lanterns.map((card) => (card.name === name ? { ...card, ...by } : card));
}

async function add(engine: TestEngine, input: Parameters<typeof readLink>[1]) {
  return readLink(engine, input);
}

async function startListing(words = "trail lantern -used") {
  const shop = await startShop();
  show(shop, lanterns);
  const engine = await startShopEngine([shop]);
  const url = `${shop.origin}/search?q=lantern`;
  const added = await add(engine, { url, listing: { words } });
  if (added.outcome !== "added") throw new Error(`Not added: ${JSON.stringify(added)}`);
  const pages = async () => {
    return (await engine.data("offers.terms", { product_key: added.product_key })).pages;
  };
  const offer = async () =>
    (await engine.get(`/products/offers?ids=${added.product_key}`)).body.data[0]?.offers[0];
  const lastCheck = async () => {
    const result = await engine.data("products.check", { product_key: added.product_key });
    return result.checks[0];
  };
  return { shop, engine, url, added, pages, offer, lastCheck };
}

describe("a page that lists products", () => {
  it("is watched by the cheapest product whose title has the words", async () => {
    const { shop, added, pages, url } = await startListing();
    expect(added).toMatchObject({
      title: "trail lantern -used · 127.0.0.1",
      price: 24.9,
      currency: "USD",
      is_sold_out: false,
    });
    expect(await pages()).toMatchObject([
      {
        url,
        listing: { words: "trail lantern -used" },
        terms: { cheapest: { title: "Trail Lantern Mini", url: `${shop.origin}/p/Trail%20Lantern%20Mini` } },
      },
    ]);
  });

  it("alerts when another product becomes the cheapest", async () => {
    const { shop, engine, added, pages, offer } = await startListing();
    const { check, alerts } = await checkHourly(engine, added.product_key);
    show(shop, change("Trail Lântern Pro", { price: "<s>$49.90</s> $21.50" }));
    await check();
    expect(await offer()).toMatchObject({ price: 21.5 });
    expect((await pages())[0]?.terms.cheapest?.title).toBe("Trail Lântern Pro");
    expect(await alerts()).toEqual([["price_drop", "$21.50 at 127.0.0.1, was $24.90 (−14%)"]]);
    const { entries } = await engine.data("inbox.list", {});
    expect(entries.map(({ data }) => data.product.title)).toEqual([
      "trail lantern -used · Trail Lântern Pro",
    ]);
  });

  it("costs as much as the next one when the cheapest vanishes or sells out", async () => {
    const { shop, lastCheck, offer, pages } = await startListing();
    show(
      shop,
      lanterns.filter(({ name }) => name !== "Trail Lantern Mini"),
    );
    expect(await lastCheck()).toMatchObject({ outcome: "ok" });
    // So far from the usual price that a second check has to confirm it.
    await lastCheck();
    expect(await offer()).toMatchObject({ price: 49.9 });
    show(shop, change("Trail Lantern Mini", { price: "$19.90", more: "<p>Sold out</p>" }));
    await lastCheck();
    expect(await offer()).toMatchObject({ price: 49.9 });
    expect((await pages())[0]?.terms.cheapest?.title).toBe("Trail Lântern Pro");
  });

  it("is sold out when all that match are", async () => {
    const { shop, lastCheck, offer } = await startListing("mini -used");
    show(shop, change("Trail Lantern Mini", { more: "<p>Sold out</p>" }));
    await lastCheck();
    expect(await offer()).toMatchObject({ availability: "out", price: 24.9 });
  });

  it("fails a check with a reason when nothing matches", async () => {
    const { shop, lastCheck, offer } = await startListing();
    show(shop, lanterns.filter(({ name }) => !name.startsWith("Trail")).concat(lanterns.slice(3, 4)));
    expect(await lastCheck()).toMatchObject({
      outcome: "no match",
      reason: "No product on the page matches “trail lantern -used”.",
    });
    expect(await offer()).toMatchObject({ price: 24.9 });
  });

  it("is not added when nothing matches", async () => {
    const shop = await startShop();
    show(shop, lanterns);
    const engine = await startShopEngine([shop]);
    expect(await add(engine, { url: `${shop.origin}/search`, listing: { words: "kayak" } })).toMatchObject({
      outcome: "unread",
      cause: "no-product",
      reason: "No product on the page matches “kayak”.",
    });
  });

  it("is offered as a list when its link is added like that of a product", async () => {
    const shop = await startShop();
    show(shop, lanterns);
    const engine = await startShopEngine([shop]);
    expect(await add(engine, { url: `${shop.origin}/search` })).toMatchObject({
      outcome: expect.stringMatching(/^(?:unread|choose)$/),
      list: { items: 5 },
    });
  });

  it("keeps its words when the link is added again, and refuses others", async () => {
    const { engine, url, added, pages } = await startListing();
    expect(await add(engine, { url, into: added.product_key })).toMatchObject({
      outcome: "added",
      product_key: added.product_key,
      is_known_page: true,
    });
    await expect(add(engine, { url, listing: { words: "stove" } })).rejects.toThrow(
      "This page is watched already, for “trail lantern -used”.",
    );
    await add(engine, { url, listing: { words: "stove" }, into: added.product_key });
    expect(await pages()).toMatchObject([
      { listing: { words: "stove" }, terms: { cheapest: { title: "Camp Stove" } } },
    ]);
  });
});
