import fc, { type Arbitrary } from "fast-check";
import { planLookup } from "../../../src/main/engine/domain/identifier.js";
import { countTokens, parseSearchTerms } from "../../../src/main/engine/domain/search-terms.js";
import { extract } from "../../../src/main/engine/extract/extract.js";
import { readListing } from "../../../src/main/engine/extract/listing/listing.js";
import { parseQuery } from "../../../src/main/engine/http/query.js";
import { parseLine } from "../../../src/main/engine/sources/catalogue/line.js";
import { parseList } from "../../../src/main/engine/sources/lists/parse-list.js";
import { checkList } from "../oracles/list.js";
import { OracleError, type Target } from "../runner/target.js";

/** A page, or a file of links, that repeats `unit`. */
export interface GrowthCase {
  readonly before: string;
  readonly unit: readonly string[];
  readonly after: string;
}

// biome-ignore format: one per line would fill a page
const pieces = [
  "<div>", "</div>", "<div class=price>", "<span class=price>$1</span>", "<b>", "<p>", "<li>",
  "<a href=/p/1>", "<del>€ 1,99</del>", "<sup>99</sup>", "<table><tr><td>", "<select><option>1</option>",
  "<span itemscope>", "<span itemscope itemtype=https://schema.org/Product>", "<i itemprop=price>1",
  "<i itemprop=offers itemscope>", "<i itemref=a id=a>", "<div typeof=Product property=offers>",
  "<meta property=og:price:amount content=1>",
  '<script type=application/ld+json>{"@type":"Product","offers":{"price":1}}</script>',
  "<script>var product = {", "dataLayer.push({", 'JSON.parse("', 'self.__next_f.push([1,"', "price: ",
  "<script>", "</script>", '{"@graph":[', '{"price":1,"offers":[', '"price":1,', '{"id":1,"price":2},', "[",
  "{", '"', "\\", '\\"', "'", "`", "//", ";", "/*", "${", "$1.99 ", "1.", "1,", "9", "€", "1 234 ", "kr ",
  "from $1 ", "- ", " ", "\n", "\u00a0", "&nbsp;", "&", "&amp;", "&#49;", "<", ">", "<!--", "-->", "=",
  'x="', "in stock ", "sold out ", "was $2 ", "<a href=/p/lamp-1>", "<h3>", "<img src=a.jpg alt=a>", "save $1 ", "/month ", "a", "é",
] as const;

// biome-ignore format: one per line would fill a page
const before = [
  "", "<p>", "<script type=application/ld+json>",
  '<script type=application/ld+json>{"@type":"Product","name":"',
  '<script type=application/ld+json>{"@type":"Product","offers":[', "<script>window.__INITIAL_STATE__ = ",
  "<script id=__NEXT_DATA__ type=application/json>", '<script>var meta = {"product":',
  '<script>var meta = {"price":[', "<script>var state = {price: ", '<script>self.__next_f.push([1,"',
  "<script type=text/x-magento-init>", '<div class="',
  "<div itemscope itemtype=https://schema.org/Product>", "<title>", '<meta name=description content="',
  "<h1>", "<style>", "<template>", "<!--", "<div class=price>",
];

// biome-ignore format: one per line would fill a page
const after = [
  "", "</script>", '"}</script>', "]}</script>", "</div><p class=price>$5.00</p>", "-->", '">',
];

const growthCases: Arbitrary<GrowthCase> = fc.record({
  before: fc.constantFrom(...before),
  unit: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }),
  after: fc.constantFrom(...after),
});

// biome-ignore format: one per line would fill a page
const listPieces = [
  "https://shop.example/p/1 ", "https://shop.example/p/1", ".", ",", ",,", ";", '"', '""', "\n", "\t", " ", "a", "1", "(", ")",
  "2026-05-01,1", "<DL><p>", "<DT><H3>a</H3>", "<DT><A HREF=https://shop.example/1>a</A>", "</DL>", '{"url":"', "[[", "'",
  "https://a.example/1,2026-05-01,9.99\n",
];

// biome-ignore format: one per line would fill a page
const listStarts = [
  "", "url,title\n", 'url,title\nhttps://shop.example/1,"', "url,date,price\n", "sep=;\n", "<!DOCTYPE NETSCAPE-Bookmark-file-1>",
  "https://shop.example/1", '{"data":[', '{"watching":{"a":{"uuid":"',
];

const listGrowthCases: Arbitrary<GrowthCase> = fc.record({
  before: fc.constantFrom(...listStarts),
  unit: fc.array(fc.constantFrom(...listPieces), { minLength: 1, maxLength: 3 }),
  after: fc.constantFrom("", '"', '"}]}'),
});

// biome-ignore format: one per line would fill a page
const textPieces = [
  "1-", "a", "A", "-", " ", ",", "+", "%2C", "%20", "%ff", "%", "é", "\u0301", "\u0000", "\u3000", "product/a/", "https://a.example/",
  "http://", "//", "/dp/B0", "?", "&", "&ids=", "=", "#", "0", "978", "B0AURORA01", "\"", "'", "*", "(", "AND ", "ß", "İ", "ﬃ",
];

const textStarts = [
  "",
  "product/",
  "https://shop.example/",
  "https://www.amazon.com/",
  "0",
  "ids=",
  "?ids=",
  '"',
];

const textGrowthCases: Arbitrary<GrowthCase> = fc.record({
  before: fc.constantFrom(...textStarts),
  unit: fc.array(fc.constantFrom(...textPieces), { minLength: 1, maxLength: 3 }),
  after: fc.constantFrom("", "/", ",a", "=1"),
});

// biome-ignore format: one per line would fill a page
const linePieces = [
  '"a":"b",', "[", "]", "{", "}", '{"price":1,"timestamp":"2026-01-01T00:00:00Z"},', '"images":["https://a.example/1.jpg"],',
  '"keywords":["a","b"],', '"https://a.example/1.jpg",', '{"id":"a","retailer":"a.example","price":1,"currency":"USD"},', "1", ",", '"',
  "\\", "\\u0041", " ", "é", '"attributes":{"a":"b"},', '"__proto__":"a",',
];

const lineStarts = [
  "",
  "{",
  '{"type":"product",',
  '{"type":"product","title":"',
  '{"type":"product","title":"a","attributes":{',
  '{"type":"product","title":"a","offers":[',
  '{"type":"product","title":"a","offers":[{"history":[',
  '{"type":"deal",',
  "[",
];

const lineGrowthCases: Arbitrary<GrowthCase> = fc.record({
  before: fc.constantFrom(...lineStarts),
  unit: fc.array(fc.constantFrom(...linePieces), { minLength: 1, maxLength: 3 }),
  after: fc.constantFrom("", '"}', '"a":1}}', "{}]}", "{}]}]}"),
});

/** The cost of an input of a given size, in any unit. */
export type Measure = (size: number) => number;

export interface GrowthLimits {
  readonly maxSize: number;
  /** A lower cost says more about the machine than about the algorithm. */
  readonly minCost: number;
  readonly repeats: number;
}

export const extractionLimits: GrowthLimits = { maxSize: 1_000_000, minCost: 8, repeats: 2 };
/** At a low cost, what takes linear time hides the growth of the rest. */
export const textLimits: GrowthLimits = { maxSize: 4_000_000, minCost: 40, repeats: 2 };

/** For an input of four times the size. Linear growth takes 4 times as long, quadratic growth 16 times. */
const maxGrowth = 10;

/**
 * The growth of the cost from a size to four times the size, at the smallest size that costs enough to be measured.
 * `null` if even `maxSize` costs too little.
 */
export function measureGrowth(measure: Measure, { maxSize, minCost, repeats }: GrowthLimits): number | null {
  const measureBest = (size: number) => Math.min(...Array.from({ length: repeats }, () => measure(size)));
  for (let size = 250; size * 4 <= maxSize; size *= 2) {
    if (measure(size) < minCost) continue;
    const cost = measureBest(size);
    if (cost >= minCost) return measureBest(size * 4) / cost;
  }
  return null;
}

/** Measures excessive growth again with more repeats, because other programs may have slowed the first attempt down. */
export function checkGrowth(measure: Measure, limits: GrowthLimits): void {
  const first = measureGrowth(measure, limits);
  if (first === null || first <= maxGrowth) return;
  const second = measureGrowth(measure, { ...limits, repeats: limits.repeats * 3 }) ?? 0;
  if (second > maxGrowth)
    throw new OracleError(
      `An input of four times the size takes ${second.toFixed(1)} times as long.`,
      "hang",
    );
}

const title = "Trail Lantern 4000";

/** Milliseconds to extract a page of a given size. */
export function measureExtraction({ before: start, unit, after: end }: GrowthCase): Measure {
  const piece = unit.join("");
  return (size) => {
    const body = `<h1>${title}</h1>${start}${piece.repeat(Math.ceil(size / piece.length))}${end}`;
    const html = `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
    const startedMs = performance.now();
    extract({ url: "https://shop.example/p/lantern", html });
    return performance.now() - startedMs;
  };
}

function millisecondsOf(work: () => void): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

/** Milliseconds to read a page of a given size as a list of products. */
export function measureListing({ before: start, unit, after: end }: GrowthCase): Measure {
  const piece = unit.join("");
  return (size) => {
    const html = `<main>${start}${piece.repeat(Math.ceil(size / piece.length))}${end}</main>`;
    return millisecondsOf(() => readListing(html, new URL("https://shop.example/lanterns")));
  };
}

/** Milliseconds to read a file of links of a given size. */
export function measureList({ before: start, unit, after: end }: GrowthCase): Measure {
  const piece = unit.join("");
  return (size) => {
    const content = start + piece.repeat(Math.ceil(size / piece.length)) + end;
    return millisecondsOf(() => checkList(() => parseList(content, "list.txt")));
  };
}

/** Milliseconds for a function of a text of a given size. */
function measureText(work: (text: string) => unknown): (growthCase: GrowthCase) => Measure {
  return ({ before: start, unit, after: end }) => {
    const piece = unit.join("");
    return (size) => {
      const text = start + piece.repeat(Math.ceil(size / piece.length)) + end;
      return millisecondsOf(() => void work(text));
    };
  };
}

/** Milliseconds to plan the look-up of an identifier of a given size. */
export const measureIdentifier = measureText((text) => [
  planLookup(text),
  countTokens(text),
  parseSearchTerms(text),
]);
const measureQuery = measureText((text) => parseQuery(`/v1/products?ids=${text}`).identifiers(() => false));
const measureLine = measureText(parseLine);

const measuredCases: Arbitrary<readonly [keyof typeof measures, GrowthCase]> = fc.oneof(
  fc.tuple(fc.constantFrom("page", "listing"), growthCases),
  fc.tuple(fc.constant("list" as const), listGrowthCases),
  fc.tuple(fc.constantFrom("identifier", "query"), textGrowthCases),
  fc.tuple(fc.constant("line" as const), lineGrowthCases),
);

const measures = {
  page: [measureExtraction, extractionLimits],
  listing: [measureListing, extractionLimits],
  list: [measureList, extractionLimits],
  identifier: [measureIdentifier, textLimits],
  query: [measureQuery, textLimits],
  line: [measureLine, textLimits],
} as const;

export const growth: Target = {
  name: "growth",
  input:
    "shop pages, files of links, identifiers, queries and catalogue lines that repeat the same text: four times the size must not take sixteen times as long",
  casesPerMillion: 400,
  batchSize: 10,
  open: () => ({
    property: fc.asyncProperty(measuredCases, async ([kind, value]) => {
      const [measure, limits] = measures[kind];
      checkGrowth(measure(value), limits);
    }),
  }),
};
