import { parseDocument } from "htmlparser2";
import { extract } from "../../src/main/engine/extract/extract.js";
import { type BenchRow, createRatioRow, measurePairs, pairsOf } from "../row.js";
import { seededRandom } from "./random.js";
import { sampleLatency } from "./sample-latency.js";

const url = "https://shop.example/p/trail-lantern-4000";
const pageBytes = 300_000;
const pagesPerRun = 40;

function createTile(i: number): string {
  return `<li class="grid__item product-tile" data-index="${i}"><a class="product-tile__link" href="/p/item-${i}?ref=grid">
  <img class="product-tile__image" loading="lazy" src="https://cdn.shop.example/images/${i}_320x.jpg" alt="Item number ${i}">
  <h3 class="product-tile__title">Item number ${i} for the outdoors &amp; more</h3></a>
  <div class="product-tile__price"><span class="price price--regular">$${20 + (i % 80)}.99</span></div>
  <span class="rating" aria-label="4.${i % 10} of 5 stars"></span></li>`;
}

function createScript(random: () => number): string {
  const fields = Array.from(
    { length: 60 },
    (_, i) => `"setting_${i}":{"value":${Math.floor(random() * 1e6)},"label":"Text of setting ${i}"}`,
  );
  return `<script>window.shopSettings${Math.floor(random() * 1e6)} = {${fields.join(",")}};(function(){for(var i=0;i<9;i++){console.log("a"+i)}})();</script>`;
}

/** A typical product page: one third markup, one third styles and scripts, one third other products. */
function createPage(seed: number): string {
  const random = seededRandom(seed);
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Trail Lantern 4000",
    sku: "TL-4000",
    brand: { "@type": "Brand", name: "Northlight" },
    offers: {
      "@type": "Offer",
      price: 49.99,
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      url,
    },
  };
  const head = `<title>Trail Lantern 4000 | Shop</title><link rel="canonical" href="${url}">
  <meta property="og:title" content="Trail Lantern 4000"><style>${".a{color:red}.b:hover{margin:0 auto}".repeat(900)}</style>
  <script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const main = `<main class="pdp"><h1>Trail Lantern 4000</h1><div class="pdp__price"><span class="price">$49.99</span></div>
  <button class="add-to-cart">Add to cart</button>${"<p>A lantern for long nights, with <b>two</b> wicks.</p>".repeat(60)}</main>`;
  let rest = "";
  for (let i = 0; head.length + main.length + rest.length < pageBytes; i++)
    rest += i % 4 === 0 ? createScript(random) : createTile(i);
  return `<!doctype html><html lang="en"><head>${head}</head><body>${main}<section class="related"><ul>${rest}</ul></section></body></html>`;
}

/** The floor only parses the page into a tree. */
export async function extractRows({ runs }: { readonly runs: number }): Promise<BenchRow[]> {
  const pages = Array.from({ length: pagesPerRun }, (_, i) => createPage(i + 1));
  const pairs = await measurePairs(
    runs,
    () => sampleLatency(pages, (html) => extract({ url, html })),
    () => sampleLatency(pages, (html) => parseDocument(html)),
  );
  const medians = pairsOf(pairs, ({ p50 }) => p50);
  const speeds = pairsOf(pairs, ({ mean }) => 1_000 / mean);
  return [
    createRatioRow("extraction of a 300 KB page, median", "ms", medians, { atMost: 2.5 }),
    createRatioRow("pages of 300 KB read in a row", "pages/s", speeds, { atLeast: 0.4 }),
  ];
}
