import { expect, it } from "vitest";
import { extract } from "../../../../src/main/engine/extract/extract.js";
import { jsonLd, page, product, shopUrl } from "./pages.js";

/** `FUZZ_PAGES=100000` for the long run. */
const count = Number(process.env.FUZZ_PAGES ?? 3_000);

/** The same chances every time (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const originals = [
  page({ head: jsonLd(product({}, { hasVariant: [product({ price: 1 }), product({ price: 2 })] })) }),
  page({
    body: `<div itemscope itemtype="https://schema.org/Product" itemref="a b"><b itemprop="name">X</b>
    <div itemprop="offers" itemscope itemtype="https://schema.org/AggregateOffer"><i itemprop="lowPrice">1,5</i></div></div>`,
  }),
  page({ body: '<p class="price"><del>€ 1.299,00</del> <ins>1 199,<sup>99</sup></ins></p><s>$5</s>' }),
  page({
    body: `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ a: { product: { name: "Trail Lantern 4000", price: "9", variants: [{ id: 1, price: 2 }] } } })}</script>
    <script>var meta = {"product":{"id":1,"variants":[{"price":100}]}};window.__NUXT__={a:[1,{b:"}"}]}</script>`,
  }),
];
const tokens = [
  '"',
  "'",
  "<",
  ">",
  "{",
  "}",
  "[",
  "]",
  "\\",
  "&quot;",
  "\u0000",
  "9".repeat(400),
  "1e999",
  "-",
  "<!--",
  "]]>",
  "<script>",
  "@id",
  "null",
  "\ud800",
  "€",
  ",",
  "0",
  "e",
  "itemprop=price",
];

function mutate(html: string, chance: () => number): string {
  let text = html;
  const changes = 1 + Math.floor(chance() * 12);
  for (let i = 0; i < changes; i++) {
    const at = Math.floor(chance() * text.length);
    const length = Math.floor(chance() ** 3 * 60);
    const token = tokens[Math.floor(chance() * tokens.length)] ?? "";
    const kind = chance();
    if (kind < 0.4) text = text.slice(0, at) + token + text.slice(at);
    else if (kind < 0.7) text = text.slice(0, at) + text.slice(at + length);
    else if (kind < 0.9) text = text.slice(0, at) + text.slice(at, at + length).repeat(3) + text.slice(at);
    else text = text.slice(0, at);
  }
  return text;
}

it("a page that is broken in any way is read without a crash, and never to a price of 0 or without evidence", {
  timeout: 3_600_000,
}, () => {
  const chance = chances(20_261_121);
  for (let i = 0; i < count; i++) {
    const html = mutate(originals[i % originals.length] ?? "", chance);
    const told = extract({ url: shopUrl, html });
    const prices = [
      told.offer?.price ?? null,
      told.offer?.list_price ?? null,
      ...told.candidates.map(({ price }) => price),
    ];
    for (const price of prices)
      expect(price === null || (price > 0 && Number.isFinite(price)), `page ${i}`).toBe(true);
    if (told.offer?.price != null) expect(told.evidence.price, `page ${i}`).toMatch(/^[a-z-]+:./);
    if (told.status === "blocked" || told.status === "nothing") expect(told.reason).toMatch(/\.$/);
    expect(JSON.parse(JSON.stringify(told))).toBeDefined();
  }
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
