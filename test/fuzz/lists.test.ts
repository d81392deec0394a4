import fc, { type Arbitrary } from "fast-check";
import { it } from "vitest";
import { readListing } from "../../src/main/engine/extract/listing/listing.js";
import { parseList } from "../../src/main/engine/sources/lists/parse-list.js";
import { fileOptions } from "../support/list-file.js";
import { anyEdit, type Edit, editText } from "./inputs/edits.js";
import { listFiles } from "./inputs/lists.js";
import { fixturePage, fixturePages } from "./inputs/pages.js";
import { anyText } from "./inputs/text.js";
import { checkList } from "./oracles/list.js";
import { checkCases } from "./support/check-cases.js";

// biome-ignore format: one per line would fill a page
const tokens = [
  '"', '""', ",", ";", "\t", "\n", "\r\n", "|", "sep=;\n", "https://shop.example/lamp", "http://", "1.299,00", "0",
  "-5", "1.299", "45931", "B0ABCDEFGH", "de", "shop.example/p", "2026-02-30", "03/04/2026", "1781500000000", "url,date,price\n", "<a href=/p/lamp-1>", "<h3>", "<DL>", "</DL>",
  "<li>", "$1.99", "{", "}", "[", "]", "null", "<base href=x>", "\u0000", "PK\u0003\u0004", "\ufeff", "\u2028",
];

interface ListCase {
  /** The index of a file, or the name of a page. */
  readonly file: number | string;
  readonly edits: readonly Edit<string>[];
}

const listCases: Arbitrary<ListCase> = fc.record({
  file: fc.oneof(
    { weight: 4, arbitrary: fc.nat(listFiles.length - 1) },
    { weight: 1, arbitrary: fc.constantFrom(...fixturePages.map(({ file }) => file)) },
  ),
  edits: fc.array(anyEdit(fc.oneof(fc.constantFrom(...tokens), anyText)), { maxLength: 6 }),
});

it("a file of links yields each link once, or an error of one sentence", async () => {
  const property = fc.asyncProperty(listCases, async ({ file, edits }) => {
    if (typeof file === "number") {
      checkList(() => parseList(editText(listFiles[file] ?? "", edits), fileOptions()));
      return;
    }
    const { url, html } = fixturePage(file);
    const page = editText(html, edits);
    readListing(page, new URL(url));
    checkList(() => parseList(page, fileOptions({ fileName: "page.html" })));
  });
  await checkCases(property, { cases: 300 });
});
