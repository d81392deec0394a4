import fc, { type Arbitrary } from "fast-check";
import { it } from "vitest";
import { planLookup } from "../../src/main/engine/domain/identifier.js";
import { countTokens, parseSearchTerms } from "../../src/main/engine/domain/search-terms.js";
import { extract } from "../../src/main/engine/extract/extract.js";
import { readListing } from "../../src/main/engine/extract/listing/listing.js";
import { parseQuery } from "../../src/main/engine/http/query.js";
import { parseLine } from "../../src/main/engine/sources/catalogue/line.js";
import { parseList } from "../../src/main/engine/sources/lists/parse-list.js";
import { fileOptions } from "../support/list-file.js";
import { checkGrowth, extractionLimits, type Measure, textLimits } from "./oracles/growth.js";
import { checkList } from "./oracles/list.js";
import { checkCases } from "./support/check-cases.js";

/** A page, file, query or line that repeats `unit`. */
interface RepeatedText {
  readonly before: string;
  readonly unit: readonly string[];
  readonly after: string;
}

function repeatedTexts(
  before: readonly string[],
  pieces: readonly string[],
  after: readonly string[],
): Arbitrary<RepeatedText> {
  return fc.record({
    before: fc.constantFrom(...before),
    unit: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }),
    after: fc.constantFrom(...after),
  });
}

// biome-ignore format: one per line would fill a page
const pagePieces = [
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
const pageStarts = [
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
const pageEnds = [
  "", "</script>", '"}</script>', "]}</script>", "</div><p class=price>$5.00</p>", "-->", '">',
];

const pageTexts = repeatedTexts(pageStarts, pagePieces, pageEnds);

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

const listTexts = repeatedTexts(listStarts, listPieces, ["", '"', '"}]}']);

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

const identifierTexts = repeatedTexts(textStarts, textPieces, ["", "/", ",a", "=1"]);

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

const lineTexts = repeatedTexts(lineStarts, linePieces, ["", '"}', '"a":1}}', "{}]}", "{}]}]}"]);

const title = "Trail Lantern 4000";

const works = {
  page: (text: string) =>
    extract({
      url: "https://shop.example/p/lantern",
      html: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1>${text}</body></html>`,
    }),
  listing: (text: string) => readListing(`<main>${text}</main>`, new URL("https://shop.example/lanterns")),
  list: (text: string) => checkList(() => parseList(text, fileOptions())),
  identifier: (text: string) => [planLookup(text), countTokens(text), parseSearchTerms(text)],
  query: (text: string) => parseQuery(`/v1/products?ids=${text}`).identifiers(() => false),
  line: parseLine,
};

const growthCases = fc.oneof(
  fc.tuple(fc.constantFrom("page", "listing"), pageTexts),
  fc.tuple(fc.constant("list"), listTexts),
  fc.tuple(fc.constantFrom("identifier", "query"), identifierTexts),
  fc.tuple(fc.constant("line"), lineTexts),
) as Arbitrary<[keyof typeof works, RepeatedText]>;

/** The milliseconds that a work takes for a text of a given size. */
function measureWork(work: (text: string) => unknown, { before, unit, after }: RepeatedText): Measure {
  const piece = unit.join("");
  return (size) => {
    const text = before + piece.repeat(Math.ceil(size / piece.length)) + after;
    const startedMs = performance.now();
    work(text);
    return performance.now() - startedMs;
  };
}

// Only in `npm run test:long`: a busy computer changes ratios of times.
it("an input of four times the size takes at most ten times as long", async () => {
  const property = fc.asyncProperty(growthCases, async ([kind, text]) => {
    const limits = kind === "page" || kind === "listing" ? extractionLimits : textLimits;
    checkGrowth(measureWork(works[kind], text), limits);
  });
  await checkCases(property, { cases: 10 });
});
