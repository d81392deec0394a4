import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { extractCheapest, matchesWords } from "../../../../../src/main/engine/extract/listing/cheapest.js";
import { readListing } from "../../../../../src/main/engine/extract/listing/listing.js";
import { readPageLinks } from "../../../../../src/main/engine/sources/lists/page-links.js";
import { parseList } from "../../../../../src/main/engine/sources/lists/parse-list.js";
import { fileOptions } from "../../../../support/list-file.js";

const url = "https://www.ridgeline.example/c/lanterns?page=1";

function suggested(html: string, address = url) {
  const { items } = readPageLinks(html, address);
  return items
    .filter((item) => item.is_suggested)
    .map((item) => [item.title, item.price, item.currency, item.url]);
}

const menu = `<header><a href="/">Ridgeline</a><a href="/account/login">Log in</a><a href="/cart">Cart $0.00</a></header>
  <nav><ul><li><a href="/c/camping-lights-and-lamps-12">Lights</a></li><li><a href="/c/stoves-and-fuel-for-camping-13">Stoves</a></li>
  <li><a href="/c/tents-for-two-people-14">Tents</a></li></ul></nav>`;
const footer = `<div class="pagination"><a href="?page=2">2</a><a href="/c/lanterns?page=3">3</a></div>
  <footer><p>Free delivery from $99.00</p><a href="/info/privacy">Privacy</a><a href="/info/imprint">Imprint</a>
  <a href="https://www.facebook.com/ridgeline-outfitters-12345">Facebook</a></footer>`;

function card(name: string, price: string, more = ""): string {
  const path = `/p/${name.toLowerCase().replaceAll(" ", "-")}-${name.length}00`;
  return `<li class="card"><a href="${path}"><img src="/i/${name.length}.jpg" alt=""></a>
    <p class="brand"><a href="/brands/halden">Halden</a></p><h3><a href="${path}?utm_source=list">${name}</a></h3>
    <a href="${path}#reviews">12 reviews</a><a href="/reviews?of=${name.length}">All reviews</a>
    <span class="price">${price}</span>${more}<a href="/cart/add?id=${name.length}">Add to cart</a></li>`;
}

describe("a page that lists products", () => {
  test("suggests each product once, with its name and price, and nothing else", () => {
    const cards = [
      card("Trail Lantern", "$24.90"),
      card("Camp Lantern Pro", "<s>$59.00</s> <b>$49.90</b>"),
      card("Head Lamp Mini", "from $9.90", "<p>12.40 $/100 g</p>"),
      card("Storm Lamp", "", "<p>Sold out</p>"),
      card("Endless Lamp", "$5.00").replaceAll("/p/", `/p/${"x".repeat(4_096)}`),
    ];
    const html = `${menu}<main><h1>Lanterns</h1><ul>${cards.join("")}</ul></main>${footer}`;
    expect(suggested(`<html lang="en-US">${html}</html>`)).toEqual([
      ["Trail Lantern", 24.9, "USD", "https://www.ridgeline.example/p/trail-lantern-1300"],
      ["Camp Lantern Pro", 49.9, "USD", "https://www.ridgeline.example/p/camp-lantern-pro-1600"],
      ["Head Lamp Mini", 9.9, "USD", "https://www.ridgeline.example/p/head-lamp-mini-1400"],
      ["Storm Lamp", null, null, "https://www.ridgeline.example/p/storm-lamp-1000"],
    ]);
    expect(readPageLinks(html, url).name).toBe("Lanterns");
    const own = "https://www.ridgeline.example/p/trail-lantern-1300";
    expect(suggested(html, own).map(([title]) => title)).not.toContain("Trail Lantern");
  });

  test("keeps the sign of prices where several currencies share it", () => {
    const names = ["Trail Lantern", "Camp Lantern Pro", "Head Lamp Mini"];
    const cards = names.map((name) => card(name, "$18.70")).join("");
    const html = `${menu}<main><h1>Lanterns</h1><ul>${cards}</ul></main>${footer}`;
    expect(suggested(html).map(([, price, currency]) => [price, currency])).toEqual(
      names.map(() => [18.7, "$"]),
    );
    const foreign = html.replace("</ul></main>", `${card("Storm Lamp", "€5.00")}</ul></main>`);
    expect(extractCheapest({ url, html: foreign }, { words: "" }).offer).toMatchObject({
      price: 18.7,
      currency: null,
      sign: "$",
    });
  });

  test("does not take products that it only recommends", () => {
    const others = ["Camping Chair", "Camping Table", "Camping Bench"].map((name) => card(name, "$5.00"));
    const cards = ["Trail Lantern", "Camp Lantern Pro", "Head Lamp Mini"].map((name) => card(name, "$20.00"));
    const html = `<main><h1>Lanterns</h1><ul>${cards.join("")}</ul><h2>You may also like</h2><ul>${others.join("")}</ul></main>`;
    expect(suggested(html).map(([title]) => title)).toEqual([
      "Trail Lantern",
      "Camp Lantern Pro",
      "Head Lamp Mini",
    ]);
  });

  test("takes names and prices from its data where it shows none", () => {
    const elements = ["Trail Lantern", "Camp Lantern"].map((name, i) => ({
      "@type": "ListItem",
      position: i + 1,
      item: {
        "@type": "Product",
        name,
        url: `/p/${i}`,
        offers: { price: 20 + i, priceCurrency: "EUR", availability: "https://schema.org/OutOfStock" },
      },
    }));
    const data = { "@type": "ItemList", itemListElement: elements };
    const html = `<h1>Lanterns</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
    expect(suggested(html)).toEqual([
      ["Trail Lantern", 20, "EUR", "https://www.ridgeline.example/p/0"],
      ["Camp Lantern", 21, "EUR", "https://www.ridgeline.example/p/1"],
    ]);
    expect(readListing(html, new URL(url)).items.every(({ isSoldOut }) => isSoldOut)).toBe(true);
  });

  test("suggests links of one shape to products without prices, such as those of a wish list", () => {
    const wishes = ["red-trail-lantern", "blue-camp-lantern", "small-head-lamp"].map(
      (slug) => `<div><a href="/product/${slug}-100"><h4>${slug}</h4></a></div>`,
    );
    expect(suggested(`${menu}<main>${wishes.join("")}</main>${footer}`).map(([title]) => title)).toEqual([
      "red-trail-lantern",
      "blue-camp-lantern",
      "small-head-lamp",
    ]);
  });

  test("looks through addresses that count clicks and places", () => {
    const rows = ["B000000001", "B000000002", "B000000003"].map(
      (
        asin,
        i,
      ) => `<div class="row"><a href="/sspa/click?spc=${i}&url=%2FLantern%2Fdp%2F${asin}%2Fref%3Dsr_1_${i}">
        <h2>Lantern number ${i}</h2></a><span class="price">€${i + 5},99</span></div>`,
    );
    expect(suggested(rows.join("")).map(([, price, , link]) => [price, link])).toEqual([
      [5.99, "https://www.ridgeline.example/dp/B000000001"],
      [6.99, "https://www.ridgeline.example/dp/B000000002"],
      [7.99, "https://www.ridgeline.example/dp/B000000003"],
    ]);
  });

  test.each(["none-category.html", "none-search-results.html"])("is read on the fixture %s", (file) => {
    const html = readFileSync(join(import.meta.dirname, "../../../../fixtures/pages", file), "utf8");
    const items = readListing(html, new URL(url)).items.filter(({ isSuggested }) => isSuggested);
    expect(items.length).toBeGreaterThanOrEqual(20);
    for (const item of items) {
      expect(item.url).toMatch(/\/p\/[\w-]+-\d+$/);
      expect(item).toMatchObject({
        price: expect.any(Number),
        currency: "USD",
        title: expect.stringMatching(/^[A-Z]/),
      });
    }
  });
});

describe("a page that a browser saved", () => {
  const cards = ["Trail Lantern", "Camp Lantern Pro", "Head Lamp Mini"]
    .map((name) => card(name, "$20.00"))
    .join("");

  test.each([
    ["a comment", "<!-- saved from url=(0038)https://www.ridgeline.example/lanterns -->", ""],
    ["its canonical address", "", '<link rel="canonical" href="https://www.ridgeline.example/lanterns">'],
    ["its base", "", '<base href="https://www.ridgeline.example/">'],
  ])("finds its shop by %s", (_name, comment, head) => {
    const list = parseList(
      `<!DOCTYPE html>${comment}<html><head>${head}<title>Lamps</title></head><main>${cards}</main></html>`,
      fileOptions({ fileName: "x.html" }),
    );
    expect(list.format).toBe("page");
    expect(list.name).toBe("Lamps");
    const items = list.items.filter((item) => item.is_suggested);
    expect(items.map((item) => item.url)).toContain("https://www.ridgeline.example/p/trail-lantern-1300");
    expect(items).toHaveLength(3);
  });

  test("says how many links lack the shop's address if it does not say where it is from, until it is named", () => {
    const html = `<html><main>${cards}<a href="https://b.example/p/lamp-1">Lamp</a></main></html>`;
    const list = parseList(html, fileOptions());
    expect(list.items.map((item) => item.url)).toEqual(["https://b.example/p/lamp-1"]);
    expect(list.skipped[0]?.reason).toMatch(/^\d+ links lack their shop's address/);
    expect(list.needsPageUrl).toBe(true);
    const named = parseList(html, fileOptions({ pageUrl: "https://www.ridgeline.example/c/lanterns" }));
    expect(named).toMatchObject({ needsPageUrl: false, skipped: [] });
    expect(named.items.map((item) => item.url)).toContain(
      "https://www.ridgeline.example/p/trail-lantern-1300",
    );
  });

  test("suggests the links of a short list, whose text reads like a product's", () => {
    const items = [1, 2].map(
      (i) =>
        `<li><a href="https://b.example/p/lamp-${i}">Lamp ${i}00</a> <span class="price">US$${i}9.99</span></li>`,
    );
    const html = `<title>My wishes</title><main><h1>My wishes</h1><ul>${items.join("")}</ul></main>`;
    const { items: read } = readPageLinks(html, "https://a.example/wishes");
    expect(read.filter((item) => item.is_suggested).map(({ url }) => url)).toEqual([
      "https://b.example/p/lamp-1",
      "https://b.example/p/lamp-2",
    ]);
  });

  test("suggests the product of a page of one product", () => {
    const html = `<!doctype html><html lang="en-US"><head><link rel="canonical" href="https://www.ridgeline.example/p/storm-lamp-1">
      <title>Storm Lamp</title></head><h1>Storm Lamp</h1><p class="price">$35.00</p><button>Add to cart</button>
      <h2>You may also like</h2><ul>${cards}</ul></html>`;
    const list = parseList(html, fileOptions());
    expect(list.items.filter((item) => item.is_suggested)).toMatchObject([
      { url: "https://www.ridgeline.example/p/storm-lamp-1", title: "Storm Lamp", price: 35 },
    ]);
  });
});

test.each([
  ["Trail Lántern Pro", "lantern trail", true],
  ["Trail Lantern Pro", "TRAIL -pro", false],
  ["Trail Lantern", "trail -pro -max", true],
  ["Trail Lantern", "trail tent", false],
  ["Trail Lantern", "", true],
  [null, "trail", false],
])("the title %s matches the words %j: %s", (title, words, expected) => {
  expect(matchesWords(title, words)).toBe(expected);
});
