import { parseDocument } from "htmlparser2";
import { extract } from "../extract/extract.js";
import { seededRandom } from "./random.js";
import { type BenchRow, type Pair, rowOf } from "./row.js";

const url = "https://shop.example/p/trail-lantern-4000";
const pageBytes = 300_000;
const pagesEach = 40;

function tile(i: number): string {
  return `<li class="grid__item product-tile" data-index="${i}"><a class="product-tile__link" href="/p/item-${i}?ref=grid">
  <img class="product-tile__image" loading="lazy" src="https://cdn.shop.example/images/${i}_320x.jpg" alt="Item number ${i}">
  <h3 class="product-tile__title">Item number ${i} for the outdoors &amp; more</h3></a>
  <div class="product-tile__price"><span class="price price--regular">$${20 + (i % 80)}.99</span></div>
  <span class="rating" aria-label="4.${i % 10} of 5 stars"></span></li>`;
}

function script(random: () => number): string {
  const fields = Array.from(
    { length: 60 },
    (_, i) => `"setting_${i}":{"value":${Math.floor(random() * 1e6)},"label":"Text of setting ${i}"}`,
  );
  return `<script>window.shopSettings${Math.floor(random() * 1e6)} = {${fields.join(",")}};(function(){for(var i=0;i<9;i++){console.log("a"+i)}})();</script>`;
}

/** A product page as shops serve them: a third markup, a third styles and scripts, a third other products. */
function productPage(seed: number): string {
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
    rest += i % 4 === 0 ? script(random) : tile(i);
  return `<!doctype html><html lang="en"><head>${head}</head><body>${main}<section class="related"><ul>${rest}</ul></section></body></html>`;
}

interface Timing {
  readonly medianMs: number;
  readonly pagesPerSecond: number;
}

function time(pages: readonly string[], work: (html: string) => unknown): Timing {
  const times = pages.map((html) => {
    const startedMs = performance.now();
    work(html);
    return performance.now() - startedMs;
  });
  const totalMs = times.reduce((sum, each) => sum + each, 0);
  const medianMs = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  return { medianMs, pagesPerSecond: (pages.length / totalMs) * 1_000 };
}

function pairOf(runs: readonly { ours: Timing; floor: Timing }[], field: keyof Timing): Pair[] {
  return runs.map(({ ours, floor }) => ({ ours: ours[field], floor: floor[field] }));
}

/** Reading a product page, beside only parsing it to a tree: the median, and how many in a row. */
export function extractRows({ runs }: { readonly runs: number }): BenchRow[] {
  const pages = Array.from({ length: pagesEach }, (_, i) => productPage(i + 1));
  const measured = Array.from({ length: runs + 1 }, () => ({
    ours: time(pages, (html) => extract({ url, html })),
    floor: time(pages, (html) => parseDocument(html)),
  })).slice(1);
  return [
    rowOf("extraction of a 300 KB page, median", "ms", pairOf(measured, "medianMs"), { atMost: 1.5 }),
    rowOf("pages of 300 KB read in a row", "pages/s", pairOf(measured, "pagesPerSecond"), { atLeast: 0.67 }),
  ];
}
