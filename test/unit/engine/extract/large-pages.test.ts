import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { planLookup } from "../../../../src/main/engine/domain/identifier.js";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { collectPage } from "../../../../src/main/engine/extract/html/collect-page.js";
import { limits } from "../../../../src/main/engine/extract/limits.js";
import { jsonLd, page, shopUrl } from "./pages.js";

const name = '<script type=application/ld+json>{"@type":"Product","name":"';

/** Bodies that once took quadratic time: at this size, minutes instead of a tenth of a second. */
type Unit = string | ((i: number) => string);
const slowBodies: readonly (readonly [what: string, before: string, unit: Unit, after: string])[] = [
  ["nested elements", "", "<div>é&", "</script>"],
  ["nested properties", "", '<i itemprop=price>1x="', "-->"],
  ["unclosed comments in JSON-LD", name, "<div>/*", "</script>"],
  ["commas before unclosed comments in JSON-LD", name, ",/*", '"}</script>'],
  ["escaped quotes in unclosed JSON-LD", name, '\\\\"', "</script>"],
  ["apostrophes in unclosed state", "<script>window.__INITIAL_STATE__ = {", "\\\\'", "</script>"],
  [
    "escaped quotes in state that is not JSON",
    '<script>var meta = {"product":',
    '\\"<div class=price>',
    "]}</script>",
  ],
  ["letters in a word of state", "<script>var meta = {price:", "a", "}</script>"],
  ["unclosed pushes to the data layer", '<script>var meta = {"price":[', "dataLayer.push({", "]}</script>"],
  ["semicolons after JSON-LD", `${name}"}`, ";", "x</script>"],
  ["claims of properties", "", '<i itemscope itemref="a"></i><i id=a><i itemprop=b>c</i></i>', ""],
  ["spaces between words", "", `<p>${" ".repeat(90_000)}5`, ""],
  ["words in brands within each other", "<div class=brand>".repeat(500), "word ", ""],
  [
    "offers at different prices",
    '<script type=application/ld+json>{"@type":"Product","offers":[',
    (i) => `{"@type":"Offer","price":${i}},`,
    "{}]}</script>",
  ],
  ["amounts in attributes", "", (i) => `<b data-price="${i}" data-currency="EUR"></b>`, ""],
  ["sellers", "<table><tr><th>Seller<th>Price", (i) => `<tr><td>S${i}<td>$${i}`, "</table>"],
  ["prices beside a saving", "<p>You save $1.</p>", (i) => `<i class="price-${i}">$${i}</i>`, ""],
];
const largeSize = 1_000_000;

it.each(slowBodies)("a page of a megabyte with many %s is read", (_what, before, unit, after) => {
  const unitAt = typeof unit === "string" ? () => unit : unit;
  const length = Math.floor(largeSize / unitAt(0).length);
  const body = before + Array.from({ length }, (_, i) => unitAt(i)).join("") + after;
  expect(["found", "nothing", "ambiguous"]).toContain(extract({ url: shopUrl, html: page({ body }) }).status);
});

it("a link of megabytes with many slashes is read", () => {
  expect(planLookup(`https://shop.example/${"/".repeat(4 * largeSize)},a`)).toBeDefined();
});

it("a page that is made to take long does not", () => {
  const deep = "<div class=price>".repeat(20_000);
  const deepPrice = `${"<div class=price>".repeat(20_000)}$5.00`;
  const many = '<span class="price">$1</span>'.repeat(20_000);
  const commas = `{"a":${"1,".repeat(50_000)}`;
  const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const graphs = `${'{"@graph":['.repeat(5_000)}${"]}".repeat(5_000)}`;
  const quotes = '"'.repeat(100_001);
  const spaces = `{"a":1,${" ".repeat(100_000)}`;
  const bodies = [
    deep,
    deepPrice,
    many,
    jsonLd(commas),
    jsonLd(nested),
    jsonLd(graphs),
    jsonLd(quotes),
    jsonLd(spaces),
    `<script>var x = ${"{".repeat(50_000)}</script>`,
    `<script>${"product = {".repeat(20_000)}</script>`,
  ];
  for (const body of bodies)
    expect(["found", "nothing", "ambiguous"]).toContain(
      extract({ url: shopUrl, html: page({ body }) }).status,
    );
});

it("a page is read as deep as pages are, and no deeper: each level makes an unmatched end tag cost more", () => {
  const nested = (depth: number) =>
    page({ body: `${"<div>".repeat(depth)}<p class="price">$5.00</p>${"</div>".repeat(depth)}` });
  expect(extract({ url: shopUrl, html: nested(900) }).offer?.price).toBe(5);
  expect(extract({ url: shopUrl, html: nested(1_500) }).status).toBe("nothing");
  const before = page({ body: `<p class="price">$5.00</p>${"<div>".repeat(1_500)}` });
  expect(extract({ url: shopUrl, html: before }).offer?.price).toBe(5);
});

it("no page stays in memory for the names of its elements and the words beside its prices", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const heapAfter = (pages: number) => {
    for (let i = 0; i < pages; i++) {
      const body = `<p class="price price-of-number-${i}">Only today and for number ${i}: $5.00</p>`;
      extract({ url: shopUrl, html: page({ head: `<style>${"x".repeat(1_000_000)}</style>`, body }) });
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(1);
  expect(heapAfter(40) - before).toBeLessThan(10_000_000);
});

it("of a page that is made to take memory, no more is gathered than of the largest pages of shops", () => {
  const price = '<p class="price">$5.00</p>';
  const priceBehind = (body: string) => extract({ url: shopUrl, html: page({ body: body + price }) }).status;
  expect(priceBehind("<b></b>".repeat(100_000))).toBe("found");
  expect(priceBehind("<b></b>".repeat(limits.elements))).toBe("nothing");
  const { textLength, title, metas, scripts, chosen, microdata } = collectPage(
    `<title>${"title ".repeat(1_000)}</title><p>${"$1 ".repeat(limits.text)}</p>${"<meta name=a content=b>".repeat(2 * limits.metas)}
    ${"<script>a</script>".repeat(2 * limits.scripts)}${"<input type=radio checked>".repeat(2 * limits.chosen)}
    ${"<i itemscope itemref=a></i><i id=a itemprop=b>c</i>".repeat(2 * limits.orphans)}`,
  );
  expect(textLength).toBeLessThan(2 * limits.text);
  expect(title).toHaveLength(limits.title);
  expect([metas.length, scripts.length, chosen.length]).toEqual([
    limits.metas,
    limits.scripts,
    limits.chosen,
  ]);
  expect(microdata[0]?.props.b).toHaveLength(limits.orphans);
  expect(microdata[limits.references]?.props).toEqual({});
});

it.each([
  ["JSON-LD", (data: object) => jsonLd(data)],
  [
    "a program's state",
    (data: object) => `<script>window.__INITIAL_STATE__ = ${JSON.stringify(data)}</script>`,
  ],
])("texts of %s are read no further than those of markup", (_where, write) => {
  const long = "Lantern ".repeat(10_000);
  const names = ["name", "brand", "sku", "mpn", "model", "category", "description"];
  const texts = Object.fromEntries(names.map((name) => [name, long]));
  const offer = {
    "@type": "Offer",
    price: 49.99,
    priceCurrency: "USD",
    name: long,
    sku: long,
    seller: { name: long },
  };
  const image = `data:image/png;base64,${"A".repeat(200_000)}`;
  const product = {
    "@type": "Product",
    ...texts,
    image,
    price: 49.99,
    currency: "USD",
    offers: [offer, offer],
  };
  const { status, offer: read, ...others } = extract({ url: shopUrl, html: page({ head: write(product) }) });
  expect([status, read?.price]).toEqual(["found", 49.99]);
  expect(others.product?.image).toBeUndefined();
  expect(JSON.stringify([read, others]).length).toBeLessThan(40_000);
});
