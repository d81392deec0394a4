import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeRefusal } from "../../../src/main/engine/cli/commands/watch-add.js";
import { choiceNames } from "../../../src/renderer/components/adding/questions.js";
import type { Recipe } from "../../../src/shared/recipe/recipe.js";
import { HOUR_MS } from "../../../src/shared/time.js";
import type { TestEngine } from "../../support/engine.js";
import { addLink, readLink, startShop, startShopAndEngine, startShopEngine } from "../../support/shop.js";
import { openShop } from "../../support/shop-site.js";
import { until } from "../../support/until.js";

function offer(price: number, name: string) {
  return { "@type": "Offer", price, priceCurrency: "USD", name, availability: "InStock" };
}

async function pricesInDollars(engine: TestEngine, productKey: string): Promise<number[]> {
  const { body } = await engine.get(`/products/offers?ids=${productKey}`);
  return (body.data[0]?.offers ?? []).map(({ price }: { price: number }) => price);
}

/** A page with two variants at different prices, neither of them marked as selected. */
function pageOfVariants(small: number, large: number): string {
  const variants = [
    ["Small", small],
    ["Large", large],
  ] as const;
  const data = {
    "@context": "https://schema.org",
    "@type": "ProductGroup",
    name: "Trail Lantern",
    hasVariant: variants.map(([size, price]) => ({
      "@type": "Product",
      name: `Trail Lantern ${size}`,
      size,
      sku: `TL-${size}`,
      offers: offer(price, size),
    })),
  };
  return `<h1>Trail Lantern</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

describe("pages with several prices", () => {
  it("a page is added with the price that the user picks, and later checks follow that variant", async () => {
    const shop = await startShop();
    shop.page = { offer: {}, html: pageOfVariants(30, 45) };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/lantern`;
    const offered = await readLink(engine, { url });
    if (offered.outcome !== "choose") throw new Error(JSON.stringify(offered));
    expect(offered.title).toContain("Trail Lantern");
    expect(offered.choices.map(({ price }) => price)).toEqual([30, 45]);
    expect((await engine.call("app.info", {})).ok && (await engine.call("app.info", {}))).toMatchObject({
      data: { products: 0 },
    });

    const large = offered.choices[1];
    if (large === undefined) throw new Error("The second choice is missing.");
    const added = await addLink(engine, url, { pick: large.pick });
    const { product_key: productKey } = added;
    expect(added.title).toBe("Trail Lantern, Large");
    expect(await pricesInDollars(engine, productKey)).toEqual([45]);

    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    shop.page = { offer: {}, html: pageOfVariants(20, 40) };
    engine.clock.advance(HOUR_MS);
    await until(async () => (await pricesInDollars(engine, productKey))[0] === 40);
  });

  it("a page of several products names each, in window, command line and extension", async () => {
    const shop = await startShop();
    const card = (name: string, price: number) =>
      `<li><a href="/p/${name}"><img src="/${name}.png" alt=""></a><h3><a href="/p/${name}">Lamp ${name}</a></h3>
        <span class="price">$${price}.90</span><button>Add to cart</button></li>`;
    const html = `<html lang="en-US"><h1>Lamps</h1><ul>${card("Alpha", 19)}${card("Beta", 29)}</ul></html>`;
    shop.page = { offer: {}, html };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/lamps`;
    const offered = await readLink(engine, { url });
    if (offered.outcome !== "choose") throw new Error(JSON.stringify(offered));
    expect(choiceNames(offered.choices)).toEqual(["“Lamp Alpha”", "“Lamp Beta”"]);
    const named = [{ place: { words: "Lamp Alpha" } }, { place: { words: "Lamp Beta" } }];
    expect(describeRefusal(url, offered)).toMatchObject({ status: "ambiguous", candidates: named });
    expect(await engine.data("visits.read", { url, html })).toMatchObject({
      reading: { kind: "several", choices: named },
    });
  });

  it("a check fails once the picked variant is gone, without taking another variant's price", async () => {
    const shop = await startShop();
    shop.page = { offer: {}, html: pageOfVariants(30, 45) };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/lantern`;
    const offered = await readLink(engine, { url });
    const pick = offered.outcome === "choose" ? offered.choices[1]?.pick : undefined;
    if (pick === undefined) throw new Error("No choice was offered.");
    const { product_key: productKey } = await addLink(engine, url, { pick });
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    shop.page = { offer: {}, html: pageOfVariants(30, 45).replaceAll("Large", "Huge") };
    engine.clock.advance(HOUR_MS);
    const check = async () => {
      return (await engine.data("schedules.overview", { product_key: productKey })).schedules[0]?.checks[0];
    };
    await until(async () => (await check())?.failures === 1);
    expect(await check()).toMatchObject({ outcome: "ambiguous", failures: 1 });
    expect(await pricesInDollars(engine, productKey)).toEqual([45]);
  });
});

describe("pages without a clear price", () => {
  const plans = (basic: number, deluxe: number, more = "") =>
    `<html lang="en-US"><h1>Museum Pass</h1>${more}<table><tr><td>Basic</td><td>$${basic}.00</td></tr>
      <tr><td>Deluxe</td><td>$${deluxe}.00</td></tr></table>`;

  async function offerPlans() {
    const shop = await startShop();
    shop.page = { offer: {}, html: plans(49, 79) };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/pass`;
    return { shop, engine, url, offered: await readLink(engine, { url }) };
  }

  it("offer their amounts to select from, and later checks follow the words beside the selected one", async () => {
    const { shop, engine, url, offered } = await offerPlans();
    if (offered.outcome !== "choose") throw new Error(JSON.stringify(offered));
    expect(offered).toMatchObject({
      title: "Museum Pass",
      choices: [
        { price: 49, place: { words: "Basic" } },
        { price: 79, place: { words: "Deluxe" } },
      ],
    });
    const { product_key: productKey } = await addLink(engine, url, { pick: offered.choices[1]?.pick });
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    shop.page = { offer: {}, html: plans(39, 69, "<table><tr><td>Child</td><td>$9.00</td></tr></table>") };
    engine.clock.advance(HOUR_MS);
    await until(async () => (await pricesInDollars(engine, productKey))[0] === 69);
  });

  it("keep the page's name behind a question for the age", async () => {
    const shop = await startShop();
    const gate = '<meta property="og:title" content="Old Whisky 12"><h1>Are you over 21?</h1>';
    shop.page = { offer: {}, html: gate };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/whisky`;
    expect(await readLink(engine, { url })).toMatchObject({
      outcome: "unread",
      cause: "age",
      title: "Old Whisky 12",
    });
  });

  it("that list products ask which of these to watch, not for a price", async () => {
    const shop = await startShop();
    const card = (i: number) =>
      `<li class=card><a href="/p/lamp-${i}">Garden Lamp ${i}</a> <b>$1${i}.00</b></li>`;
    shop.page = {
      offer: {},
      html: `<html lang="en-US"><h1>Lamps</h1><ul>${card(1)}${card(2)}${card(3)}</ul>`,
    };
    const engine = await startShopEngine([shop]);
    expect(await readLink(engine, { url: `${shop.origin}/lamps` })).toMatchObject({
      outcome: "unread",
      list: { items: 3 },
    });
  });
});

describe("pages of another pack size than the product that they would join", () => {
  const perfume = (size: string, price: number, gtin13: string) => ({
    offer: { price, priceCurrency: "EUR", availability: "InStock" },
    extraFields: { name: `Fjord Eau de Toilette ${size}`, gtin13 },
  });

  async function startShops() {
    const [large, small] = [await startShop(), await startShop()];
    large.page = perfume("100 ml", 98, "4006381333931");
    small.page = perfume("50 ml", 65, "4006381333948");
    const engine = await startShopEngine([large, small]);
    const { product_key: into } = await addLink(engine, `${large.origin}/p/lantern`);
    const offers = async (productKey: string) => {
      return (await engine.data("offers.foreign", { product_key: productKey })).currencies.flatMap((each) =>
        each.offers.map(({ price }) => price),
      );
    };
    return { engine, small, request: { url: `${small.origin}/p/lantern`, into }, offers };
  }

  it("a page is not saved before the user has answered", async () => {
    const { engine, request, offers } = await startShops();
    expect(await readLink(engine, request)).toMatchObject({
      outcome: "size",
      title: "Fjord Eau de Toilette 50 ml",
      price: 65,
      currency: "EUR",
      size: { amount: 50, unit: "ml" },
      product_key: request.into,
      product_size: { amount: 100, unit: "ml" },
    });
    expect(await offers(request.into)).toEqual([98]);
  });

  it("a page joins if the user says so, and is not asked about again", async () => {
    const { engine, request, offers } = await startShops();
    const joined = await readLink(engine, { ...request, other_size: "join" });
    expect(joined).toMatchObject({ outcome: "added", product_key: request.into });
    expect((await offers(request.into)).sort()).toEqual([65, 98]);
    expect(await readLink(engine, request)).toMatchObject({ outcome: "added" });
  });

  it("a page becomes a product of its own although its barcode is the other's", async () => {
    const { engine, small, request, offers } = await startShops();
    small.page = perfume("50 ml", 65, "4006381333931");
    const { url } = request;
    expect(await readLink(engine, { url })).toMatchObject({
      outcome: "size",
      product_key: request.into,
    });
    const added = await addLink(engine, url, { into: request.into, other_size: "separate" });
    expect(added).toMatchObject({ title: "Fjord Eau de Toilette 50 ml", is_known_product: false });
    const own = added.product_key;
    expect(own).not.toBe(request.into);
    expect([await offers(own), await offers(request.into)]).toEqual([[65], [98]]);
    expect((await engine.get("/products?ids=4006381333931")).body.data).toMatchObject([
      { service: request.into },
    ]);
  });

  it.each(["Fjord Eau de Toilette", "Fjord Eau de Toilette 3.4 fl oz", "Fjord Soap 75 g"])(
    "a page joins without a question if its size is unknown, the same or in another unit: %s",
    async (name) => {
      const { engine, small, request } = await startShops();
      small.page = { ...small.page, extraFields: { name } };
      expect(await readLink(engine, request)).toMatchObject({
        outcome: "added",
        product_key: request.into,
      });
    },
  );
});

describe("pages that do not name their currency", () => {
  it("names the currencies that share the sign on the page", async () => {
    const shop = await startShop();
    shop.page = { offer: {}, html: "<h1>Loose Tea</h1><p class=price>$8.49</p><button>Add to cart</button>" };
    const engine = await startShopEngine([shop]);
    expect(await readLink(engine, { url: `${shop.origin}/p/tea` })).toMatchObject({
      outcome: "currency",
      price: 8.49,
      sign: "$",
      possible: ["USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD", "CLP", "COP", "ARS", "TWD", "UYU"],
    });
  });

  const tea = "<h1>Loose Tea</h1>";
  const recipe: Recipe = {
    version: 1,
    host: "shop.example",
    price: { selectors: [".now"], attribute: null, decimal: "." },
  };
  const listing = { words: "" };
  const cards = [1, 2, 3].map(
    (i) => `<li class=card><a href="/p/tea-${i}">Loose Tea ${i}</a> <b class=price>$1${i}.49</b></li>`,
  );

  it.each([
    ["a clicked price", `${tea}<p>Ask for it: <span class=now>$180.60</span></p>`, { recipe }, 180.6],
    [
      "a clicked price among other products",
      `${tea}<aside><a href="/p/2">Tea Tin</a> <b class=now>$180.60</b></aside>`,
      { recipe },
      180.6,
    ],
    [
      "a clicked price in an attribute",
      `${tea}<aside><b class=now data-price=180.60>$180.60</b></aside>`,
      { recipe: { ...recipe, price: { ...recipe.price, attribute: "data-price" } } },
      180.6,
    ],
    [
      "a price selected among several",
      `${tea}<table><tr><td>Tin</td><td>$8.49</td></tr><tr><td>Bag</td><td>$6.49</td></tr></table>`,
      { pick: { from: "shown", variant: "Bag", nth: 0 } },
      6.49,
    ],
    ["the cheapest of a list", `<h1>Teas</h1><ul>${cards.join("")}</ul>`, { listing }, 11.49],
  ])("keeps the sign of %s", async (_what, html, options, price) => {
    const shop = await startShop();
    shop.page = { offer: {}, html };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/tea`;
    expect(await readLink(engine, { url, ...options })).toMatchObject({
      outcome: "currency",
      price,
      sign: "$",
      possible: expect.arrayContaining(["USD", "CAD"]),
    });
  });

  it("takes the currency of the shop's other pages only if it has the sign beside the price", async () => {
    const shop = await startShop();
    const html = (price: string) =>
      `<h1>Loose Tea</h1><p class=price>${price}</p><button>Add to cart</button>`;
    shop.page = { offer: {}, html: html("€8.49") };
    const engine = await startShopEngine([shop]);
    await addLink(engine, `${shop.origin}/p/tea`);
    shop.page = { offer: {}, html: html("$8.49") };
    expect(await readLink(engine, { url: `${shop.origin}/p/tin` })).toMatchObject({ outcome: "currency" });
  });

  it.each([
    ["da", "<nav>Kurv (0,00 DKK)</nav>", ["DKK"]],
    ["da", "<nav>50 kr. rabat på første køb, 12 EUR til andre lande</nav>", ["DKK", "EUR"]],
    ["sv", "", ["SEK"]],
    ["pl", "", ["PLN"]],
    ["de", "", ["EUR"]],
    ["en", "", []],
  ])(
    "the choice begins with the currencies to which the rest of the page points: %s, %s",
    async (lang, beside, possible) => {
      const shop = await startShop();
      shop.page = {
        offer: {},
        html: `<html lang=${lang}>${beside}<h1>Trail Lantern</h1><script type="application/ld+json">{"@type":"Product","name":"Trail Lantern","offers":{"@type":"Offer","price":"4995"}}</script>`,
      };
      const engine = await startShopEngine([shop]);
      expect(await readLink(engine, { url: `${shop.origin}/p/lantern` })).toMatchObject({
        outcome: "currency",
        price: 4995,
        sign: null,
        possible,
      });
    },
  );

  it("a page without a currency makes the user name the currency once for each shop instead of assuming dollars", async () => {
    const shop = await startShop();
    shop.page = { offer: { price: 1299, priceCurrency: undefined, availability: "InStock" } };
    const engine = await startShopEngine([shop]);
    const url = `${shop.origin}/p/lantern`;
    expect(await readLink(engine, { url })).toMatchObject({ outcome: "currency", price: 1299 });
    const added = await addLink(engine, url, { currency: "SEK" });
    const foreign = await engine.call("offers.foreign", { product_key: added.product_key });
    const second = await readLink(engine, { url: `${shop.origin}/p/second-lantern` });
    expect(second).toMatchObject({ outcome: "added", currency: "SEK" });
    expect(foreign).toMatchObject({ ok: true, data: { currencies: [{ currency: "SEK" }] } });
    const links = [{ text: url, options: { currency: "crowns" } }];
    expect(await engine.call("links.add", { links })).toMatchObject({ ok: false });
  });
});

describe("prices in other currencies", () => {
  it("a foreign price is stored and listed separately, while the API returns dollars only", async () => {
    const [home, abroad] = [await startShop(), await startShop()];
    home.page = { offer: { price: 50, availability: "InStock" }, extraFields: { gtin13: "0036000291452" } };
    abroad.page = {
      offer: { price: 39.5, priceCurrency: "EUR", availability: "InStock" },
      extraFields: { gtin13: "0036000291452" },
    };
    const engine = await startShopEngine([home, abroad]);
    const { product_key: productKey } = await addLink(engine, `${home.origin}/p/lantern`);
    expect(await addLink(engine, `${abroad.origin}/p/lantern`)).toMatchObject({
      product_key: productKey,
      is_known_product: true,
    });
    expect(await pricesInDollars(engine, productKey)).toEqual([50]);

    abroad.page = { offer: { price: 35, priceCurrency: "EUR", availability: "InStock" } };
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    engine.clock.advance(HOUR_MS);
    const foreign = async () => {
      return (await engine.data("offers.foreign", { product_key: productKey })).currencies;
    };
    await until(async () => (await foreign())[0]?.offers[0]?.price === 35);
    engine.clock.advance(60_000);
    expect(await foreign()).toMatchObject([
      {
        currency: "EUR",
        offers: [{ currency: "EUR", history: [{ price: 39.5 }, { price: 35 }] }],
        statistics: {
          currency: "EUR",
          current: { price: 35 },
          verdict: { reason: expect.stringContaining("€35.00") },
        },
      },
    ]);
    expect(await engine.data("app.statistics", { product_key: productKey })).toMatchObject({
      currency: "USD",
      current: { price: 50 },
      lowest: { price: 50 },
    });
  });

  it("a foreign price that replaces dollars on the same page fails the check", async () => {
    const { shop, engine } = await startShopAndEngine();
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    shop.page = { offer: { price: 44, priceCurrency: "EUR", availability: "InStock" } };
    engine.clock.advance(HOUR_MS);
    const check = async () => {
      return (await engine.data("schedules.overview", { product_key: productKey })).schedules[0]?.checks[0];
    };
    await until(async () => (await check())?.failures === 1);
    expect(await check()).toMatchObject({ outcome: "currency", failures: 1 });
  });
});

/** Two pages of each kind of shop. */
const shops: readonly (readonly [string, string])[] = [
  ["shopify-sale-simple", "shopify-old-theme-cad"],
  ["microdata-nested", "microdata-meta-itemprop"],
  ["meta-og-price", "meta-product-sale-price"],
  ["next-data-only", "next-app-router-flight"],
  ["text-eur-de", "text-gbp-no-pence"],
  ["woo-sale-del-ins", "former-price-by-class"],
  ["text-superscript-cents", "marketplace-split-price"],
  ["subscribe-and-save", "trap-instalments-first"],
  ["auction-buy-now", "market-buy-now-best-offer"],
  ["trap-unit-price-first", "grocery-per-kilo"],
  ["jsonld-before-sale", "jsonld-net-shown-gross"],
  ["oos-with-price", "oos-without-price"],
  ["currency-dollar-no-region", "currency-dollar-no-region"],
  ["ambiguous-microdata-range", "woo-variable-range-ambiguous"],
  ["blocked-access-denied", "blocked-404-de"],
];

it("a paste of 30 links to 15 shops watches what its pages tell, and asks once for each thing that they do not", async () => {
  const { port, close } = await openShop((path, host) => {
    const [, , , shop] = host.split(/[.:]/);
    const name = shops[Number(shop) - 1]?.[Number(path.slice(1))] ?? "";
    const html = readFileSync(`test/fixtures/pages/${name}.html`, "utf8");
    return { html, status: name.startsWith("blocked") ? 403 : 200 };
  }, "0.0.0.0");
  onTestFinished(close);
  const engine = await startShopEngine([]);
  const hosts = shops.map((_, i) => `127.0.0.${i + 1}:${port}`);
  for (const host of hosts) await engine.data("pages.allow", { host, is_allowed: true });
  const links = hosts.flatMap((host) => [0, 1].map((path) => ({ text: `http://${host}/${path}` })));
  const added = await engine.data("links.add", { links });
  const ids = added.links.map(({ id }) => id);
  const read = async () => (await engine.data("links.wait", { ids })).links;
  const countAsked = async () => {
    const asked = (await read()).flatMap(({ question }) => question?.outcome ?? []);
    return ["choose", "currency", "unread"].map((each) => asked.filter((one) => one === each).length);
  };
  expect(await countAsked()).toEqual([2, 2, 3]);
  expect((await read()).filter(({ state }) => state === "watched")).toHaveLength(23);
  // The shop's other link needs no answer of its own.
  const asking = (await read()).find(({ question }) => question?.outcome === "currency");
  await engine.data("links.answer", { ids: [asking?.id ?? 0], options: { currency: "USD" } });
  expect(await countAsked()).toEqual([2, 0, 3]);
  expect((await read()).filter(({ state }) => state === "watched")).toHaveLength(25);
});

it("a private host is fetched only while the user allows it", async () => {
  const shop = await startShop();
  const engine = await startShopEngine([]);
  const url = `${shop.origin}/p/lantern`;
  expect(await readLink(engine, { url })).toMatchObject({ outcome: "private", host: shop.host });
  expect(shop.requests).toEqual([]);
  expect(await engine.data("pages.allow", { host: shop.host, is_allowed: true })).toMatchObject({
    hosts: [shop.host],
  });
  const { product_key: productKey } = await addLink(engine, url);
  expect(await engine.data("pages.allow", { host: shop.host, is_allowed: false })).toMatchObject({
    hosts: [],
  });
  const before = shop.requests.length;
  await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
  engine.clock.advance(HOUR_MS);
  await until(async () => {
    const answer = await engine.call("schedules.overview", { product_key: productKey });
    return answer.ok && answer.data.schedules[0]?.checks[0]?.outcome === "refused address";
  });
  expect(shop.requests).toHaveLength(before);
});

it.each(["", "a b", "http://nas.local/", "nas.local/path", "user@nas"])(
  "a private host cannot be allowed as '%s'",
  async (host) => {
    const engine = await startShopEngine([]);
    expect(await engine.call("pages.allow", { host, is_allowed: true })).toMatchObject({ ok: false });
  },
);
