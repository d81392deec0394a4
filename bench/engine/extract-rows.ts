import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseDocument } from "htmlparser2";
import { extract } from "../../src/main/engine/extract/extract.js";
import { type BenchRow, createFigureRow, createRatioRow, measurePairs, pairsOf } from "../row.js";
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
function createPage(seed: number, bytes = pageBytes): string {
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
  for (let i = 0; head.length + main.length + rest.length < bytes; i++)
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

/** Prints the most memory that its process has taken, in kilobytes. The system's own counter begins with the parent's. */
const notePeak = `data:text/javascript,import{readFileSync}from"node:fs";
process.on("exit",()=>process.stderr.write(/VmHWM:.*?(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1]))`;

/** What the shipped command `extract` takes at most, the program included, in megabytes; `NaN` on other systems than Linux. */
async function peakOf(file: string): Promise<number> {
  if (process.platform !== "linux") return Number.NaN;
  const args = ["--import", notePeak, process.argv[1] ?? "", "extract", "--url", url, file];
  const { stderr } = await promisify(execFile)(process.execPath, args);
  return Number(stderr) / 1_000;
}

/** The worst of three: a large page, and two that are made to take memory. */
export async function largePageRow(folder: string, runs: number): Promise<BenchRow> {
  const pages = [createPage(1, 5_000_000), `<p>${"$1".repeat(1_000_000)}</p>`, "<b>$1</b>".repeat(560_000)];
  const files = pages.map((html, i) => {
    const file = join(folder, `${i}.html`);
    writeFileSync(file, html);
    return file;
  });
  const values: number[] = [];
  for (let run = 0; run < runs; run++) {
    const peaks: number[] = [];
    for (const file of files) peaks.push(await peakOf(file));
    values.push(Math.max(...peaks));
  }
  return createFigureRow("memory to read a page of 5 MB", "MB", values, 300);
}
