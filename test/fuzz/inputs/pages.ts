import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { anyEdit, type Edit, mostly } from "./edits.js";

const fixtures = resolve(import.meta.dirname, "..", "..", "fixtures");

export interface FixturePage {
  readonly file: string;
  readonly url: string;
  readonly html: string;
}

function readPages(folder: string): FixturePage[] {
  const lines = readFileSync(join(fixtures, folder, "expected.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines
    .map((line) => JSON.parse(line) as { file: string; url: string })
    .map(({ file, url }) => ({ file, url, html: readFileSync(join(fixtures, folder, file), "utf8") }));
}

/** Larger pages would take most of the time and exercise the same code. */
const maxPageLength = 60_000;

export const fixturePages: readonly FixturePage[] = ["pages", "pages-unseen"]
  .flatMap(readPages)
  .filter(({ html }) => html.length <= maxPageLength);

// biome-ignore format: one per line would fill a page
const tokens = [
  '"', "'", "<", ">", "{", "}", "[", "]", "\\", "\\u0022", "&quot;", "&#x110000;", "\u0000", "\ud800",
  "\u202e", "9".repeat(400), "1e999", "1e-400", "-1", "-", "0", "0.00", "0,001", "1.234.567,89", "1'299.50",
  "１２９", "NaN", "null", "true", "€", "$", "kr", "¥", "₹", "<!--", "-->", "]]>", "<![CDATA[", "<script>",
  "</script>", "<script type=application/ld+json>", "<template>", "<svg>", "<textarea>", "<title>",
  "<base href=x>", "<meta charset=utf-16>", "@id", "@graph", "offers", "price", "lowPrice", "priceCurrency",
  "itemprop=price", "itemscope", "itemtype=https://schema.org/Product", "itemref=a", "hidden",
  "display:none", "<del>", "<sup>99</sup>", "class=price", "<div>".repeat(300), "<b>".repeat(2_000),
  '{"a":'.repeat(800), "[".repeat(3_000), `<p data-x="${"x".repeat(50_000)}">`, "$1.99 ".repeat(300),
];

export interface PageCase {
  /** Its file name, so that a finding stays readable. */
  readonly page: string;
  readonly edits: readonly Edit<string>[];
  /** Decodes the page's UTF-8 as this encoding, unless `null`. */
  readonly charset: string | null;
}

const token = fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 6 }), fc.double().map(String));
const charsets = fc.constantFrom("utf-8", "utf-16le", "windows-1252", "shift_jis", "nonsense");

export const pageCases: Arbitrary<PageCase> = fc.record({
  page: fc.constantFrom(...fixturePages.map(({ file }) => file)),
  edits: fc.array(anyEdit(token), { maxLength: 10 }),
  charset: mostly<string | null>(null, charsets, 9),
});

export function fixturePage(file: string): FixturePage {
  return fixturePages.find((page) => page.file === file)!;
}
