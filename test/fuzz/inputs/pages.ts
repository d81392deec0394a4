import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { type Edit, editOf } from "./bytes.js";

const fixtures = resolve(import.meta.dirname, "..", "..", "fixtures");

export interface FixturePage {
  readonly file: string;
  readonly url: string;
  readonly html: string;
}

function pagesIn(folder: string): FixturePage[] {
  const text = readFileSync(join(fixtures, folder, "expected.jsonl"), "utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as { file: string; url: string })
    .map(({ file, url }) => ({ file, url, html: readFileSync(join(fixtures, folder, file), "utf8") }));
}

/** Larger ones take most of the time, and say the same. */
const largestPage = 60_000;

export const fixturePages: readonly FixturePage[] = [...pagesIn("pages"), ...pagesIn("pages-unseen")].filter(
  ({ html }) => html.length <= largestPage,
);

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
  "\\u0022",
  "&quot;",
  "&#x110000;",
  "\u0000",
  "\ud800",
  "\u202e",
  "9".repeat(400),
  "1e999",
  "1e-400",
  "-1",
  "-",
  "0",
  "0.00",
  "0,001",
  "1.234.567,89",
  "1'299.50",
  "１２９",
  "NaN",
  "null",
  "true",
  "€",
  "$",
  "kr",
  "¥",
  "₹",
  "<!--",
  "-->",
  "]]>",
  "<![CDATA[",
  "<script>",
  "</script>",
  "<script type=application/ld+json>",
  "<template>",
  "<svg>",
  "<textarea>",
  "<title>",
  "<base href=x>",
  "<meta charset=utf-16>",
  "@id",
  "@graph",
  "offers",
  "price",
  "lowPrice",
  "priceCurrency",
  "itemprop=price",
  "itemscope",
  "itemtype=https://schema.org/Product",
  "itemref=a",
  "hidden",
  "display:none",
  "<del>",
  "<sup>99</sup>",
  "class=price",
  "<div>".repeat(300),
  "<b>".repeat(2_000),
  '{"a":'.repeat(800),
  "[".repeat(3_000),
  `<p data-x="${"x".repeat(50_000)}">`,
  "$1.99 ".repeat(300),
];

export interface PageCase {
  readonly page: string;
  readonly edits: readonly Edit<string>[];
  /** Read as if it were in this encoding; `null` as it is. */
  readonly charset: string | null;
}

/** Pages of the fixtures with some changes; one that is only read is named by its file. */
export const pageCases: Arbitrary<PageCase> = fc.record({
  page: fc.constantFrom(...fixturePages.map(({ file }) => file)),
  edits: fc.array(
    editOf(fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 6 }), fc.double().map(String))),
    { maxLength: 10 },
  ),
  charset: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom("utf-8", "utf-16le", "windows-1252", "shift_jis", "nonsense") },
  ),
});

export function fixturePage(file: string): FixturePage {
  const found = fixturePages.find((page) => page.file === file);
  if (found === undefined) throw new Error(`There is no page ${file}.`);
  return found;
}
