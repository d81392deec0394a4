import fc, { type Arbitrary } from "fast-check";
import { extract } from "../../../src/main/engine/extract/extract.js";
import { judgeGrowth } from "../judges/growth.js";
import { defineTarget } from "../machinery/define-target.js";

export interface GrowthCase {
  readonly before: string;
  readonly unit: readonly string[];
  readonly after: string;
}

const pieces = [
  "<div>",
  "</div>",
  "<div class=price>",
  "<span class=price>$1</span>",
  "<b>",
  "<p>",
  "<li>",
  "<a href=/p/1>",
  "<del>€ 1,99</del>",
  "<sup>99</sup>",
  "<table><tr><td>",
  "<select><option>1</option>",
  "<span itemscope>",
  "<span itemscope itemtype=https://schema.org/Product>",
  "<i itemprop=price>1",
  "<i itemprop=offers itemscope>",
  "<i itemref=a id=a>",
  "<div typeof=Product property=offers>",
  "<meta property=og:price:amount content=1>",
  '<script type=application/ld+json>{"@type":"Product","offers":{"price":1}}</script>',
  "<script>var product = {",
  "dataLayer.push({",
  'JSON.parse("',
  'self.__next_f.push([1,"',
  "price: ",
  "<script>",
  "</script>",
  '{"@graph":[',
  '{"price":1,"offers":[',
  '"price":1,',
  '{"id":1,"price":2},',
  "[",
  "{",
  '"',
  "\\",
  '\\"',
  "'",
  "`",
  "//",
  ";",
  "/*",
  "${",
  "$1.99 ",
  "1.",
  "1,",
  "9",
  "€",
  "1 234 ",
  "kr ",
  "from $1 ",
  "- ",
  " ",
  "\n",
  "\u00a0",
  "&nbsp;",
  "&",
  "&amp;",
  "&#49;",
  "<",
  ">",
  "<!--",
  "-->",
  "=",
  'x="',
  "in stock ",
  "sold out ",
  "was $2 ",
  "save $1 ",
  "/month ",
  "a",
  "é",
] as const;

const before = [
  "",
  "<p>",
  "<script type=application/ld+json>",
  '<script type=application/ld+json>{"@type":"Product","name":"',
  '<script type=application/ld+json>{"@type":"Product","offers":[',
  "<script>window.__INITIAL_STATE__ = ",
  "<script id=__NEXT_DATA__ type=application/json>",
  '<script>var meta = {"product":',
  '<script>var meta = {"price":[',
  "<script>var state = {price: ",
  '<script>self.__next_f.push([1,"',
  "<script type=text/x-magento-init>",
  '<div class="',
  "<div itemscope itemtype=https://schema.org/Product>",
  "<title>",
  '<meta name=description content="',
  "<h1>",
  "<style>",
  "<template>",
  "<!--",
  "<div class=price>",
];

const cases: Arbitrary<GrowthCase> = fc.record({
  before: fc.constantFrom(...before),
  unit: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }),
  after: fc.constantFrom(
    "",
    "</script>",
    '"}</script>',
    "]}</script>",
    "</div><p class=price>$5.00</p>",
    "-->",
    '">',
  ),
});

const head =
  "<!doctype html><html><head><title>Trail Lantern 4000</title></head><body><h1>Trail Lantern 4000</h1>";

function pageOf({ before: start, unit, after }: GrowthCase, size: number): string {
  const piece = unit.join("");
  return `${head}${start}${piece.repeat(Math.ceil(size / piece.length))}${after}</body></html>`;
}

/** What reading such a page takes, in milliseconds; compared with itself alone. */
export function readingOf(value: GrowthCase): (size: number) => number {
  return (size) => {
    const html = pageOf(value, size);
    const startedMs = performance.now();
    extract({ url: "https://shop.example/p/lantern", html });
    return performance.now() - startedMs;
  };
}

export const growthLimits = { largest: 1_000_000, leastWork: 8, tries: 2 } as const;

export const growth = defineTarget<GrowthCase>({
  name: "growth",
  what: "shop pages of the same thing again and again: four times the page, not sixteen times the work",
  share: 400,
  chunk: 10,
  deadlineMs: 120_000,
  open: () => ({
    cases,
    judge: (value) => judgeGrowth(readingOf(value), growthLimits),
  }),
});
